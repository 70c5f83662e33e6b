import type { DueTiming } from '#lib/dashboard/subscriptions/due-time';
import { formatTimeOfDay } from '#lib/format/dates';

export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** Formats minutes since midnight as the value of a time input: `08:30`. */
export function formatMinuteOfDay(minute: number): string {
  const [hours, minutes] = splitMinuteOfDay(minute);
  return `${String(hours).padStart(2, '0')}:${minutes}`;
}

function splitMinuteOfDay(minute: number): [hours: number, minutes: string] {
  return [Math.floor(minute / 60), String(minute % 60).padStart(2, '0')];
}

/** Describes when a subscription is due: "Every Monday at 08:30 (Europe/Berlin)". */
export function describeDueTime({ cadence, weekday, dayOfMonth, minuteOfDay, timeZone }: DueTiming): string {
  const at = `at ${formatTimeOfDay(...splitMinuteOfDay(minuteOfDay))} (${timeZone})`;
  if (cadence === 'weekdays') return `Monday to Friday ${at}`;
  if (cadence === 'weekly') return `Every ${weekdayNames[weekday]} ${at}`;
  if (dayOfMonth === 31) return `On the last day of the month ${at}`;
  const shorterMonths = dayOfMonth > 28 ? ', or the last day of a shorter month,' : '';
  return `On day ${dayOfMonth} of the month${shorterMonths} ${at}`;
}

/**
 * Returns whether a local time of day, such as "08:00", falls on the previous day in UTC. Uses the time zone's UTC offset
 * at `now`.
 */
export function isPreviousUtcDay({ time, timeZone }: { time: string; timeZone: string }, now: Date): boolean {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const offset = format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return offset.startsWith('GMT+') && time < offset.slice('GMT+'.length);
}
