import { ChartFrame } from '#components/charts/chart-frame';
import { RateLines } from '#components/charts/rate-lines';
import { OverTimeTable } from '#components/overview/over-time-table';
import { lineChart } from '#lib/charts/line-series';
import type { Rate } from '#lib/core/rate';
import { definitionsOf } from '#lib/format/definitions';

interface ExperimentChartProps {
  experimentId: string;
  days: { days: readonly string[]; treated: readonly (Rate | null)[]; control: readonly (Rate | null)[] };
}

/** Visibility of both groups by day. */
export function ExperimentChart({ experimentId, days: { days, treated, control } }: ExperimentChartProps) {
  const series = [
    {
      brand: { id: 'treated', name: 'Changed', role: 'own' as const, hue: 0 },
      points: treated,
      previous: null,
    },
    {
      brand: { id: 'control', name: 'Others', role: 'competitor' as const, hue: 7 },
      points: control,
      previous: null,
    },
  ];
  return (
    <ChartFrame
      title="Visibility of both groups"
      note="Share of each day’s answers that name the brand. Shaded: 95% interval."
      exported={{ table: 'experiment-by-day', about: { experiment: experimentId } }}
      meanings={[{ figure: 'Visibility', means: definitionsOf('the brand').visibility }]}
      listsFlags
      table={
        <OverTimeTable
          label="Visibility of both groups by day"
          overTime={{ days, previousDays: null, series }}
        />
      }
    >
      <RateLines label="Visibility by day, a line a group" chart={lineChart(days, null, series, 'treated')} />
    </ChartFrame>
  );
}
