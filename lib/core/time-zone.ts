import { TZDate } from '@date-fns/tz';

const minuteMs = 60_000;
/** Clocks go back by an hour; by two hours at Troll Station in Antarctica, and by half an hour on Lord Howe Island. */
const repeatedMinutes = [120, 60, 30];

/** Returns the same time of day some days later, or earlier if `days` is negative. */
export function addDays(day: TZDate, days: number): TZDate {
  const result = new TZDate(day.getTime(), day.timeZone);
  // Setting the same day would move the second of two equal times to the first.
  if (days !== 0) result.setDate(day.getDate() + days);
  return result;
}

/**
 * Returns the instants at which the clocks of a time zone show `minuteOfDay` on the calendar day of `day`: usually one;
 * two, the earlier one first, if the clocks go back. A time that a clock change skips is shifted by the change (02:30
 * becomes 03:30).
 * @param minuteOfDay minutes after midnight
 */
export function listInstants(day: TZDate, minuteOfDay: number, timeZone: string): Date[] {
  const [hour, minute] = [Math.floor(minuteOfDay / 60), minuteOfDay % 60];
  const last = new TZDate(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute, timeZone);
  const first = repeatedMinutes
    .map((minutes) => new TZDate(last.getTime() - minutes * minuteMs, timeZone))
    .find((earlier) => isSameTime(earlier, last));
  return (first ? [first, last] : [last]).map((instant) => new Date(instant.getTime()));
}

const isSameTime = (a: TZDate, b: TZDate) =>
  a.getDate() === b.getDate() && a.getHours() === b.getHours() && a.getMinutes() === b.getMinutes();
