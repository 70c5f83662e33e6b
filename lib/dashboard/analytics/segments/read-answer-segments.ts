import type { Period } from '#lib/core/time';
import {
  getPeriods,
  type MetricFilters,
  type Periods,
} from '#lib/dashboard/analytics/filters/metric-filters';
import {
  type MetricCounts,
  type MetricDay,
  type MetricSegment,
  zeroCounts,
} from '#lib/dashboard/analytics/segments/metric-definitions';
import { readCounts } from '#lib/dashboard/counts/read-counts';
import type { Context } from '#lib/db/context';

/** The numbers of answers, of those with reported citations, and of citations of any URL in them. */
export type AnswerCounts = Pick<MetricCounts, 'answers' | 'withReportedCitations' | 'citations'>;

/**
 * The counts of the answers to a prompt × engine × country in both periods, which are the same for every brand.
 * `isBrandedPrompt` is not read and always false.
 */
export interface AnswerSegment extends MetricSegment {
  engine: string;
  country: string;
}

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

/** Reads the numbers of answers and citations by segment, and by engine and day. */
export async function readAnswerSegments({ context, filters, summedMonths }: CountInput): Promise<{
  segments: AnswerSegment[];
  days: MetricDay[];
  /** True if there are answers and all are fictional. */
  isFictional: boolean;
  fictional: FictionalAnswers | null;
}> {
  const source = { of: 'answers', filters, periods: getPeriods(filters), summedMonths } as const;
  const counts = ['answers', 'fictionalAnswers', 'withReportedCitations', 'citations'] as const;
  const rows = await readCounts(context, {
    segments: { ...source, by: ['promptId', 'engine', 'country'], counts },
    days: { ...source, by: ['engine', 'day'], counts },
  });
  const segments = new Map<string, AnswerSegment>();
  for (const { promptId, engine, country, period, ...row } of rows.segments) {
    const key = getSegmentKey({ promptId, engine, country });
    const segment = segments.get(key) ?? {
      promptId,
      engine,
      country,
      isBrandedPrompt: false,
      current: zeroCounts,
      previous: zeroCounts,
    };
    segments.set(key, { ...segment, [period]: toCounts(row) });
  }
  const answered = rows.days.filter(({ answers }) => answers > 0);
  return {
    segments: [...segments.values()],
    days: rows.days.map(({ day, engine, period, ...row }) => ({
      day,
      engine,
      isCurrent: period === 'current',
      counts: toCounts(row),
    })),
    isFictional:
      answered.length > 0 && answered.every(({ answers, fictionalAnswers }) => answers === fictionalAnswers),
    fictional: countFictional(rows.days),
  };
}

const toCounts = ({ answers, withReportedCitations, citations }: AnswerCounts): MetricCounts => ({
  ...zeroCounts,
  answers,
  withReportedCitations,
  citations,
});

/** Returns the key that identifies a segment. */
export function getSegmentKey({
  promptId,
  engine,
  country,
}: Pick<AnswerSegment, 'promptId' | 'engine' | 'country'>): string {
  return `${promptId} ${engine} ${country}`;
}

/** Sums the counts of the current period. */
export function sumAnswerCounts(segments: readonly MetricSegment[]): AnswerCounts {
  const sum = { answers: 0, withReportedCitations: 0, citations: 0 };
  for (const { current } of segments) {
    sum.answers += current.answers;
    sum.withReportedCitations += current.withReportedCitations;
    sum.citations += current.citations;
  }
  return sum;
}
