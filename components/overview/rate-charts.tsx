'use client';

import { useMemo } from 'react';
import { Chart } from '#components/charts/chart';
import { ChartFrame } from '#components/charts/chart-frame';
import { TimeSeriesTable } from '#components/charts/time-series-table';
import { Section } from '#components/sections/section';
import { EmptyState } from '#components/ui/empty-state';
import { buildLineChart } from '#lib/charts/line-chart';
import { buildStackedChart } from '#lib/charts/stacked-chart';
import type { TrackedBrand } from '#lib/core/metric';
import { describeBrandMetrics, type MetricDescription } from '#lib/format/metric-descriptions';
import { deserializeRates, type SerializedTimeSeries } from '#lib/format/serialize-rates';

interface VisibilityChartProps {
  packed: SerializedTimeSeries<TrackedBrand>;
  /** The brand whose figures are looked at. */
  lookedAtId: string;
  meanings: readonly MetricDescription[];
}

/** The share of each day's answers that mentions each tracked brand. */
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
      note={`Share of each day’s answers that name the brand. Shaded: 95% interval.${dashed}`}
      table={<TimeSeriesTable label={chart.label} timeSeries={overTime} />}
    >
      <Chart spec={chart} />
    </ChartFrame>
  );
}

interface VoiceChartProps {
  packed: SerializedTimeSeries<TrackedBrand>;
  /** The share of each brand over the whole period, by its id. */
  totals: Readonly<Record<string, string>>;
  /** Left out where another chart of the page lists the flags. */
  listsFlags?: boolean;
}

/** How each day's mentions divide over the tracked brands. */
export function VoiceChart({ packed, totals, listsFlags }: VoiceChartProps) {
  const overTime = useMemo(() => deserializeRates(packed), [packed]);
  const measured = overTime.series.some(({ points }) => points.some((rate) => rate !== null));
  if (!measured) {
    return (
      <Section title="Share of voice over time">
        <EmptyState kind="not measured" title="Not measured" className="h-[300px]">
          {overTime.series.length > 1
            ? 'No answer in these days to a prompt without a brand in it names a tracked one. Branded prompts can be counted under Filter.'
            : 'A share is measured against others: add a competitor under Brands, and stored answers are scored again.'}
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
      note="Of all mentions of tracked brands, counted by answers."
      table={<TimeSeriesTable label="Share of voice by day" timeSeries={overTime} unit="brand mentions" />}
    >
      <Chart spec={buildStackedChart('Share of voice by day', overTime)} legendValues={totals} />
    </ChartFrame>
  );
}
