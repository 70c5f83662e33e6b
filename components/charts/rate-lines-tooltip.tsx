import { ChartTooltip } from '#components/charts/chart-tooltip';
import type { LineChart } from '#lib/charts/line-series';
import {
  formatDate,
  formatInterval,
  formatPercent,
  formatPlural,
  formatShortDate,
} from '#lib/format/formats';

interface RateLinesTooltipProps {
  chart: LineChart;
  day: string;
  raised: string | null;
}

/** One day of the chart: each brand's value and interval, the answers they rest on, and the day compared with. */
export function RateLinesTooltip({ chart, day, raised }: RateLinesTooltipProps) {
  const row = chart.rows.find((one) => one.day === day);
  if (!row) return null;
  const here = chart.series.flatMap((series) => {
    const point = row.points[series.id];
    return point ? [{ ...series, point }] : [];
  });
  const answers = here[0]?.point.denominator;
  const before = chart.series.flatMap(({ id, compared }) => (compared ? [row.previous[id] ?? null] : []))[0];
  return (
    <ChartTooltip
      heading={formatDate(day)}
      rows={here
        .toSorted((a, b) => b.point.value - a.point.value)
        .map(({ id, name, colour, point }) => ({
          id,
          name,
          colour,
          value: formatPercent(point.value),
          detail: formatInterval(point),
          raised: raised === id,
        }))}
      foot={[
        answers === undefined ? 'No answers on this day' : formatPlural(answers, 'answer'),
        before !== undefined && before !== null && row.previousDay
          ? `${formatPercent(before)} on ${formatShortDate(row.previousDay)}`
          : '',
      ]
        .filter(Boolean)
        .join(' · ')}
    />
  );
}
