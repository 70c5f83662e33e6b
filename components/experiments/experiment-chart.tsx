import { Chart } from '#components/charts/chart';
import { ChartFrame } from '#components/charts/chart-frame';
import { TimeSeriesTable } from '#components/charts/time-series-table';
import { buildLineChart } from '#lib/charts/series-charts';
import { experimentByDayTable } from '#lib/contract/tables/daily-rates';
import type { ExperimentSeries } from '#lib/dashboard/experiments/read-experiment-series';
import { describeBrandMetrics } from '#lib/format/metric-descriptions';

interface ExperimentChartProps {
  experimentId: string;
  series: ExperimentSeries;
}

/** Visibility of both groups by day. */
export function ExperimentChart({ experimentId, series }: ExperimentChartProps) {
  const { days, treatment, control } = series;
  const timeSeries = {
    days,
    previousDays: null,
    series: [
      { id: 'treatment', name: 'Affected', role: 'own' as const, colorIndex: 0, points: treatment },
      {
        id: 'control',
        name: 'Compared',
        role: 'competitor' as const,
        colorIndex: 7,
        points: control,
      },
    ].map(({ points, ...brand }) => ({ brand, points, previous: null })),
  };
  const label = 'Visibility of both groups by day';
  return (
    <ChartFrame
      title={experimentByDayTable.title}
      note="Share of each day’s answers that mention the brand."
      chartNote="Shaded: where each day’s true value most likely is."
      exportedTable={{ table: experimentByDayTable.name, parameters: { experiment: experimentId } }}
      descriptions={[{ metric: 'Visibility', description: describeBrandMetrics('the brand').visibility }]}
      listsAnnotations
      table={<TimeSeriesTable table={experimentByDayTable} label={label} timeSeries={timeSeries} />}
    >
      <Chart spec={buildLineChart(label, timeSeries, 'treatment')} />
    </ChartFrame>
  );
}
