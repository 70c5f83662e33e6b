import type { Period } from '#lib/core/time';
import type { MetricFilters, Periods } from '#lib/dashboard/analytics/filters/metric-filters';
import type { MetricCounts } from '#lib/dashboard/analytics/segments/metric-definitions';
import type { Context } from '#lib/db/context';

/** The numbers of answers, of those with reported citations, and of citations of any URL in them. */
export type AnswerCounts = Pick<MetricCounts, 'answers' | 'withReportedCitations' | 'citations'>;

/** The answers of the sandbox's fictional market among those of a page that also has real ones. */
export interface FictionalAnswers {
  /** Their number in the current period. */
  count: number;
  /** Their number in the previous period. */
  previousCount: number;
  /** The engines that they come from in the current period. */
  engines: string[];
  /** The last day with such answers in the current period; null without any. */
  lastDay: string | null;
  /** True if the current period has answers after `lastDay`. */
  hasLaterAnswers: boolean;
}

/** The answers of an engine on a day. */
interface AnswerDay {
  period: keyof Periods;
  day: string;
  engine: string;
  answers: number;
  fictionalAnswers: number;
}

/** Counts fictional answers; null if none or all of the answers are fictional. */
export function countFictional(days: readonly AnswerDay[]): FictionalAnswers | null {
  const total = days.reduce((sum, { answers }) => sum + answers, 0);
  const fictional = days.filter(({ fictionalAnswers }) => fictionalAnswers > 0);
  const sum = (period: keyof Periods) =>
    fictional.reduce((count, row) => count + (row.period === period ? row.fictionalAnswers : 0), 0);
  const [count, previousCount] = [sum('current'), sum('previous')];
  if (count + previousCount === 0 || count + previousCount === total) return null;
  const current = fictional.filter(({ period }) => period === 'current');
  const lastDay =
    current
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? null;
  return {
    count,
    previousCount,
    engines: [...new Set(current.map(({ engine }) => engine))].sort(),
    lastDay,
    hasLaterAnswers:
      lastDay !== null &&
      days.some(({ day, period, answers }) => period === 'current' && answers > 0 && day > lastDay),
  };
}

/** The filters of a page, with the months that have monthly rollups. */
export interface CountInput {
  context: Context;
  filters: MetricFilters;
  summedMonths: readonly Period[];
}

/** Sums the counts of the current period. */
export function sumAnswerCounts(segments: readonly { current: AnswerCounts }[]): AnswerCounts {
  const sum = { answers: 0, withReportedCitations: 0, citations: 0 };
  for (const { current } of segments) {
    sum.answers += current.answers;
    sum.withReportedCitations += current.withReportedCitations;
    sum.citations += current.citations;
  }
  return sum;
}
