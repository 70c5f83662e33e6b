import type { AlertChart } from '#lib/dashboard/alerts/conditions/condition';
import type { WatchedDays } from '#lib/dashboard/alerts/conditions/read-daily-counts';
import type { DailySeries } from '#lib/dashboard/analytics/statistics/daily-series';
import {
  measureShift,
  type Shift,
  type ShiftOptions,
} from '#lib/dashboard/analytics/statistics/detect-shift';

/** Maximum number of baseline days that a chart shows. */
const maxShownBaselineDays = 56;

interface ShiftChartOptions {
  days: WatchedDays;
  /** The options that the shift was detected with. */
  options: ShiftOptions;
  /** In the unit of the series. */
  minChange: number;
  unit: AlertChart['unit'];
}

/**
 * Builds the chart of a shift: by day, the value, the number of answers and the average (of the baseline, then since the
 * change); and, since the change, the boundary beyond which the condition is met.
 */
export function buildShiftChart(
  series: DailySeries,
  { day: start, baselineFrom, before, difference }: Shift,
  { days, options, minChange, unit }: ShiftChartOptions,
): AlertChart {
  const first = Math.max(baselineFrom, start - maxShownBaselineDays);
  const chart: AlertChart = {
    unit,
    from: days.getDay(first),
    values: [],
    answers: [],
    averages: [],
    boundaries: [],
  };
  for (let day = first; day <= options.day; day += 1) {
    const { numerator, denominator } = series.sumAll(day, day + 1);
    chart.values.push(denominator > 0 ? round(numerator / denominator) : null);
    chart.answers.push(Math.round(denominator));
    const shift = day < start ? null : measureShift(series, start, { ...options, day });
    chart.averages.push(day < start ? round(before) : shift && round(shift.after));
    chart.boundaries.push(shift && round(getBoundary(shift, { unit, minChange, isRise: difference > 0 })));
  }
  return chart;
}

function getBoundary(
  { before, after, difference, interval, afterInterval }: Shift,
  { unit, minChange, isRise }: Pick<ShiftChartOptions, 'unit' | 'minChange'> & { isRise: boolean },
): number {
  // A competitor is ahead once its average lead is beyond noise.
  if (unit === 'lead') return after - afterInterval.low;
  return isRise
    ? before + Math.max(minChange, difference - interval.low)
    : before - Math.max(minChange, interval.high - difference);
}

const round = (value: number) => Number(value.toFixed(5));
