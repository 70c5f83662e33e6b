import type { ReactNode } from 'react';
import { FilterButton } from '#components/filters/filter-button';
import { engineLabel } from '#components/overview/engine-label';
import { Section } from '#components/ui/section';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { siteDefinitions } from '#lib/format/definitions';
import { formatCount } from '#lib/format/formats';

interface StabilityFacts {
  /** From 0 to 100; null with fewer than two days. */
  value: number | null;
  days: number;
}

interface StabilityTableProps {
  overall: StabilityFacts;
  byEngine: readonly (StabilityFacts & { engine: string })[];
}

/** How much of what is cited stays the same from day to day; an engine's row filters by it. */
export function StabilityTable({ overall, byEngine }: StabilityTableProps) {
  return (
    <Section
      title="Stability"
      note="How much of each day’s citations goes to the same domains as the day before, on average. 100: the same shares every day; 0: nothing in common."
      exported="stability"
      meanings={[{ figure: 'Stability', means: siteDefinitions.stability }]}
      className="lg:max-w-[calc(50%-24px)]"
    >
      <Table label="Stability of citations">
        <TableHead>
          <HeadCell>Engine</HeadCell>
          <HeadCell numeric>Stability</HeadCell>
          <HeadCell numeric>Days with citations</HeadCell>
        </TableHead>
        <tbody>
          <StabilityRow facts={overall}>
            <span className="font-semibold">All engines</span>
          </StabilityRow>
          {byEngine.map(({ engine, ...facts }) => (
            <StabilityRow key={engine} facts={facts}>
              <FilterButton dimension="engine" value={engine}>
                {engineLabel(engine)}
              </FilterButton>
            </StabilityRow>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function StabilityRow({ facts: { value, days }, children }: { facts: StabilityFacts; children: ReactNode }) {
  return (
    <Row>
      <Cell>{children}</Cell>
      <Cell numeric className={value === null ? 'text-faint' : 'font-medium'}>
        {value === null ? 'Needs two days' : formatCount(Math.round(value))}
      </Cell>
      <Cell numeric className="text-muted">
        {formatCount(days)}
      </Cell>
    </Row>
  );
}
