'use client';

import { useMemo } from 'react';
import { Chart } from '#components/charts/chart';
import { ChartFrame } from '#components/charts/chart-frame';
import { TimeSeriesTable } from '#components/charts/time-series-table';
import { Section } from '#components/sections/section';
import { EmptyState } from '#components/ui/notice';
import { buildLineChart, buildStackedChart } from '#lib/charts/series-charts';
import { describeBrandMetrics, type MetricDescription } from '#lib/format/metric-descriptions';
import { deserializeRates, type SerializedTimeSeries } from '#lib/format/serialize-rates';

interface VisibilityChartProps {
  packed: SerializedTimeSeries;
  /** The selected brand. */
  lookedAtId: string;
  meanings: readonly MetricDescription[];
}

/** Daily visibility of each tracked brand. */
export function VisibilityChart({ packed, lookedAtId, meanings }: VisibilityChartProps) {
  const overTime = useMemo(() => deserializeRates(packed), [packed]);
  const chart = buildLineChart('Visibility by day', overTime, lookedAtId);
  const dashed = chart.series.some(({ previous }) => previous) ? ' Dashed: the comparison period.' : '';
  return (
    <ChartFrame
      title="Visibility over time"
      exported="visibility-over-time"
      descriptions={meanings}
      listsFlags
      note={`Share of each day’s answers that mention the brand. Shaded: 95% confidence interval.${dashed}`}
      table={<TimeSeriesTable label={chart.label} timeSeries={overTime} />}
    >
      <Chart spec={chart} />
    </ChartFrame>
  );
}

interface VoiceChartProps {
  packed: SerializedTimeSeries;
  /** Share of each brand over the whole period, by brand ID. */
  totals: Readonly<Record<string, string>>;
  /** False if another chart of the page lists the annotations. */
  listsFlags?: boolean;
}

/** Daily share of voice of the tracked brands. */
export function ShareOfVoiceChart({ packed, totals, listsFlags }: VoiceChartProps) {
  const overTime = useMemo(() => deserializeRates(packed), [packed]);
  const measured = overTime.series.some(({ points }) => points.some((rate) => rate !== null));
  if (!measured) {
    return (
      <Section title="Share of voice over time">
        <EmptyState kind="not measured" title="No share of voice" className="h-[300px]">
          {overTime.series.length > 1
            ? 'No unbranded prompt in this period has an answer that mentions a tracked brand. You can include branded prompts under Filter.'
            : 'Share of voice needs competitors. Add one under Brands; existing answers are rescored.'}
        </EmptyState>
      </Section>
    );
  }
  return (
    <ChartFrame
      title="Share of voice over time"
      exported="share-of-voice-over-time"
      descriptions={[
        { metric: 'Share of voice', description: describeBrandMetrics('the brand').shareOfVoice },
      ]}
      listsFlags={listsFlags}
      note="Share of all mentions of tracked brands, counted once per answer."
      table={<TimeSeriesTable label="Share of voice by day" timeSeries={overTime} unit="brand mentions" />}
    >
      <Chart spec={buildStackedChart('Share of voice by day', overTime)} legendValues={totals} />
    </ChartFrame>
  );
}
