import { HighlightedText } from '#components/answers/brand-mentions';
import { Section } from '#components/sections/section';
import { EmptyState } from '#components/ui/notice';
import { formatCountry } from '#lib/contract/country-names';
import { formatEngineWithModel } from '#lib/contract/engine-labels';
import { formatDate } from '#lib/core/dates';
import { formatFacts } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import type { TrackedBrand } from '#lib/core/metric';
import type { AnswerListItem } from '#lib/dashboard/analytics/answers/list-answers';

interface QuotesProps {
  /** The selected answers that match the filters. */
  answers: readonly AnswerListItem[];
  /** Number of selected answers, including those outside the filters. */
  selectedCount: number;
  brands: readonly TrackedBrand[];
}

/** Selected answers, each as an excerpt around a brand mention. */
const messages = defineMessages({
  missing:
    '{missing, plural, one {# selected answer is} other {# selected answers are}} outside the filters of this report.',
});

export function Quotes({ answers, selectedCount, brands }: QuotesProps) {
  const missing = selectedCount - answers.length;
  return (
    <Section
      title="Selected answers"
      note={missing > 0 && answers.length > 0 ? messages.missing({ missing }) : undefined}
    >
      {answers.length === 0 ? (
        <EmptyState kind="no match" title="No answers">
          {selectedCount === 0
            ? 'No answers are selected.'
            : 'The selected answers are outside the filters of this report.'}
        </EmptyState>
      ) : (
        <ul className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
          {answers.map(({ id, prompt, excerpt, country, requestedAt, ...engine }) => (
            <li key={id} className="min-w-0">
              <h3 className="font-medium text-balance">{prompt}</h3>
              <blockquote className="mt-2 border-l-2 pl-4 text-pretty">
                {excerpt.isCutBefore ? '… ' : null}
                <HighlightedText text={excerpt.text} mentions={excerpt.mentions} brands={brands} />
                {excerpt.isCutAfter ? ' …' : null}
              </blockquote>
              <p className="mt-2 text-xs text-muted">
                {formatFacts([
                  formatEngineWithModel(engine),
                  formatCountry(country),
                  formatDate(requestedAt),
                ])}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
