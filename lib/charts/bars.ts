import { buildShareAxis, type ShareAxis } from '#lib/charts/axis';
import { getInterval, type Metric } from '#lib/core/metric';
import { formatInterval, formatPercent, formatPlural } from '#lib/format/numbers';

export interface BarInput {
  id: string;
  label: string;
  metric: Metric;
}

/** A bar with its confidence interval as a whisker, from 0 to 1 of the axis. */
export interface Bar {
  id: string;
  label: string;
  /** Null without data. */
  length: number | null;
  whisker: { from: number; to: number } | null;
  /** "38%". */
  value: string;
  /** "35 to 41 of 1,204 answers". */
  note: string;
}

/** Builds bars with intervals on one axis. @param unit what the denominator counts, singular */
export function buildIntervalBars(
  inputs: readonly BarInput[],
  unit = 'answer',
): { bars: Bar[]; axis: ShareAxis } {
  const largest = Math.max(0, ...inputs.map(({ metric }) => getInterval(metric)?.high ?? metric.value ?? 0));
  const axis = buildShareAxis(largest);
  return {
    axis,
    bars: inputs.map(({ id, label, metric }) => {
      const interval = getInterval(metric);
      return {
        id,
        label,
        length: metric.value === null ? null : metric.value / axis.max,
        whisker: interval && { from: interval.low / axis.max, to: Math.min(1, interval.high / axis.max) },
        value: formatPercent(metric.value),
        note: interval
          ? `${formatInterval(interval)} of ${formatPlural(metric.denominator, unit)}`
          : `No ${unit}s yet`,
      };
    }),
  };
}
