import { type Conventions, getConventions, memoizeByConventions } from '#lib/core/locale';
import { getInterval, type Interval, type Rate } from '#lib/core/metric';

const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
const whole = { maximumFractionDigits: 0 } as const;

const getFormatters = memoizeByConventions((conventions) => ({
  count: createFormatter(conventions, {}),
  compact: createFormatter(conventions, { notation: 'compact', maximumFractionDigits: 1 }),
  oneDecimal: createFormatter(conventions, tenths),
  wholeNumber: createFormatter(conventions, whole),
  signedWhole: createFormatter(conventions, { ...whole, signDisplay: 'exceptZero' }),
  signedDecimal: createFormatter(conventions, { ...tenths, signDisplay: 'exceptZero' }),
  money: (currency: string, maximumFractionDigits: number) =>
    createFormatter(conventions, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 2,
      maximumFractionDigits,
    }),
}));

/** Creates an English formatter with the separators and digit groups of the reader's locale. */
function createFormatter(
  { group, decimal, hasLakhs, keepsFourDigits }: Conventions,
  options: Intl.NumberFormatOptions,
) {
  const english = new Intl.NumberFormat(hasLakhs && options.notation !== 'compact' ? 'en-IN' : 'en', {
    ...options,
    useGrouping: keepsFourDigits ? 'min2' : 'auto',
  });
  const separators: Partial<Record<Intl.NumberFormatPartTypes, string>> = { group, decimal };
  const format = (value: number) =>
    english
      .formatToParts(value)
      .map((part) => separators[part.type] ?? part.value)
      .join('');
  return { format };
}

/** Shown in place of a missing value. */
export const noValue = '–';

/** Formats "1,204". */
export function formatCount(count: number): string {
  return getFormatters().count.format(count);
}

/** Parses a whole number as the reader writes it: "1,204" or "1204". NaN for any other text, such as "12,5". */
export function parseCount(text: string): number {
  const joined = joinGroups(text.replaceAll(/\s/g, ''));
  return /^-?\d+$/.test(joined) ? Number(joined) : Number.NaN;
}

/**
 * Parses a number as the reader writes it, "1.204,5" for example, or with a decimal point: "0.5". NaN for any other
 * text.
 */
export function parseDecimal(text: string): number {
  const [whole = '', ...fractions] = text.replaceAll(/\s/g, '').split(getConventions().decimal);
  const joined = [joinGroups(whole), ...fractions].join('.');
  return /^-?(\d+(\.\d+)?|\.\d+)$/.test(joined) ? Number(joined) : Number.NaN;
}

/**
 * Removes the group separators of a number such as "1.204". Returns other text unchanged, such as "0.5" of a reader whose
 * group separator is a point.
 */
function joinGroups(whole: string): string {
  const { group, hasLakhs } = getConventions();
  const [first = '', ...groups] = whole.split(group.trim() || ' ');
  const isGrouped = groups.every((digits, index) => {
    const isLast = index === groups.length - 1;
    return /^\d+$/.test(digits) && digits.length === (hasLakhs && !isLast ? 2 : 3);
  });
  return isGrouped && /^-?[1-9]\d{0,2}$/.test(first) ? [first, ...groups].join('') : whole;
}

/** Formats a number as the text of an input that `parseDecimal` reads: "1204.5". */
export function formatDecimalInput(value: number): string {
  return String(value).replace('.', getConventions().decimal);
}

/** Formats a number with one decimal: "2.3". */
function formatDecimal(value: number): string {
  return getFormatters().oneDecimal.format(value);
}

