import { TZDate } from '@date-fns/tz';
import { addDays, listInstants } from '#lib/core/time-zone';
import type { reportSubscriptions } from '#lib/db/schema/subscriptions';

/** The settings that determine when a subscription is due. */
export type DueTiming = Pick<
  typeof reportSubscriptions.$inferSelect,
  'cadence' | 'timeZone' | 'minuteOfDay' | 'weekday' | 'dayOfMonth'
>;

/**
 * Returns the next due time after an instant, at `minuteOfDay` in the time zone. The cadence determines the days:
 * `weekdays` is Monday to Friday; `weekly` is one day of the week, `weekday`; `monthly` is `dayOfMonth`, or the last day
 * of shorter months. A time that a clock change skips is shifted by the change (02:30 becomes 03:30); if a time occurs
 * twice, the first is used.
 */
export function computeNextDue(timing: DueTiming, after: Date): Date {
  const { timeZone } = timing;
  const local = new TZDate(after.getTime(), timeZone);
  // Noon exists on every day in every time zone.
  let day = new TZDate(local.getFullYear(), local.getMonth(), local.getDate(), 12, timeZone);
  for (;;) {
    if (isDueOn(timing, day)) {
      const [due] = listInstants(day, timing.minuteOfDay, timeZone);
      if (due && due > after) return due;
    }
    day = addDays(day, 1);
  }
}

const countDaysOfMonth = (day: TZDate) => new Date(day.getFullYear(), day.getMonth() + 1, 0).getDate();

function isDueOn({ cadence, weekday, dayOfMonth }: DueTiming, day: TZDate): boolean {
  if (cadence === 'weekly') return day.getDay() === weekday;
  if (cadence === 'monthly') return day.getDate() === Math.min(dayOfMonth, countDaysOfMonth(day));
  return day.getDay() >= 1 && day.getDay() <= 5;
}
