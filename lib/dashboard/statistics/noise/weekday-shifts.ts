import type { RunDesign } from '#lib/dashboard/statistics/noise/run-design';
import { add, at, total } from '#lib/dashboard/statistics/numeric/arrays';
import type { DayRange, MetricSeries } from '#lib/dashboard/statistics/panel/panel';

const minWeekdays = 4;
const minDaysPerWeekday = 4;

/**
 * Estimates how much higher or lower answers of each weekday are, in units of the variance of an answer, shrunk toward
 * none (James and Stein). None if there are fewer than four weekdays, or four days of each on average.
 * @param deviations by day, as `sumDeviations` returns them
 * @returns by weekday, from Monday
 */
export function estimateWeekdayShifts(
  { panel }: MetricSeries,
  design: RunDesign,
  deviations: Float64Array,
  spreads: Float64Array,
): Float64Array {
  const shifts = new Float64Array(7);
  const scales = sumSpreads(design, spreads);
  const days = design.spans.flatMap((span) =>
    listDays(span).flatMap((day) => {
      const scale = at(scales, day);
      return scale > 0 ? [{ weekday: panel.weekdays[day] ?? 0, shift: at(deviations, day) / scale }] : [];
    }),
  );
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

/** By day of the spans: the sum of the deviations of segments from their levels in the span. */
export function sumDeviations({ panel, answers, sums }: MetricSeries, design: RunDesign): Float64Array {
  const deviations = new Float64Array(panel.days.length);
  for (const { from, to } of design.spans) {
    for (const segment of design.segments) {
      const start = segment * panel.days.length;
      let [count, sum] = [0, 0];
      for (let day = from; day < to; day += 1) {
        count += at(answers, start + day);
        sum += at(sums, start + day);
      }
      const mean = count > 0 ? sum / count : 0;
      for (let day = from; day < to; day += 1)
        add(deviations, day, at(sums, start + day) - mean * at(answers, start + day));
    }
  }
  return deviations;
}

/** By day of the spans: the sum of the variances of its answers. */
function sumSpreads({ panel, answers, spans, segments }: RunDesign, spreads: Float64Array): Float64Array {
  const scales = new Float64Array(panel.days.length);
  for (const { from, to } of spans) {
    for (const segment of segments) {
      const start = segment * panel.days.length;
      const spread = at(spreads, segment);
      for (let day = from; day < to; day += 1) add(scales, day, at(answers, start + day) * spread);
    }
  }
  return scales;
}

const listDays = ({ from, to }: DayRange) => Array.from({ length: to - from }, (_, index) => from + index);
