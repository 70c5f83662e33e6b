import { FilterButton } from '#components/filters/filter-buttons';
import { EngineName } from '#components/filters/filter-context';
import { Section } from '#components/sections/section';
import { TableView } from '#components/sections/table-view';
import { stabilityTable } from '#lib/contract/tables/source-details';
import { formatCount } from '#lib/core/numbers';
import type { StabilityData } from '#lib/dashboard/analytics/sources/stability';
import { sourceMetricDescriptions } from '#lib/format/metric-descriptions';

/** Shows how similar citations are from day to day. A row filters by its engine. */
export function StabilityTable({ overall, byEngine }: StabilityData) {
  return (
    <Section
      title="Stability"
      note="How similar each day’s citations are to those of the previous day with citations, on average. 100 means that every domain keeps its share; 0 means that no domain cited on one day is cited on the next day with citations."
      exportedTable={stabilityTable.name}
      descriptions={[{ metric: 'Stability', description: sourceMetricDescriptions.stability }]}
      className="lg:max-w-[calc(50%-24px)]"
    >
      <TableView
        table={stabilityTable}
        rows={[{ engine: 'all', ...overall }, ...byEngine]}
        getKey={({ engine }) => engine}
        views={{
          engine: {
            cell: ({ engine }) =>
              engine === 'all' ? (
                <span className="font-semibold">All engines</span>
              ) : (
                <FilterButton filter="engines" value={engine}>
                  <EngineName engine={engine} isStacked />
                </FilterButton>
              ),
          },
          stability: {
            cell: ({ value }) => (
              <span className={value === null ? 'text-faint' : 'font-medium'}>
                {value === null ? 'Needs 2 days' : formatCount(Math.round(value))}
              </span>
            ),
          },
          days: { className: 'text-muted' },
        }}
      />
    </Section>
  );
}
