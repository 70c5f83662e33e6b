import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { getDaysInMonth } from 'date-fns/getDaysInMonth';
import type { reportSubscriptions } from '#lib/db/schema/subscriptions';

/** The settings that determine when a subscription is due. */
export type DueTiming = Pick<
  typeof reportSubscriptions.$inferSelect,
  'cadence' | 'timeZone' | 'minuteOfDay' | 'weekday' | 'dayOfMonth'
>;

/**
 * Returns the next due time after an instant: at `minuteOfDay` in the time zone, from Monday to Friday, every `weekday`,
 * or on `dayOfMonth` of every month, or the last day of shorter months. A time that a clock change skips is shifted by
 * the change (02:30 becomes 03:30); if a time occurs twice, the first is used.
 */
export function computeNextDue(timing: DueTiming, after: Date): Date {
  const { timeZone } = timing;
  const local = new TZDate(after.getTime(), timeZone);
  // Noon exists on every day in every time zone.
  let day = new TZDate(local.getFullYear(), local.getMonth(), local.getDate(), 12, timeZone);
  for (;;) {
    if (isDueOn(timing, day)) {
      const due = getInstant(day, timing);
      if (due > after) return due;
    }
    day = addDays(day, 1);
  }
}

function isDueOn({ cadence, weekday, dayOfMonth }: DueTiming, day: TZDate): boolean {
  if (cadence === 'weekly') return day.getDay() === weekday;
  if (cadence === 'monthly') return day.getDate() === Math.min(dayOfMonth, getDaysInMonth(day));
  return day.getDay() >= 1 && day.getDay() <= 5;
}

const minuteMs = 60_000;
/** Clocks go back by an hour, or by half an hour on Lord Howe Island. */
const repeatedMinutes = [60, 30];

/** Returns the first instant at which it is `minuteOfDay` on a day in the time zone. */
function getInstant(day: TZDate, { minuteOfDay, timeZone }: DueTiming): Date {
  const [hour, minute] = [Math.floor(minuteOfDay / 60), minuteOfDay % 60];
  const slot = new TZDate(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute, timeZone);
  const first = repeatedMinutes
    .map((minutes) => new TZDate(slot.getTime() - minutes * minuteMs, timeZone))
    .find(
      (earlier) => earlier.getDate() === day.getDate() && getMinuteOfDay(earlier) === getMinuteOfDay(slot),
    );
  return new Date((first ?? slot).getTime());
}

const getMinuteOfDay = (time: TZDate) => time.getHours() * 60 + time.getMinutes();
