import { TZDate } from '@date-fns/tz';
import { addDays } from '#lib/core/time-zone';

export const cadences = ['hourly', 'daily', 'weekly', 'monthly'] as const;
export type Cadence = (typeof cadences)[number];

const hourMs = 3_600_000;

/** The settings that determine when a schedule runs. */
export interface RunTiming {
  cadence: Cadence;
  /** IANA name of the time zone of `hour` and `weekday`. */
  timeZone: string;
  hour: number;
  /** From 0 (Sunday) to 6 (Saturday), for weekly schedules. */
  weekday: number;
}

/**
 * Returns the next run after an instant: at every full hour of the time zone, or at `hour` every day, every `weekday` or
 * on the first of every month. If a clock change skips that hour, the next run is at the time of the change;
 * if the hour occurs twice, at its first occurrence.
 */
export function computeNextRun({ cadence, timeZone, hour, weekday }: RunTiming, after: Date): Date {
  if (cadence === 'hourly') return computeNextHour(timeZone, after);
  const local = new TZDate(after.getTime(), timeZone);
  let day = new TZDate(local.getFullYear(), local.getMonth(), local.getDate(), 12, timeZone);
  if (cadence === 'weekly') day = addDays(day, (weekday - day.getDay() + 7) % 7);
  if (cadence === 'monthly') day.setDate(1);
  for (;;) {
    const slot = getHourOfDay(day, hour, timeZone);
    if (slot > after) return slot;
    if (cadence === 'monthly') day.setMonth(day.getMonth() + 1);
    else day = addDays(day, cadence === 'weekly' ? 7 : 1);
  }
}

/** Returns the first instant of an hour on a day in the time zone. */
function getHourOfDay(day: TZDate, hour: number, timeZone: string): Date {
  const slot = new TZDate(day.getFullYear(), day.getMonth(), day.getDate(), hour, timeZone);
  const earlier = new TZDate(slot.getTime() - hourMs, timeZone);
  const occursTwice = earlier.getHours() === hour && earlier.getDate() === day.getDate();
  return new Date(occursTwice ? earlier.getTime() : slot.getTime());
}

/** Returns the next full hour in the time zone, which differs from that in UTC if the offset is not in whole hours. */
function computeNextHour(timeZone: string, after: Date): Date {
  const offsetMs = -60_000 * new TZDate(after.getTime(), timeZone).getTimezoneOffset();
  return new Date((Math.floor((after.getTime() + offsetMs) / hourMs) + 1) * hourMs - offsetMs);
}
