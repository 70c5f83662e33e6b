import { IntervalBar } from '#components/charts/inline-charts';
import { EngineName } from '#components/filters/filter-context';
import { Section } from '#components/sections/section';
import { type ColumnView, TableView } from '#components/sections/table-view';
import type { SourcesPageContext } from '#components/sources/source-links';
import { Link } from '#components/ui/link';
import { EmptyState } from '#components/ui/notice';
import { buildIntervalAxis } from '#lib/charts/chart-spec';
import { domainEnginesTable, domainPromptsTable } from '#lib/contract/tables/source-details';
import { defineMessages } from '#lib/core/messages';
import { getInterval, type Rate } from '#lib/core/metric';
import { formatCount, formatPercent } from '#lib/core/numbers';
import type { DomainData } from '#lib/dashboard/analytics/sources/domain';
import { type AnswersLinkContext, getAnswersUrl } from '#lib/format/answer-links';
import { describeDomainMetrics } from '#lib/format/metric-descriptions';

/** Shows the share of answers that cite a domain with its 95% interval and its counts. */
const citedView: ColumnView<{ cited: Rate }> = {
  className: 'font-medium',
  cell: ({ cited }) => formatPercent(cited.value),
  interval: {},
  after: {
    head: 'Answers',
    numericCell: ({ cited }) => `${formatCount(cited.numerator)} of ${formatCount(cited.denominator)}`,
    className: 'text-muted',
  },
};

interface DomainEnginesProps {
  pageContext: SourcesPageContext & AnswersLinkContext;
  domain: string;
  color: string;
  byEngine: DomainData['byEngine'];
}

/** Shows how often each engine cites the domain. */
export function DomainEngines({ pageContext, domain, color, byEngine }: DomainEnginesProps) {
  const { max } = buildIntervalAxis(byEngine.map(({ cited }) => cited));
  return (
    <Section
      title={domainEnginesTable.title}
      note="Share of each engine’s answers that cite this domain."
      exportedTable={{ table: domainEnginesTable.name, parameters: { domain } }}
      descriptions={[{ metric: 'Cited in', description: describeDomainMetrics(domain).cited }]}
    >
      <TableView
        table={domainEnginesTable}
        rows={byEngine}
        getKey={({ engine }) => engine}
        views={{
          engine: {
            className: 'min-w-36 font-medium sm:min-w-44',
            cell: ({ engine }) => (
              <Link
                href={getAnswersUrl(pageContext.projectId, pageContext.query, { engine, cites: domain })}
                className="after:absolute after:inset-0 hover:text-accent-strong"
              >
                <EngineName engine={engine} isStacked />
                <span className="sr-only"> View its answers that cite {domain}</span>
              </Link>
            ),
          },
          cited: {
            ...citedView,
            before: {
              head: 'Cited in (bar)',
              labelHidden: true,
              className: 'w-[26%] max-sm:hidden',
              cell: ({ cited }) => (
                <IntervalBar value={cited.value} interval={getInterval(cited)} max={max} color={color} />
              ),
            },
          },
        }}
      />
    </Section>
  );
}

interface DomainPromptsProps {
  pageContext: SourcesPageContext & AnswersLinkContext;
  domain: string;
  prompts: DomainData['prompts'];
  /** Number of prompts with answers that cite the domain. */
  promptCount: number;
}

const messages = defineMessages({
  prompts:
    '{shown, number} of {prompts, plural, one {# prompt} other {# prompts}} whose answers cite this domain.',
});

/** The prompts whose answers cite the domain most. */
export function DomainPrompts({ pageContext, domain, prompts, promptCount }: DomainPromptsProps) {
  return (
    <Section
      title={domainPromptsTable.title}
      note={messages.prompts({ shown: prompts.length, prompts: promptCount })}
      exportedTable={{ table: domainPromptsTable.name, parameters: { domain } }}
      descriptions={[{ metric: 'Cited in', description: describeDomainMetrics(domain).cited }]}
    >
      {prompts.length === 0 ? (
        <EmptyState kind="none" title="Never cited">
          Answers list this domain as a source, but none cites it in this period.
        </EmptyState>
      ) : (
        <TableView
          table={domainPromptsTable}
          className="max-h-[420px] overflow-y-auto"
          rows={prompts}
          getKey={({ promptId }) => promptId}
          views={{
            prompt: {
              className: 'min-w-40',
              cell: ({ promptId, prompt }) => (
                <Link
                  href={getAnswersUrl(pageContext.projectId, pageContext.query, {
                    prompt: promptId,
                    cites: domain,
                  })}
                  className="after:absolute after:inset-0 hover:text-accent-strong"
                >
                  {prompt}
                </Link>
              ),
            },
            cited: citedView,
          }}
        />
      )}
    </Section>
  );
}
