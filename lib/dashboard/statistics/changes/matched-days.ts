import { at, total } from '#lib/dashboard/statistics/numeric/arrays';
import type { ComparedPeriods, DayRange, MetricSeries } from '#lib/dashboard/statistics/panel/panel';

/** Days of two periods whose answers are compared with each other. */
export interface DayPair {
  previous: readonly number[];
  current: readonly number[];
}

/** The days of two periods. */
export interface MatchedDays {
  all: DayPair;
  /** By weekday, if the periods differ in the weekdays on which answers were collected; otherwise null. */
  byWeekday: DayPair[] | null;
}

/** Half the sum of the differences of shares of weekdays beyond which periods are compared weekday by weekday. */
const maxWeekdayDistance = 0.1;

const weekdays = [0, 1, 2, 3, 4, 5, 6];

/** Matches the days on which a panel has answers in two periods. */
export function matchDays(
  series: Pick<MetricSeries, 'panel' | 'answers'>,
  periods: ComparedPeriods,
): MatchedDays {
  const { weekdays: weekdayOf } = series.panel;
  const all = {
    previous: listRunDays(series, periods.previous),
    current: listRunDays(series, periods.current),
  };
  const byWeekday = weekdays.map((weekday) => ({
    previous: all.previous.filter((day) => (weekdayOf[day] ?? 0) === weekday),
    current: all.current.filter((day) => (weekdayOf[day] ?? 0) === weekday),
  }));
  const distance = total(byWeekday, ({ previous, current }) => {
    const previousShare = previous.length / Math.max(1, all.previous.length);
    return Math.abs(current.length / Math.max(1, all.current.length) - previousShare) / 2;
  });
  return { all, byWeekday: distance > maxWeekdayDistance ? byWeekday : null };
}

/** Returns the days of a range on which some of the segments have answers. */
function listRunDays({ panel, answers }: Pick<MetricSeries, 'panel' | 'answers'>, { from, to }: DayRange) {
  const days: number[] = [];
  for (let day = from; day < to; day += 1) {
    if (panel.segments.some((_, segment) => at(answers, segment * panel.days.length + day) > 0))
      days.push(day);
  }
  return days;
}
