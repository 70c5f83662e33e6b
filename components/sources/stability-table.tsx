import { FilterButton } from '#components/filters/filter-buttons';
import { EngineName } from '#components/filters/filter-context';
import { DataTable } from '#components/sections/data-table';
import { Section } from '#components/sections/section';
import type { StabilityData } from '#lib/dashboard/analytics/sources/stability';
import { sourceMetricDescriptions } from '#lib/format/metric-descriptions';
import { formatCount } from '#lib/format/numbers';

/** Shows how similar citations are from day to day. A row filters by its engine. */
export function StabilityTable({ overall, byEngine }: StabilityData) {
  return (
    <Section
      title="Stability"
      note="How similar each day’s citations are to those of the previous day with citations, on average. 100 means that every domain keeps its share; 0 means that no domain cited on one day is cited on the next day with citations."
      exportedTable="stability"
      descriptions={[{ metric: 'Stability', description: sourceMetricDescriptions.stability }]}
      className="lg:max-w-[calc(50%-24px)]"
    >
      <DataTable
        label="Stability of citations"
        rows={[{ engine: null, ...overall }, ...byEngine]}
        getKey={({ engine }) => engine ?? 'all'}
        columns={[
          {
            head: 'Engine',
            cell: ({ engine }) =>
              engine === null ? (
                <span className="font-semibold">All engines</span>
              ) : (
                <FilterButton dimension="engine" value={engine}>
                  <EngineName engine={engine} isStacked />
                </FilterButton>
              ),
          },
          {
            head: 'Stability',
            numericCell: ({ value }) => (
              <span className={value === null ? 'text-faint' : 'font-medium'}>
                {value === null ? 'Needs 2 days' : formatCount(Math.round(value))}
              </span>
            ),
          },
          {
            head: 'Days with citations',
            numericCell: ({ days }) => formatCount(days),
            className: 'text-muted',
          },
        ]}
      />
    </Section>
  );
}
