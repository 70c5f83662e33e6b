import { TZDate } from '@date-fns/tz';
import { addDays, addMonths } from 'date-fns';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';

const hourMs = 3_600_000;

/** What decides when a schedule runs. */
export type Rhythm = Pick<ScheduleDraft, 'cadence' | 'timeZone' | 'hour' | 'weekday'>;

/**
 * The first slot after an instant. Hourly slots stand at every full hour of the time zone; the others at `hour`
 * there: daily, on `weekday`, or on the first of the month. Where the clocks leave the hour out, the slot is the
 * instant at which they jump over it; where an hour comes twice, the first of the two.
 */
export function nextRunAt({ cadence, timeZone, hour, weekday }: Rhythm, after: Date): Date {
  if (cadence === 'hourly') return nextFullHour(timeZone, after);
  const local = new TZDate(after.getTime(), timeZone);
  let day = new TZDate(local.getFullYear(), local.getMonth(), local.getDate(), 12, timeZone);
  if (cadence === 'weekly') day = addDays(day, (weekday - day.getDay() + 7) % 7);
  if (cadence === 'monthly') day.setDate(1);
  for (;;) {
    const slot = atHour(day, hour, timeZone);
    if (slot > after) return slot;
    day = cadence === 'daily' ? addDays(day, 1) : cadence === 'weekly' ? addDays(day, 7) : addMonths(day, 1);
  }
}

/** The first instant of that hour on that day of the time zone. */
function atHour(day: TZDate, hour: number, timeZone: string): Date {
  const slot = new TZDate(day.getFullYear(), day.getMonth(), day.getDate(), hour, timeZone);
  const earlier = new TZDate(slot.getTime() - hourMs, timeZone);
  const twice = earlier.getHours() === hour && earlier.getDate() === day.getDate();
  return new Date(twice ? earlier.getTime() : slot.getTime());
}

/** Full hours are the zone's own: some zones lie half or three quarters of an hour off. */
function nextFullHour(timeZone: string, after: Date): Date {
  const offsetMs = -60_000 * new TZDate(after.getTime(), timeZone).getTimezoneOffset();
  return new Date((Math.floor((after.getTime() + offsetMs) / hourMs) + 1) * hourMs - offsetMs);
}
