import { defineMessages } from '#lib/core/messages';
import { roundStep } from '#lib/core/round-preserving-sum';
import { addDays } from '#lib/core/time';
import type { AlertEvidence, AlertNumbers, WatchedMetric } from '#lib/dashboard/alerts/conditions/condition';

/* Evidence is stored as English text, so it cannot follow the conventions of a reader as lib/core/numbers.ts does. */

export type Unit = 'share' | 'ranks' | 'sentiment';

export function getUnit(metric: WatchedMetric): Unit {
  return metric === 'position' ? 'ranks' : metric === 'sentiment' ? 'sentiment' : 'share';
}

const oneDecimal = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const signed = new Intl.NumberFormat('en', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

const scale = (value: number, unit: Unit) => (unit === 'ranks' ? value : value * 100);
const toMinusSign = (text: string) => text.replace('-', '−');

/** Formats a value: "38.2%", a position as "2.4", sentiment as "+12.0". */
export function formatValue(value: number, unit: Unit): string {
  if (unit === 'share') return `${oneDecimal.format(scale(value, unit))}%`;
  return toMinusSign((unit === 'sentiment' ? signed : oneDecimal).format(scale(value, unit)));
}

/** Formats a difference: "+14.2 points" or "−0.8 ranks". */
export function formatDifference(difference: number, unit: Unit): string {
  return `${toMinusSign(signed.format(scale(difference, unit)))} ${unit === 'ranks' ? 'ranks' : 'points'}`;
}

/** Formats an interval of differences: "+8.1 to +20.3". */
export function formatRange({ low, high }: { low: number; high: number }, unit: Unit): string {
  return `${toMinusSign(signed.format(scale(low, unit)))} to ${toMinusSign(signed.format(scale(high, unit)))}`;
}

/** Formats a day as "4 Nov 2026", as in emails: the reader's preferred format is unknown. */
export function formatDay(day: string): string {
  const parts = dayFormat.formatToParts(new Date(`${day}T00:00:00Z`));
  return (['day', 'month', 'year'] as const)
    .map((name) => parts.find(({ type }) => type === name)?.value)
    .join(' ');
}

const messages = defineMessages({
  answers: '{answers, plural, one {# answer} other {# answers}}',
});

/** Formats a number of answers: "1,204 answers". */
export function formatAnswers(count: number): string {
  return messages.answers({ answers: Math.round(count) });
}

/** Rounds the values before and after a change to what is shown, so that they differ by the rounded difference. */
export function roundValues(numbers: Pick<AlertNumbers, 'before' | 'after'>, unit: Unit) {
  return roundStep(numbers, unit === 'ranks' ? 0.1 : 0.001);
}

/** Formats the numbers of a change as labeled values. `countedUnit` is what `answersBefore` and `answersAfter` count, `level` that of the interval. */
export function listDetails(
  numbers: AlertNumbers,
  unit: Unit,
  countedUnit = 'answers',
  level = 'adjusted for daily checks',
): AlertEvidence['details'] {
  const { difference, answersBefore, answersAfter, baselineFrom, changedOn } = numbers;
  const { before, after } = roundValues(numbers, unit);
  const formatCount = (value: number) => `${Math.round(value).toLocaleString('en')} ${countedUnit}`;
  return [
    {
      label: 'Before the change',
      value: `${formatValue(before, unit)} (${formatCount(answersBefore)} from ${formatDay(baselineFrom)} to ${formatDay(addDays(changedOn, -1))})`,
    },
    {
      label: 'Since the change',
      value: `${formatValue(after, unit)} (${formatCount(answersAfter)} since ${formatDay(changedOn)})`,
    },
    { label: 'Difference', value: formatDifference(difference, unit) },
    { label: 'Confidence interval', value: `${formatRange(numbers, unit)} (${level})` },
  ];
}
