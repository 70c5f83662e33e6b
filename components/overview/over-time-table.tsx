import { DayFlag } from '#components/annotations/day-flag';
import type { OverTimeFacts } from '#components/overview/facts';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { formatDate, formatPercent } from '#lib/charts/formats';

/** Daily rates as a table, newest day first. */
export function OverTimeTable({ label, overTime }: { label: string; overTime: OverTimeFacts }) {
  const { days, series } = overTime;
  const newestFirst = days.map((day, index) => ({ day, index })).toReversed();
  return (
    <Table label={label} className="max-h-[340px] overflow-y-auto">
      <TableHead>
        <HeadCell>Day</HeadCell>
        {series.map(({ brand }) => (
          <HeadCell key={brand.id} numeric>
            {brand.name}
          </HeadCell>
        ))}
      </TableHead>
      <tbody>
        {newestFirst.map(({ day, index }) => (
          <Row key={day}>
            <Cell className="whitespace-nowrap">
              {formatDate(day)}
              <DayFlag day={day} />
            </Cell>
            {series.map(({ brand, points }) => {
              const value = points[index]?.value ?? null;
              return (
                <Cell key={brand.id} numeric>
                  {formatPercent(value)}
                </Cell>
              );
            })}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
