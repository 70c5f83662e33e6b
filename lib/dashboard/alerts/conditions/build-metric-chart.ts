import type { AlertChart, AlertNumbers } from '#lib/dashboard/alerts/conditions/condition';
import type { Unit } from '#lib/dashboard/alerts/conditions/format-values';
import type { WatchedPanel } from '#lib/dashboard/alerts/conditions/read-watched-metric';

/** Days before the compared ones that a chart shows. */
const maxEarlierDays = 56;

/**
 * Builds the chart of a metric that changed: by day, the value and the number of answers; and the averages that were
 * compared, before and during the last days.
 */
export function buildMetricChart(
  { days, metric, segments }: WatchedPanel,
  { before, after, changedOn, baselineFrom }: AlertNumbers,
  { day: last, unit }: { day: number; unit: Unit },
): AlertChart {
  const start = days.getIndex(changedOn);
  const first = Math.max(days.getIndex(baselineFrom), start - maxEarlierDays);
  const chart: AlertChart = {
    unit,
    from: days.getDay(first),
    values: [],
    answers: [],
    averages: [],
    boundaries: [],
  };
  for (let day = first; day <= last; day += 1) {
    const { value, counted } = metric.sumDay(day, segments);
    chart.values.push(value === null ? null : round(value));
    chart.answers.push(counted);
    chart.averages.push(round(day < start ? before : after));
    chart.boundaries.push(null);
  }
  return chart;
}

const round = (value: number) => Number(value.toFixed(5));