/** Formats a latency: "340 ms", "2.4 s" or "3 min"; "–" if it is not measured. */
export function formatLatency(ms: number | undefined): string {
  if (ms === undefined) return noValue;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${formatDecimal(ms / 1000)} s`;
  return `${formatCount(Math.round(ms / 60_000))} min`;
}

/** Formats "1.2K", for tight spaces. */
export function formatCompact(count: number): string {
  return getFormatters().compact.format(count);
}

/** Formats an amount of money with 2 to `maxDecimals` decimals: "$1,204.50". */
export function formatMoney(amount: number, currency: string, maxDecimals = 2): string {
  return getFormatters().money(currency, maxDecimals).format(amount);
}

/**
 * Formats a share from 0 to 1 as "38%", below 10% with a decimal ("1.2%"). Only exactly 0 and 1 become "0%" and
 * "100%"; null becomes "–".
 */
export function formatPercent(share: number | null): string {
  if (share === null) return noValue;
  const percent = share * 100;
  if (percent > 0 && percent < 0.05) return `<${formatDecimal(0.1)}%`;
  if (percent < 100 && percent >= 99.5) return '>99%';
  return `${formatPercentNumber(share)}%`;
}

/** Formats a share with one decimal, to compare it with another one: "38.2%". */
export function formatPercentTenths(share: number): string {
  return `${formatDecimal(share * 100)}%`;
}

/** Formats a share on an axis or in a legend, with a decimal only where it is needed: "5%" or "0.5%". */
export function formatTick(share: number): string {
  const { oneDecimal, wholeNumber } = getFormatters();
  const isWhole = Math.round(share * 1000) % 10 === 0;
  return `${(isWhole ? wholeNumber : oneDecimal).format(share * 100)}%`;
}

/** Formats an interval of shares in percent as "35 to 41" or "0.8 to 1.9"; one number if both ends round to it. */
export function formatInterval(interval: { low: number | null; high: number | null } | null): string {
  if (!interval || interval.low === null || interval.high === null) return noValue;
  const low = formatPercentNumber(interval.low);
  const high = formatPercentNumber(interval.high);
  return low === high ? low : `${low} to ${high}`;
}

/** Formats a difference of shares as "+6 points", "−1 point", "+0.4 points" or "0 points". */
export function formatPoints(difference: number | null): string {
  if (difference === null) return noValue;
  const points = Math.round(difference * 100);
  const rounded = Math.round(difference * 1000) / 10;
  if (points === 0 && rounded !== 0)
    return `${replaceHyphen(getFormatters().signedDecimal.format(rounded))} points`;
  return `${replaceHyphen(getFormatters().signedWhole.format(points))} ${Math.abs(points) === 1 ? 'point' : 'points'}`;
}

/** Formats a difference of shares with one decimal, to compare several: "+6.6 points". */
export function formatPointTenths(difference: number | null): string {
  return difference === null ? noValue : `${formatSignedPercent(difference)} points`;
}

/** Formats a difference of shares in percentage points, without the unit: "+6.6". */
export function formatSignedPercent(difference: number): string {
  return replaceHyphen(getFormatters().signedDecimal.format(difference * 100));
}

/** Formats the interval of a difference as "+2 to +9"; an end other than 0 never rounds to 0: "−11 to −0.3". */
export function formatPointsInterval(interval: Interval | null): string {
  return interval ? `${formatPointsEnd(interval.low)} to ${formatPointsEnd(interval.high)}` : noValue;
}

/** Formats an end of an interval of differences of shares, without the unit; only 0 becomes "0". */
export function formatPointsEnd(end: number): string {
  const points = end * 100;
  if (points === 0 || Math.abs(points) >= 0.5)
    return replaceHyphen(getFormatters().signedWhole.format(points));
  return replaceHyphen(getFormatters().signedDecimal.format(keepSign(points, 0.1)));
}

/** Formats an end of an interval of differences of mean ranks; only 0 becomes "0.0". */
export function formatPositionEnd(end: number): string {
  return formatPositionChange(keepSign(end, 0.1));
}

/** Formats an end of an interval of differences of sentiments; only 0 becomes "0". */
export function formatSentimentEnd(end: number): string {
  return formatSentiment(keepSign(end, 1));
}

/** Moves a value other than 0 that would round to 0 away from it. */
function keepSign(value: number, step: number): number {
  return value === 0 ? 0 : Math.sign(value) * Math.max(step, Math.abs(value));
}

/** Formats a mean rank as "2.3". */
export function formatPosition(mean: number | null): string {
  return mean === null ? noValue : formatDecimal(mean);
}

/** Formats a difference of mean ranks as "−0.4"; lower is better. */
export function formatPositionChange(difference: number | null): string {
  return difference === null ? noValue : replaceHyphen(getFormatters().signedDecimal.format(difference));
}

/** Formats a sentiment from −100 to 100, or a difference of two, as "+34", "−8" or "0". */
export function formatSentiment(value: number | null): string {
  return value === null ? noValue : replaceHyphen(getFormatters().signedWhole.format(value));
}

/** Formats "1 answer" or "1,204 answers". */
export function formatPlural(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** Formats a share in percent without the sign: one decimal below 10, none for 0. */
function formatPercentNumber(share: number): string {
  const permille = Math.round(share * 1000);
  const { oneDecimal, wholeNumber } = getFormatters();
  return (permille > 0 && permille < 100 ? oneDecimal : wholeNumber).format(share * 100);
}

function replaceHyphen(text: string): string {
  return text.replace('-', '−');
}

/**
 * Formats the counts of a rate with its interval: "458 of 1,204 answers, most likely 35 to 41%".
 * @param unit what the denominator counts, plural
 */
export function formatRateCounts(rate: Rate & { clusteredInterval?: Interval | null }, unit: string): string {
  const counts = `${formatCount(rate.numerator)} of ${formatCount(rate.denominator)} ${unit}`;
  const interval = getInterval(rate);
  return interval ? `${counts}, most likely ${formatInterval(interval)}%` : counts;
}
