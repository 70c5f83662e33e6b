import { ChartFrame } from '#components/charts/chart-frame';
import { RateLines } from '#components/charts/rate-lines';
import type { OverTimeFacts } from '#components/overview/facts';
import { OverTimeTable } from '#components/overview/over-time-table';

/** A rounded top a little above the highest figure, and the values to label below it, at most five. */
function axisOf(highest: number): number[] {
  const step = [0.05, 0.1, 0.2, 0.25].find((size) => Math.ceil(highest / size) <= 4) ?? 0.25;
  const steps = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: steps + 1 }, (_, index) => Math.round(index * step * 100) / 100);
}

export function VisibilityChart({ overTime }: { overTime: OverTimeFacts }) {
  const series = overTime.series.map(({ brand, points }) => ({
    id: brand.id,
    label: brand.name,
    hue: brand.hue,
    points: points.map((rate) =>
      rate && rate.value !== null && rate.low !== null && rate.high !== null
        ? { value: rate.value, low: rate.low, high: rate.high, answers: rate.denominator }
        : null,
    ),
  }));
  const own = overTime.series.find(({ brand }) => brand.role === 'own');
  const before = own?.previous?.map((rate) => rate?.value ?? null);
  const highest = Math.max(
    0.05,
    ...series.flatMap(({ hue, points }) =>
      points.map((point) => (hue === 0 ? point?.high : point?.value) ?? 0),
    ),
    ...(before ?? []).map((value) => value ?? 0),
  );
  return (
    <ChartFrame
      title="Visibility over time"
      note={
        before
          ? 'Share of each day’s answers that mention the brand. Shaded: 95% interval. Dashed: the period before.'
          : 'Share of each day’s answers that mention the brand. Shaded: 95% interval.'
      }
      table={<OverTimeTable label="Visibility by day" overTime={overTime} />}
    >
      <RateLines
        label="Visibility by day, a line a brand"
        days={overTime.days}
        series={series}
        before={before}
        ticks={axisOf(highest)}
      />
    </ChartFrame>
  );
}
