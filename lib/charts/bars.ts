import { buildShareAxis, type ShareAxis } from '#lib/charts/axis';
import { getInterval, type Metric } from '#lib/core/metric';
import { formatInterval, formatPercent, formatPlural } from '#lib/format/numbers';

export interface BarInput {
  id: string;
  label: string;
  figure: Metric;
}

/** A bar with its whisker, all lengths from 0 to 1 of the axis. */
export interface Bar {
  id: string;
  label: string;
  /** Null without data: no bar, and words instead. */
  length: number | null;
  whisker: { from: number; to: number } | null;
  /** "38%". */
  value: string;
  /** "35 to 41 of 1,204 answers". */
  note: string;
}

/** Bars with intervals on one axis from 0. `unit` names what the denominator counts, singular. */
export function buildIntervalBars(
  inputs: readonly BarInput[],
  unit = 'answer',
): { bars: Bar[]; axis: ShareAxis } {
  const largest = Math.max(0, ...inputs.map(({ figure }) => getInterval(figure)?.high ?? figure.value ?? 0));
  const axis = buildShareAxis(largest);
  return {
    axis,
    bars: inputs.map(({ id, label, figure }) => {
      const interval = getInterval(figure);
      return {
        id,
        label,
        length: figure.value === null ? null : figure.value / axis.max,
        whisker: interval && { from: interval.low / axis.max, to: Math.min(1, interval.high / axis.max) },
        value: formatPercent(figure.value),
        note: interval
          ? `${formatInterval(interval)} of ${formatPlural(figure.denominator, unit)}`
          : `No ${unit}s yet`,
      };
    }),
  };
}
