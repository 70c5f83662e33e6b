import { add, at } from '#lib/dashboard/statistics/numeric/arrays';
import type { DayRange, Panel } from '#lib/dashboard/statistics/panel/panel';

/** Adds up daily counts over ranges of days, by segment. */
export function sumDays(panel: Panel, counts: Float64Array, ranges: readonly DayRange[]): Float64Array {
  const sums = new Float64Array(panel.segments.length);
  for (let segment = 0; segment < sums.length; segment += 1) {
    const start = segment * panel.days.length;
    for (const { from, to } of ranges)
      for (let day = from; day < to; day += 1) add(sums, segment, at(counts, start + day));
  }
  return sums;
}
