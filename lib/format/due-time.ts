import { formatTimeOfDay } from '#lib/core/dates';
import { defineMessages } from '#lib/core/messages';
import type { DueTiming } from '#lib/dashboard/subscriptions/due-time';

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

const messages = defineMessages({
  weekdays: 'Monday to Friday at {time} ({timeZone})',
  weekly: 'Every {weekday} at {time} ({timeZone})',
  lastDay: 'On the last day of the month at {time} ({timeZone})',
  dayOrLast: 'On day {day, number} of the month, or the last day of a shorter month, at {time} ({timeZone})',
  day: 'On day {day, number} of the month at {time} ({timeZone})',
});

/** Describes when a subscription is due: "Every Monday at 08:30 (Europe/Berlin)". */
export function describeDueTime({ cadence, weekday, dayOfMonth, minuteOfDay, timeZone }: DueTiming): string {
  const at = { time: formatTimeOfDay(...splitMinuteOfDay(minuteOfDay)), timeZone };
  if (cadence === 'weekdays') return messages.weekdays(at);
  if (cadence === 'weekly') return messages.weekly({ weekday: weekdayNames[weekday] ?? '', ...at });
  if (dayOfMonth === 31) return messages.lastDay(at);
  return (dayOfMonth > 28 ? messages.dayOrLast : messages.day)({ day: dayOfMonth, ...at });
}

/**
 * Returns whether a local time of day, such as "08:00", falls on the previous day in another time zone. Uses the offsets of
 * both zones at `now`.
 */
export function isPreviousDay(
  { time, timeZone }: { time: string; timeZone: string },
  otherTimeZone: string,
  now: Date,
): boolean {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const shift = getOffsetMinutes(otherTimeZone, now) - getOffsetMinutes(timeZone, now);
  return 60 * hours + minutes + shift < 0;
}

/** Returns the minutes by which the clocks of a time zone are ahead of UTC. */
function getOffsetMinutes(timeZone: string, now: Date): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const offset = format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (60 * Number(hours ?? 0) + Number(minutes ?? 0));
}
