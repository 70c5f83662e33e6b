const locale = 'en';
const counts = new Intl.NumberFormat(locale);
const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const wholeNumber = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const signedWhole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
const signedDecimal = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
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

/** What stands where there is no figure. */
export const noValue = '–';

/** "1,204". */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** "1.2K", where room is scarce. */
export function formatCompact(count: number): string {
  return compact.format(count);
}

/**
 * A share from 0 to 1 as "38%", under 10% with a decimal, "1.2%"; but never "0%" or "100%" of what is neither; "–"
 * for null.
 */
export function formatPercent(share: number | null): string {
  if (share === null) return noValue;
  const percent = share * 100;
  if (percent > 0 && percent < 0.05) return '<0.1%';
  if (percent < 100 && percent >= 99.5) return '>99%';
  return `${formatHundredths(share)}%`;
}

/** A share at a line of an axis or the border of a class, which is a whole one: "5%". */
export function formatTick(share: number): string {
  return `${wholeNumber.format(share * 100)}%`;
}

/** An interval of shares as "35 to 41" or "0.8 to 1.9" (percent), one number where both ends round to it. */
export function formatInterval(interval: { low: number | null; high: number | null } | null): string {
  if (!interval || interval.low === null || interval.high === null) return noValue;
  const low = formatHundredths(interval.low);
  const high = formatHundredths(interval.high);
  return low === high ? low : `${low} to ${high}`;
}

/** A difference of shares as "+6 points", "−1 point", "+0.4 points", "0 points", with a true minus sign. */
export function formatPoints(difference: number | null): string {
  if (difference === null) return noValue;
  const points = Math.round(difference * 100);
  const tenths = Math.round(difference * 1000) / 10;
  if (points === 0 && tenths !== 0) return `${trueMinus(signedDecimal.format(tenths))} points`;
  return `${trueMinus(signedWhole.format(points))} ${Math.abs(points) === 1 ? 'point' : 'points'}`;
}

/** A difference of shares to the tenth, where several are set against each other: "+6.6 points". */
export function formatPointTenths(difference: number | null): string {
  return difference === null ? noValue : `${trueMinus(signedDecimal.format(difference * 100))} points`;
}

/** The interval of a difference as "+2 to +9". */
export function formatPointsInterval(interval: { low: number; high: number } | null): string {
  if (!interval) return noValue;
  const [low, high] = [interval.low, interval.high].map((end) => trueMinus(signedWhole.format(end * 100)));
  return `${low} to ${high}`;
}

/** A mean rank as "2.3". */
export function formatPosition(mean: number | null): string {
  return mean === null ? noValue : oneDecimal.format(mean);
}

/** A difference of mean ranks as "−0.4"; less is better. */
export function formatPlaces(difference: number | null): string {
  return difference === null ? noValue : trueMinus(signedDecimal.format(difference));
}

/** A sentiment from −100 to 100, or a difference of two, as "+34", "−8", "0". */
export function formatSentiment(value: number | null): string {
  return value === null ? noValue : trueMinus(signedWhole.format(value));
}

/** A UTC day (YYYY-MM-DD) or instant as "12 Nov 2026". */
export function formatDate(day: string | Date): string {
  return dayMonthYear(longDate, day);
}

/** "12 Nov", where the year is plain. */
export function formatShortDate(day: string | Date): string {
  return dayMonthYear(shortDate, day);
}

/** "12 Nov 2026, 06:00 UTC". */
export function formatInstant(instant: Date): string {
  return `${formatDate(instant)}, ${minute.format(instant)} UTC`;
}

/** "15 Oct to 11 Nov 2026": a year is said once where both days share it. */
export function formatPeriod({ from, to }: { from: string; to: string }): string {
  if (from === to) return formatDate(from);
  const start = from.slice(0, 4) === to.slice(0, 4) ? formatShortDate(from) : formatDate(from);
  return `${start} to ${formatDate(to)}`;
}

/** "5 minutes ago", for what is shown on hover beside the date. */
export function formatRelative(instant: Date, now: Date): string {
  const seconds = Math.round((instant.getTime() - now.getTime()) / 1000);
  const size = Math.abs(seconds);
  if (size < 60) return relative.format(seconds, 'second');
  if (size < 3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return relative.format(Math.round(seconds / 3600), 'hour');
  return relative.format(Math.round(seconds / 86_400), 'day');
}

/** "1 answer", "1,204 answers". */
export function formatPlural(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

function dayMonthYear(format: Intl.DateTimeFormat, day: string | Date): string {
  const instant = typeof day === 'string' ? new Date(`${day.slice(0, 10)}T00:00:00Z`) : day;
  const parts = format.formatToParts(instant).filter(({ type }) => type !== 'literal');
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value;
  return [part('day'), part('month'), part('year')].filter(Boolean).join(' ');
}

/** What a figure and the ends of its interval have in common: a decimal under 10, but for 0 itself. */
function formatHundredths(share: number): string {
  const tenths = Math.round(share * 1000);
  return (tenths > 0 && tenths < 100 ? oneDecimal : wholeNumber).format(share * 100);
}

function trueMinus(text: string): string {
  return text.replace('-', '−');
}
