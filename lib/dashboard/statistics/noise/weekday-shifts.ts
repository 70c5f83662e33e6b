import type { RunDesign } from '#lib/dashboard/statistics/noise/run-design';
import { add, at, total } from '#lib/dashboard/statistics/numeric/arrays';
import type { DayRange, MetricSeries } from '#lib/dashboard/statistics/panel/panel';

const minWeekdays = 4;
const minDaysPerWeekday = 4;

/**
 * Estimates how much higher or lower answers of each weekday are, in units of the variance of an answer, shrunk toward
 * none (James and Stein). None if there are fewer than four weekdays, or four days of each on average.
 * @returns by weekday, from Monday
 */
export function estimateWeekdayShifts(
  series: MetricSeries,
  design: RunDesign,
  spreads: Float64Array,
): Float64Array {
  const shifts = new Float64Array(7);
  const days = design.spans.flatMap((span) => measureDays(series, design, spreads, span));
  const byWeekday = Map.groupBy(days, ({ weekday }) => weekday);
  const count = byWeekday.size;
  if (count < minWeekdays || days.length < minDaysPerWeekday * count) return shifts;
  const means = [...byWeekday].map(([weekday, own]) => ({
    weekday,
    days: own.length,
    mean: total(own, ({ shift }) => shift) / own.length,
  }));
  const meanOf = new Map(means.map(({ weekday, mean }) => [weekday, mean]));
  const residual = total(days, ({ weekday, shift }) => (shift - (meanOf.get(weekday) ?? 0)) ** 2);
  const variance = residual / (days.length - count);
  const center = total(means, ({ days: own, mean }) => own * mean) / days.length;
  const signal =
    total(means, ({ days: own, mean }) => own * (mean - center) ** 2) / Math.max(1e-12, variance);
  const shrinkage = Math.max(0, 1 - (count - 3) / Math.max(1e-12, signal));
  for (const { weekday, mean } of means) shifts[weekday] = shrinkage * (mean - center);
  return shifts;
}

/** By day with answers: the sum of the deviations from the segments' levels in the span ÷ the sum of their variances. */
function measureDays(
  { panel, answers, sums }: MetricSeries,
  design: RunDesign,
  spreads: Float64Array,
  { from, to }: DayRange,
): { weekday: number; shift: number }[] {
  const deviations = new Float64Array(to - from);
  const scales = new Float64Array(to - from);
  for (const segment of design.segments) {
    const start = segment * panel.days.length;
    let [count, sum] = [0, 0];
    for (let day = from; day < to; day += 1) {
      count += at(answers, start + day);
      sum += at(sums, start + day);
    }
    const mean = count > 0 ? sum / count : 0;
    for (let day = from; day < to; day += 1) {
      const own = at(answers, start + day);
      add(deviations, day - from, at(sums, start + day) - mean * own);
      add(scales, day - from, own * at(spreads, segment));
    }
  }
  return [...scales.keys()].flatMap((index) =>
    at(scales, index) > 0
      ? [
          {
            weekday: panel.weekdays[from + index] ?? 0,
            shift: at(deviations, index) / at(scales, index),
          },
        ]
      : [],
  );
}
