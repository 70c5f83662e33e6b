import { TZDate } from '@date-fns/tz';
import { addDays, listInstants } from '#lib/core/time-zone';

/** The hours of each day in which a channel gets no messages. */
export interface QuietHours {
  /** Minutes after midnight in the time zone; null without quiet hours. The hours may span midnight. */
  quietFrom: number | null;
  quietTo: number | null;
  /** IANA name. */
  timeZone: string;
}

/**
 * Returns the time at which a message may be sent: now, or the end of the quiet hours in the time zone. An end that a clock
 * change skips is shifted by the change (02:30 becomes 03:30). If the clocks show the end twice, the next one after `now`
 * is used.
 */
export function getSendTime({ quietFrom, quietTo, timeZone }: QuietHours, now: Date): Date {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return now;
  const local = new TZDate(now.getTime(), timeZone);
  const minute = local.getHours() * 60 + local.getMinutes();
  const spansMidnight = quietFrom > quietTo;
  const isQuiet = spansMidnight
    ? minute >= quietFrom || minute < quietTo
    : minute >= quietFrom && minute < quietTo;
  if (!isQuiet) return now;
  const endDay = addDays(local, spansMidnight && minute >= quietFrom ? 1 : 0);
  return listInstants(endDay, quietTo, timeZone).find((end) => end > now) ?? now;
}
