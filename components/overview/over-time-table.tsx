import { DayFlag } from '#components/annotations/day-flag';
import type { OverTimeFacts } from '#components/overview/facts';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { countedWords } from '#lib/format/counted';
import { formatDate, formatPercent } from '#lib/format/formats';

interface OverTimeTableProps {
  label: string;
  overTime: OverTimeFacts;
  /** What the denominators count, plural. */
  unit?: string;
}

/** Daily rates as a table, newest day first; each says on hover what it was counted from. */
export function OverTimeTable({ label, overTime, unit = 'answers' }: OverTimeTableProps) {
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
              const rate = points[index];
              return (
                <Cell key={brand.id} numeric title={rate ? countedWords(rate, unit) : undefined}>
                  {formatPercent(rate?.value ?? null)}
                </Cell>
              );
            })}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
