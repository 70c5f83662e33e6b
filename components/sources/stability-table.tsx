import type { ReactNode } from 'react';
import { FilterButton } from '#components/filters/filter-buttons';
import { Section } from '#components/sections/section';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import type { Stability, StabilityData } from '#lib/dashboard/analytics/sources/stability';
import { formatEngine } from '#lib/format/labels';
import { sourceMetricDescriptions } from '#lib/format/metric-descriptions';
import { formatCount } from '#lib/format/numbers';

/** How much of what is cited stays the same from day to day. A row filters by its engine. */
export function StabilityTable({ overall, byEngine }: StabilityData) {
  return (
    <Section
      title="Stability"
      note="How much of each day’s citations goes to the same domains as the day before, on average. 100 means the same shares every day, 0 nothing in common."
      exported="stability"
      descriptions={[{ metric: 'Stability', description: sourceMetricDescriptions.stability }]}
      className="lg:max-w-[calc(50%-24px)]"
    >
      <Table label="Stability of citations">
        <TableHead>
          <HeadCell>Engine</HeadCell>
          <HeadCell numeric>Stability</HeadCell>
          <HeadCell numeric>Days with citations</HeadCell>
        </TableHead>
        <tbody>
          <StabilityRow stability={overall}>
            <span className="font-semibold">All engines</span>
          </StabilityRow>
          {byEngine.map(({ engine, ...stability }) => (
            <StabilityRow key={engine} stability={stability}>
              <FilterButton dimension="engine" value={engine}>
                {formatEngine(engine)}
              </FilterButton>
            </StabilityRow>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function StabilityRow({
  stability: { value, days },
  children,
}: {
  stability: Stability;
  children: ReactNode;
}) {
  return (
    <Row>
      <Cell>{children}</Cell>
      <Cell numeric className={value === null ? 'text-faint' : 'font-medium'}>
        {value === null ? 'Needs 2 days' : formatCount(Math.round(value))}
      </Cell>
      <Cell numeric className="text-muted">
        {formatCount(days)}
      </Cell>
    </Row>
  );
}
