const locale = 'en';
const longDate = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortDate = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/** Formats a UTC day (YYYY-MM-DD) or instant as "12 Nov 2026". */
export function formatDate(day: string | Date): string {
  return formatDayMonthYear(longDate, day);
}

/** Formats "12 Nov", where the year is clear. */
export function formatShortDate(day: string | Date): string {
  return formatDayMonthYear(shortDate, day);
}

/** Formats "12 Nov 2026, 06:00 UTC". */
export function formatInstant(instant: Date): string {
  return `${formatDate(instant)}, ${minute.format(instant)} UTC`;
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

function formatDayMonthYear(format: Intl.DateTimeFormat, day: string | Date): string {
  const instant = typeof day === 'string' ? new Date(`${day.slice(0, 10)}T00:00:00Z`) : day;
  const parts = format.formatToParts(instant).filter(({ type }) => type !== 'literal');
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value;
  return [part('day'), part('month'), part('year')].filter(Boolean).join(' ');
}
