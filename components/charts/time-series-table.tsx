import { DayFlag } from '#components/charts/annotations';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import type { TimeSeries } from '#lib/dashboard/analytics/segments/time-series';
import { formatDate } from '#lib/format/dates';
import { formatPercent, formatRateCounts } from '#lib/format/numbers';

interface TimeSeriesTableProps {
  label: string;
  timeSeries: TimeSeries;
  /** What the denominators count, plural. */
  unit?: string;
}

/** Daily rates as a table, newest day first, with the counts behind each on hover. */
export function TimeSeriesTable({ label, timeSeries, unit = 'answers' }: TimeSeriesTableProps) {
  const { days, series } = timeSeries;
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
                <Cell key={brand.id} numeric title={rate ? formatRateCounts(rate, unit) : undefined}>
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
