import { ArrowRight } from 'lucide-react';
import type { AnswerLoaders } from '#components/answers/answer-part';
import { AnswerSheet } from '#components/answers/answer-sheet';
import { HighlightedText } from '#components/answers/brand-mentions';
import { StableList } from '#components/answers/stable-list';
import { FilterButton } from '#components/filters/filter-buttons';
import { SandboxBadge, Section } from '#components/sections/section';
import { Chip } from '#components/ui/chip';
import { PageLinkButton } from '#components/ui/links';
import { Time } from '#components/ui/time';
import { formatCountry } from '#lib/contract/country-names';
import { formatEngineWithModel } from '#lib/contract/engine-labels';
import { defineMessages } from '#lib/core/messages';
import type { TrackedBrand } from '#lib/core/metric';
import type { AnswerListItem } from '#lib/dashboard/analytics/answers/list-answers';

const messages = defineMessages({
  sources:
    '{sources, plural, one {# source} other {# sources}}{reporting, select, none {} other {, {cited, number} cited}}',
  viewAll: '{answers, plural, one {View the answer} other {View all # answers}}',
});

interface AnswersListProps {
  answers: readonly AnswerListItem[];
  brands: readonly TrackedBrand[];
  loaders: AnswerLoaders;
  title?: string;
}

/** The newest answers, with excerpts around the first mention of the selected brand or, without one, of any brand. */
export function AnswersList({ answers, brands, loaders, title = 'Latest answers' }: AnswersListProps) {
  return (
    <Section
      title={title}
      className="relative"
      note="Excerpts around brand mentions."
      aside={answers.some(({ isFictional }) => isFictional) ? <SandboxBadge /> : null}
    >
      <StableList
        className="grid gap-x-12 outline-none lg:grid-cols-2"
        showNewLabel="Show newer answers"
        items={answers.map((answer) => ({
          id: answer.id,
          element: (
            <li
              key={answer.id}
              className="group/answer relative flex min-w-0 flex-col border-b py-4 first:pt-0 last:border-b-0 lg:nth-2:pt-0 lg:nth-last-2:odd:border-b-0"
            >
              <div className="flex items-baseline justify-between gap-4">
                <h3 className="font-medium text-balance group-hover/answer:text-accent-strong">
                  {answer.prompt}
                </h3>
                <span className="shrink-0 text-xs text-muted">
                  <Time at={answer.requestedAt} />
                </span>
              </div>
              <p className="mt-1.5 text-muted">
                {answer.excerpt.isCutBefore ? '… ' : null}
                <HighlightedText
                  text={answer.excerpt.text}
                  mentions={answer.excerpt.mentions}
                  brands={brands}
                />
                {answer.excerpt.isCutAfter ? ' …' : null}
              </p>
              <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 *:[button]:relative *:[button]:z-[1]">
                <FilterButton filter="engines" value={answer.engine}>
                  <Chip>{formatEngineWithModel(answer)}</Chip>
                </FilterButton>
                <FilterButton filter="countries" value={answer.country}>
                  <Chip>{formatCountry(answer.country)}</Chip>
                </FilterButton>
                {answer.brandIds.length === 0 ? (
                  <span className="text-xs text-muted">No tracked brand mentioned</span>
                ) : null}
                <span className="ml-auto">
                  <AnswerSheet answer={answer} label={describeSources(answer)} loaders={loaders} />
                </span>
              </div>
            </li>
          ),
        }))}
      />
    </Section>
  );
}

/** Describes the sources of an answer: "3 sources, 2 cited"; only their number if its provider reports no citations. */
export function describeSources({
  sourceCount,
  citedCount,
}: Pick<AnswerListItem, 'sourceCount' | 'citedCount'>): string {
  return messages.sources({
    sources: sourceCount,
    reporting: citedCount === null ? 'none' : 'other',
    cited: citedCount ?? 0,
  });
}

/** Link from the latest answers to all answers with the same filters. */
export function AllAnswersLink({ href, answerCount }: { href: string; answerCount: number }) {
  return (
    <div data-print="hide" className="-mt-4 flex justify-center">
      <PageLinkButton href={href}>
        {messages.viewAll({ answers: answerCount })}
        <ArrowRight aria-hidden />
      </PageLinkButton>
    </div>
  );
}
