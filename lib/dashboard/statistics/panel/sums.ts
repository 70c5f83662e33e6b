import { add, at } from '#lib/dashboard/statistics/numeric/arrays';
import type { DayRange, MetricSeries, Panel } from '#lib/dashboard/statistics/panel/panel';

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

/** Returns the days of a range on which some of the segments have answers. */
export function listRunDays({ panel, answers }: MetricSeries, { from, to }: DayRange): number[] {
  const days: number[] = [];
  for (let day = from; day < to; day += 1) {
    if (panel.segments.some((_, segment) => at(answers, segment * panel.days.length + day) > 0))
      days.push(day);
  }
  return days;
}
