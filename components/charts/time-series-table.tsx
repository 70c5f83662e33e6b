import { FlaggedDate } from '#components/charts/annotations';
import { TableView } from '#components/sections/table-view';
import type { DailyRatesTable } from '#lib/contract/tables/daily-rates';
import type { TimeSeries } from '#lib/dashboard/analytics/segments/time-series';

interface TimeSeriesTableProps {
  table: DailyRatesTable;
  label: string;
  timeSeries: TimeSeries;
}

/** Daily rates as a table, newest day first, with a column for each brand and the counts behind each rate on hover. */
export function TimeSeriesTable({ table, label, timeSeries }: TimeSeriesTableProps) {
  const { days, series } = timeSeries;
  return (
    <TableView
      table={table}
      label={label}
      className="max-h-[340px] overflow-y-auto"
      rows={days.map((day, index) => ({ day, index })).toReversed()}
      getKey={({ day }) => day}
      views={{
        day: { className: 'whitespace-nowrap', cell: ({ day }) => <FlaggedDate day={day} /> },
        rate: {
          rates: series.map(({ brand, points }) => ({
            head: brand.name,
            rate: ({ index }: { index: number }) => points[index],
          })),
        },
      }}
    />
  );
}
