import type { CompetitorsPageContext } from '#components/competitors/competitor-links';
import { EngineName } from '#components/filters/filter-context';
import { Section } from '#components/sections/section';
import { TableView } from '#components/sections/table-view';
import { classes } from '#components/ui/classes';
import { BrandSwatch } from '#components/ui/domain';
import { LinkButton } from '#components/ui/link-button';
import { PageLink } from '#components/ui/links';
import { EmptyState } from '#components/ui/notice';
import { getBrandColor } from '#lib/charts/chart-spec';
import { citationGapsTable, mentionGapsTable } from '#lib/contract/tables/gaps';
import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatPlural } from '#lib/core/numbers';
import type { Gaps, PromptGap } from '#lib/dashboard/analytics/competitors/gaps';
import { getOptionalAnswersUrl } from '#lib/format/answer-links';
import { describeCompetitorMetrics } from '#lib/format/metric-descriptions';

const messages = defineMessages({
  presence: '{explanation} ({answers, plural, one {# answer} other {# answers}} in all)',
  missing:
    'For {missing, number} of {prompts, plural, one {# prompt} other {# prompts}}, the answers {kind, select, mention {mention} other {cite}} another tracked brand but never {brand}.',
  partial: 'For {partial, number} more, this is true on some engines.',
});

interface GapTableProps {
  pageContext: CompetitorsPageContext;
  kind: 'mention' | 'citation';
  gaps: Gaps;
}

/**
 * Prompts with gaps: on at least one engine, answers mention (or cite) another tracked brand, but none mentions (or cites)
 * the brand. Prompts where the brand is missing on every engine come first, then the others; both are sorted by the
 * largest number of answers with one of the other brands, descending.
 */
export function GapTable({ pageContext, kind, gaps }: GapTableProps) {
  const { projectId, selectedBrand } = pageContext;
  const engines = [
    ...new Set(gaps.prompts.flatMap((prompt) => prompt.engines.map(({ engine }) => engine))),
  ].sort();
  const table = kind === 'mention' ? mentionGapsTable : citationGapsTable;
  const verb = kind === 'mention' ? 'mentioned' : 'cited';
  const partialCount = gaps.prompts.length - gaps.missingOnAllEnginesCount;
  const summary = joinSentences([
    messages.missing({
      missing: gaps.missingOnAllEnginesCount,
      prompts: gaps.promptCount,
      kind: kind === 'mention' ? 'mention' : 'other',
      brand: selectedBrand.name,
    }),
    partialCount > 0 ? messages.partial({ partial: partialCount }) : null,
  ]);
  return (
    <Section
      title={table.title}
      note={
        gaps.isMeasured
          ? summary
          : `Prompts where another tracked brand is cited and ${selectedBrand.name} is not.`
      }
      exportedTable={table.name}
      descriptions={[
        { metric: 'Gap', description: describeCompetitorMetrics(selectedBrand.name)[`${kind}Gap`] },
      ]}
    >
      {!gaps.isMeasured ? (
        <EmptyState
          kind="not measured"
          title="Not measured"
          action={
            projectId === null ? undefined : (
              <LinkButton href={`/projects/${projectId}/brands`}>Add domains</LinkButton>
            )
          }
        >
          A citation counts for the brand that owns the URL. Add domains to {selectedBrand.name} and at least
          one competitor.
        </EmptyState>
      ) : gaps.prompts.length === 0 ? (
        <EmptyState kind="none" title="No gaps">
          For every prompt and engine where another tracked brand is {verb}, {selectedBrand.name} is {verb}{' '}
          too.
        </EmptyState>
      ) : (
        <TableView
          table={table}
          className="max-h-[560px] overflow-y-auto"
          rows={gaps.prompts}
          getKey={({ promptId }) => promptId}
          views={{
            prompt: {
              className: 'min-w-36 sm:min-w-48',
              cell: ({ promptId, prompt }) => (
                <PageLink
                  prefetch={false}
                  href={getOptionalAnswersUrl(pageContext, {
                    prompt: promptId,
                    ...(kind === 'mention' ? { missingBrand: selectedBrand.id } : {}),
                  })}
                  className="after:absolute after:inset-0 hover:text-accent-strong"
                >
                  {prompt}
                </PageLink>
              ),
            },
            engines: {
              columns: engines.map((engine) => ({
                head: <EngineName engine={engine} isStacked />,
                className: 'text-center max-xl:whitespace-normal',
                cell: (row: PromptGap) => (
                  <GapMark
                    result={row.engines.find((result) => result.engine === engine)}
                    verb={verb}
                    selectedBrand={selectedBrand.name}
                  />
                ),
              })),
            },
            competitors: {
              className: 'min-w-40',
              cell: ({ competitors }) => (
                <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs">
                  {competitors.slice(0, 2).map(({ brand, answers }) => (
                    <span key={brand.id} className="inline-flex items-center gap-1.5 whitespace-nowrap">
                      <BrandSwatch color={getBrandColor(brand.colorIndex)} />
                      {brand.name} <span className="text-muted">{formatPlural(answers, 'answer')}</span>
                    </span>
                  ))}
                </span>
              ),
            },
          }}
        />
      )}
    </Section>
  );
}

const markClass = 'inline-flex h-6 items-center rounded-md px-2 text-xs whitespace-nowrap';

interface GapMarkProps {
  /** Undefined when the prompt was not run on the engine. */
  result: PromptGap['engines'][number] | undefined;
  verb: 'mentioned' | 'cited';
  selectedBrand: string;
}

/** Shows whether one engine's answers to a prompt mention or cite the brand, only other tracked brands, or none. */
function GapMark({ result, verb, selectedBrand }: GapMarkProps) {
  if (!result)
    return (
      <span title="Not run" className={classes(markClass, 'text-faint')}>
        Not run
      </span>
    );
  const { label, explanation, className } = {
    present: {
      label: verb === 'mentioned' ? 'Mentioned' : 'Cited',
      explanation: `${selectedBrand} is ${verb}`,
      className: 'text-accent',
    },
    gap: {
      label: 'Gap',
      explanation: `Another tracked brand is ${verb} and ${selectedBrand} is not`,
      className: 'bg-danger-soft font-medium text-danger',
    },
    none: { label: 'None', explanation: `No tracked brand is ${verb}`, className: 'text-faint' },
  }[result.presence];
  return (
    <span
      title={messages.presence({ explanation, answers: result.answers })}
      className={classes(markClass, className)}
    >
      {label}
    </span>
  );
}
