import { getConventions } from '#lib/core/locale';

/** Relative times are in English, like the text around them. */
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Formats a day (YYYY-MM-DD) or instant, in UTC, as "12 Nov 2026", or "Nov 12, 2026" in the United States. */
export function formatDate(day: string | Date): string {
  return joinDate(getParts(day, 'UTC'));
}

/** Formats "12 Nov", for places where the year is clear. */
export function formatShortDate(day: string | Date, timeZone = 'UTC'): string {
  return joinDate({ ...getParts(day, timeZone), year: undefined });
}

/** Formats "12 Nov 2026, 06:00 UTC", or "Nov 12, 2026, 6:00 AM UTC". */
export function formatInstant(instant: Date): string {
  return `${formatDateTime(instant, { timeZone: 'UTC' })} UTC`;
}

interface DateTimeOptions {
  /** The browser's by default. */
  timeZone?: string | undefined;
  withWeekday?: boolean;
  withoutYear?: boolean;
}

/** Formats "Thu, 12 Nov 2026, 06:00", by default without the weekday. */
export function formatDateTime(
  instant: Date,
  { timeZone, withWeekday = false, withoutYear = false }: DateTimeOptions,
): string {
  const { hour = '', minute = '', weekday, ...date } = getParts(instant, timeZone);
  const day = joinDate(withoutYear ? { ...date, year: undefined } : date);
  return [withWeekday ? weekday : null, day, formatTimeOfDay(Number(hour), minute)]
    .filter(Boolean)
    .join(', ');
}

/** Formats "06:00", or "6:00 AM". */
export function formatTimeOfDay(hour: number, minute = '00'): string {
  if (!getConventions().uses12HourClock) return `${String(hour).padStart(2, '0')}:${minute}`;
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Formats "15 Oct to 11 Nov 2026"; a shared year appears once. */
export function formatPeriod({ from, to }: { from: string; to: string }): string {
  if (from === to) return formatDate(from);
  const start = from.slice(0, 4) === to.slice(0, 4) ? formatShortDate(from) : formatDate(from);
  return `${start} to ${formatDate(to)}`;
}

/** Formats "5 minutes ago". */
export function formatRelative(instant: Date, now: Date): string {
  const seconds = Math.round((instant.getTime() - now.getTime()) / 1000);
  const size = Math.abs(seconds);
  if (size < 60) return relative.format(seconds, 'second');
  if (size < 3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return relative.format(Math.round(seconds / 3600), 'hour');
  return relative.format(Math.round(seconds / 86_400), 'day');
}

type DateParts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

/** Formatters by time zone, because creating one for each date would be slow. */
const formatters = new Map<string | undefined, Intl.DateTimeFormat>();

function getFormatter(timeZone: string | undefined): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone);
  if (cached) return cached;
  const formatter = new Intl.DateTimeFormat('en', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

function getParts(day: string | Date, timeZone: string | undefined): DateParts {
  const instant = typeof day === 'string' ? new Date(`${day.slice(0, 10)}T00:00:00Z`) : day;
  return Object.fromEntries(
    getFormatter(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
}

function joinDate(parts: DateParts): string {
  const { dateOrder } = getConventions();
  const shown = dateOrder.filter((type) => parts[type]);
  const text = shown.map((type) => parts[type]).join(' ');
  // Only a year after a day needs a comma: "Nov 12, 2026".
  return shown.join() === 'month,day,year' ? text.replace(/ (?=\d+$)/, ', ') : text;
}
