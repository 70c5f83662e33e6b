import { getInterval, type Interval, type Rate } from '#lib/core/metric';

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
export function formatPositionChange(difference: number | null): string {
  return difference === null ? noValue : trueMinus(signedDecimal.format(difference));
}

/** A sentiment from −100 to 100, or a difference of two, as "+34", "−8", "0". */
export function formatSentiment(value: number | null): string {
  return value === null ? noValue : trueMinus(signedWhole.format(value));
}

/** "1 answer", "1,204 answers". */
export function formatPlural(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** What a figure and the ends of its interval have in common: a decimal under 10, but for 0 itself. */
function formatHundredths(share: number): string {
  const tenths = Math.round(share * 1000);
  return (tenths > 0 && tenths < 100 ? oneDecimal : wholeNumber).format(share * 100);
}

function trueMinus(text: string): string {
  return text.replace('-', '−');
}

/**
 * The counts of a rate with its interval, for a link to the answers behind it: "458 of 1,204 answers, 35 – 41% with
 * 95% confidence".
 * @param unit what the denominator counts, plural
 */
export function formatRateCounts(rate: Rate & { clusteredInterval?: Interval | null }, unit: string): string {
  const counts = `${formatCount(rate.numerator)} of ${formatCount(rate.denominator)} ${unit}`;
  const interval = getInterval(rate);
  return interval ? `${counts}, ${formatInterval(interval)}% with 95% confidence` : counts;
}
