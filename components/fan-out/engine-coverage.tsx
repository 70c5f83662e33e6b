import type { ReactNode } from 'react';
import { FilterButton } from '#components/filters/filter-buttons';
import { Section } from '#components/sections/section';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import type { FanOutEngine } from '#lib/dashboard/analytics/fan-out/fan-out';
import { formatEngine } from '#lib/format/labels';
import { describeFanOutMetrics } from '#lib/format/metric-descriptions';
import { formatCount, formatPercent, formatRateCounts } from '#lib/format/numbers';

interface EngineCoverageProps {
  engines: readonly FanOutEngine[];
  /** How to get search queries from more engines. */
  hint: ReactNode;
}

/** Which engines report their search queries, and in how many answers. */
export function EngineCoverage({ engines, hint }: EngineCoverageProps) {
  return (
    <Section
      title="Which engines report search queries"
      note="An engine that reports none may still search the web."
      exported="fan-out-engines"
      descriptions={[{ metric: 'Share', description: describeFanOutMetrics('').coverage }]}
    >
      <Table label="Which engines report search queries">
        <TableHead>
          <HeadCell>Engine</HeadCell>
          <HeadCell numeric>Answers</HeadCell>
          <HeadCell numeric>With search queries</HeadCell>
          <HeadCell numeric>Share</HeadCell>
        </TableHead>
        <tbody>
          {engines.map(({ engine, answers, withSearchQueries }) => (
            <Row key={engine} className="relative">
              <Cell className="font-medium">
                <FilterButton dimension="engine" value={engine} wholeRow>
                  {formatEngine(engine)}
                </FilterButton>
              </Cell>
              <Cell numeric className="text-muted">
                {formatCount(answers)}
              </Cell>
              <Cell numeric className="text-muted">
                {withSearchQueries.numerator === 0
                  ? 'None reported'
                  : formatCount(withSearchQueries.numerator)}
              </Cell>
              <Cell numeric className="font-medium" title={formatRateCounts(withSearchQueries, 'answers')}>
                {withSearchQueries.numerator === 0 ? 'Not measured' : formatPercent(withSearchQueries.value)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {hint ? <p className="mt-3 text-muted">{hint}</p> : null}
    </Section>
  );
}
