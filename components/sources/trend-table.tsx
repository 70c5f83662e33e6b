import { DayFlag } from '#components/annotations/day-flag';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import type { Rate } from '#lib/core/rate';
import { formatCount, formatDate, formatInterval, formatPercent } from '#lib/format/formats';

/** A domain's daily share as a table, newest day first. */
export function TrendTable({ days, trend }: { days: readonly string[]; trend: readonly (Rate | null)[] }) {
  const newestFirst = days.map((day, index) => ({ day, rate: trend[index] ?? null })).toReversed();
  return (
    <Table label="Citation share by day" className="max-h-[340px] overflow-y-auto">
      <TableHead>
        <HeadCell>Day</HeadCell>
        <HeadCell numeric>Citation share</HeadCell>
        <HeadCell numeric>95% interval</HeadCell>
        <HeadCell numeric>Citations of the day</HeadCell>
      </TableHead>
      <tbody>
        {newestFirst.map(({ day, rate }) => (
          <Row key={day}>
            <Cell className="whitespace-nowrap">
              {formatDate(day)}
              <DayFlag day={day} />
            </Cell>
            <Cell numeric>{formatPercent(rate?.value ?? null)}</Cell>
            <Cell numeric className="text-muted">
              {formatInterval(rate)}
            </Cell>
            <Cell numeric className="text-muted">
              {formatCount(rate?.denominator ?? 0)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
