import { TZDate } from '@date-fns/tz';

/** The hours of each day in which a channel gets no messages. */
export interface QuietHours {
  /** Minutes after midnight in the time zone; null without quiet hours. They may span midnight. */
  quietFrom: number | null;
  quietTo: number | null;
  /** IANA name. */
  timeZone: string;
}

/**
 * Returns the time at which a message may be sent: now, or the end of the quiet hours in the time zone. An end that a clock
 * change skips is shifted by the change (02:30 becomes 03:30); if the end occurs twice, the first is used.
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
  const dayOffset = spansMidnight && minute >= quietFrom ? 1 : 0;
  const end = new TZDate(
    local.getFullYear(),
    local.getMonth(),
    local.getDate() + dayOffset,
    0,
    quietTo,
    timeZone,
  );
  const hourBefore = new TZDate(end.getTime() - 3_600_000, timeZone);
  const occursTwice = hourBefore.getHours() === end.getHours() && hourBefore.getTime() > now.getTime();
  return new Date((occursTwice ? hourBefore : end).getTime());
}
