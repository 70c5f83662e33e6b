'use client';

import { useMemo } from 'react';
import { Chart } from '#components/charts/chart';
import { ChartFrame } from '#components/charts/chart-frame';
import { loadOnFirstInteraction } from '#components/overlays/lazy-panel';
import { Section } from '#components/sections/section';
import { LinkButton } from '#components/ui/link-button';
import { EmptyState, LoadFailed } from '#components/ui/notice';
import {
  buildLineChart,
  buildStackedChart,
  deserializeRates,
  type SerializedTimeSeries,
} from '#lib/charts/series-charts';
import { shareOfVoiceOverTimeTable, visibilityOverTimeTable } from '#lib/contract/tables/daily-rates';
import { formatInstant } from '#lib/core/dates';
import { describeBrandMetrics } from '#lib/format/metric-descriptions';

const TimeSeriesTable = loadOnFirstInteraction(
  async () => (await import('#components/charts/time-series-table')).TimeSeriesTable,
  LoadFailed,
);

interface VisibilityChartProps {
  rates: SerializedTimeSeries;
  /** Visibility of each brand over the whole period, by brand ID. */
  totals: Readonly<Record<string, string>>;
  selectedBrandId: string;
  /** For the message that replaces the chart; defined only on the overview page, if exactly one day has answers. */
  upcomingRuns?: UpcomingRuns | undefined;
}

/** The next run and the page of the schedule. */
export interface UpcomingRuns {
  /** Null without an enabled schedule. */
  nextRunAt: Date | null;
  scheduleHref: string;
}

/** Daily visibility of each tracked brand. */
export function VisibilityChart({ rates, totals, selectedBrandId, upcomingRuns }: VisibilityChartProps) {
  const timeSeries = useMemo(() => deserializeRates(rates), [rates]);
  const spec = buildLineChart('Visibility by day', timeSeries, selectedBrandId);
  const dashed = spec.series.some(({ previous }) => previous) ? ' Dashed: the comparison period.' : '';
  return (
    <ChartFrame
      title={visibilityOverTimeTable.title}
      exportedTable={visibilityOverTimeTable.name}
      descriptions={[{ metric: 'Visibility', description: describeBrandMetrics('the brand').visibility }]}
      listsAnnotations
      note="Share of each day’s answers that mention the brand."
      chartNote={`Shaded: where each day’s true value most likely is.${dashed}`}
      table={<TimeSeriesTable table={visibilityOverTimeTable} label={spec.label} timeSeries={timeSeries} />}
    >
      <Chart
        spec={spec}
        legendValues={totals}
        tooFewDaysMessage={upcomingRuns ? <OnlyOneDay {...upcomingRuns} /> : undefined}
      />
    </ChartFrame>
  );
}

/** Explains when the chart will have a line. */
function OnlyOneDay({ nextRunAt, scheduleHref }: UpcomingRuns) {
  return (
    <EmptyState
      kind="none yet"
      title="Only one day with answers"
      className="h-[300px]"
      action={<LinkButton href={scheduleHref}>{nextRunAt ? 'View schedule' : 'Set up schedule'}</LinkButton>}
    >
      {nextRunAt
        ? `The line needs answers on two days. Choose a longer period, or wait for another day. The next run is on ${formatInstant(nextRunAt)}.`
        : 'The line needs answers on two days. Choose a longer period, or set up a schedule.'}
    </EmptyState>
  );
}

interface ShareOfVoiceChartProps {
  rates: SerializedTimeSeries;
  /** Share of voice of each brand over the whole period, by brand ID. */
  totals: Readonly<Record<string, string>>;
  /** False if another chart of the page lists the annotations. */
  listsAnnotations?: boolean;
}

/** Daily share of voice of the tracked brands. */
export function ShareOfVoiceChart({ rates, totals, listsAnnotations }: ShareOfVoiceChartProps) {
  const timeSeries = useMemo(() => deserializeRates(rates), [rates]);
  const { series } = timeSeries;
  if (!series.some(({ points }) => points.some((rate) => rate !== null))) {
    return (
      <Section title={shareOfVoiceOverTimeTable.title}>
        <EmptyState kind="not measured" title="No share of voice" className="h-[300px]">
          {series.length > 1
            ? 'No unbranded prompt in this period has an answer that mentions a tracked brand. Branded prompts count only if the filters include them.'
            : 'Share of voice needs competitors. Add one under Brands; it is also searched in existing answers.'}
        </EmptyState>
      </Section>
    );
  }
  const spec = buildStackedChart('Share of voice by day', timeSeries);
  return (
    <ChartFrame
      title={shareOfVoiceOverTimeTable.title}
      exportedTable={shareOfVoiceOverTimeTable.name}
      descriptions={[
        { metric: 'Share of voice', description: describeBrandMetrics('the brand').shareOfVoice },
      ]}
      listsAnnotations={listsAnnotations}
      note="Share of all mentions of tracked brands. A brand counts at most once per answer."
      table={<TimeSeriesTable table={shareOfVoiceOverTimeTable} label={spec.label} timeSeries={timeSeries} />}
    >
      <Chart spec={spec} legendValues={totals} />
    </ChartFrame>
  );
}
