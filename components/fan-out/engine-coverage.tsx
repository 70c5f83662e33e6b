import type { ReactNode } from 'react';
import { FilterButton } from '#components/filters/filter-buttons';
import { EngineName } from '#components/filters/filter-context';
import { DataTable } from '#components/sections/data-table';
import { Section } from '#components/sections/section';
import type { FanOutEngine } from '#lib/dashboard/analytics/fan-out/fan-out';
import { describeFanOutMetrics } from '#lib/format/metric-descriptions';
import { formatCount, formatPercent, formatRateCounts } from '#lib/format/numbers';

interface EngineCoverageProps {
  engines: readonly FanOutEngine[];
  /** Explains how to get search queries from more engines. */
  hint: ReactNode;
}

/** Shows which engines report their search queries, and in how many answers. */
export function EngineCoverage({ engines, hint }: EngineCoverageProps) {
  const title = 'Which engines report search queries';
  return (
    <Section
      title={title}
      note="An engine that reports none may still search the web."
      exportedTable="fan-out-engines"
      descriptions={[{ metric: 'Share', description: describeFanOutMetrics('').coverage }]}
    >
      <DataTable
        label={title}
        rows={engines}
        getKey={({ engine }) => engine}
        columns={[
          {
            head: 'Engine',
            className: 'min-w-32 font-medium',
            cell: ({ engine }) => (
              <FilterButton dimension="engine" value={engine} wholeRow>
                <EngineName engine={engine} isStacked />
              </FilterButton>
            ),
          },
          { head: 'Answers', numericCell: ({ answers }) => formatCount(answers), className: 'text-muted' },
          {
            head: 'With search queries',
            className: 'text-muted max-sm:whitespace-normal',
            numericCell: ({ withSearchQueries: { numerator } }) =>
              numerator === 0 ? 'None reported' : formatCount(numerator),
          },
          {
            head: 'Share',
            className: 'font-medium max-sm:whitespace-normal',
            title: ({ withSearchQueries }) => formatRateCounts(withSearchQueries, 'answers'),
            numericCell: ({ withSearchQueries: { numerator, value } }) =>
              numerator === 0 ? 'Not measured' : formatPercent(value),
          },
        ]}
      />
      {hint ? <p className="mt-3 text-muted">{hint}</p> : null}
    </Section>
  );
}
