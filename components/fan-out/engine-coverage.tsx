import type { ReactNode } from 'react';
import { FilterButton } from '#components/filters/filter-buttons';
import { EngineName } from '#components/filters/filter-context';
import { Section } from '#components/sections/section';
import { TableView } from '#components/sections/table-view';
import { fanOutEnginesTable } from '#lib/contract/tables/fan-out';
import { formatCount, noValue } from '#lib/core/numbers';
import type { FanOutEngine } from '#lib/dashboard/analytics/fan-out/fan-out';
import { describeFanOutMetrics } from '#lib/format/metric-descriptions';
import { notReported } from '#lib/format/reported-values';

interface EngineCoverageProps {
  engines: readonly FanOutEngine[];
  /** Explains how to get search queries from more engines. */
  hint: ReactNode;
}

/** Shows for which engines and how many answers search queries are known, and how many answers have some. */
export function EngineCoverage({ engines, hint }: EngineCoverageProps) {
  const descriptions = describeFanOutMetrics('');
  return (
    <Section
      title={fanOutEnginesTable.title}
      note="An engine whose provider doesn’t report them may still search the web."
      exportedTable={fanOutEnginesTable.name}
      descriptions={[
        { metric: 'Known for', description: descriptions.reported },
        { metric: 'Share', description: descriptions.coverage },
      ]}
    >
      <TableView
        table={fanOutEnginesTable}
        rows={engines}
        getKey={({ engine }) => engine}
        views={{
          engine: {
            className: 'min-w-32 font-medium',
            cell: ({ engine }) => (
              <FilterButton filter="engines" value={engine} wholeRow>
                <EngineName engine={engine} isStacked />
              </FilterButton>
            ),
          },
          answers: { className: 'text-muted' },
          withReportedQueries: {
            className: 'text-muted max-sm:whitespace-normal',
            cell: ({ withReportedQueries }) =>
              withReportedQueries === 0 ? notReported : formatCount(withReportedQueries),
          },
          withSearchQueries: {
            className: 'font-medium max-sm:whitespace-normal',
            before: {
              head: 'With search queries',
              className: 'text-muted max-sm:whitespace-normal',
              numericCell: ({ withSearchQueries: { numerator, denominator } }) =>
                denominator === 0 ? noValue : formatCount(numerator),
            },
          },
        }}
      />
      {hint ? <p className="mt-3 text-muted">{hint}</p> : null}
    </Section>
  );
}
