import { sql } from 'drizzle-orm';
import { type SumInput, selectSums } from '#lib/dashboard/analytics/filters/period-sums';
import {
  type MetricCounts,
  type MetricDay,
  type MetricSegment,
  zeroCounts,
} from '#lib/dashboard/analytics/segments/metric-definitions';
import { queryRows } from '#lib/db/query-rows';
import { type Columns, selectColumns, toRows } from '#lib/db/select-columns';

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

interface Row extends AnswerCounts {
  fictionalAnswers: number;
  promptId: string | null;
  country: string | null;
  engine: string;
  /** Null for a segment. */
  day: string | null;
  isCurrent: boolean;
}

const answerColumns = {
  promptId: 'prompt_id',
  country: 'country',
  day: 'day::text',
  engine: 'engine',
  isCurrent: 'is_current',
  answers: 'answered',
  fictionalAnswers: 'fictional_answers',
  withReportedCitations: 'with_reported_citations',
  citations: 'citations',
};

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

/** Counts fictional answers from sums by engine and day; null if none or all of the answers are fictional. */
export function countFictional(
  rows: Iterable<Pick<Row, 'day' | 'engine' | 'isCurrent' | 'answers' | 'fictionalAnswers'>>,
): FictionalAnswers | null {
  const days = [...rows].flatMap((row) => (row.day === null ? [] : [{ ...row, day: row.day }]));
  const total = days.reduce((sum, { answers }) => sum + answers, 0);
  const fictional = days.filter(({ fictionalAnswers }) => fictionalAnswers > 0);
  const sum = (isCurrent: boolean) =>
    fictional.reduce((count, row) => count + (row.isCurrent === isCurrent ? row.fictionalAnswers : 0), 0);
  const [count, previousCount] = [sum(true), sum(false)];
  if (count + previousCount === 0 || count + previousCount === total) return null;
  const current = fictional.filter(({ isCurrent }) => isCurrent);
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
      days.some(({ day, isCurrent, answers }) => isCurrent && answers > 0 && day > lastDay),
  };
}

/** Reads the numbers of answers and citations by segment, and by engine and day. */
export async function readAnswerSegments(sumInput: SumInput): Promise<{
  segments: AnswerSegment[];
  days: MetricDay[];
  /** True if there are answers and all are fictional. */
  isFictional: boolean;
  fictional: FictionalAnswers | null;
}> {
  const [row] = await queryRows<{ answers: Columns<Row> }>(
    sumInput.context.db,
    sql`SELECT ${selectColumns(answerColumns, selectSums('answers', sumInput, { by: ['segment', 'day'] }))} AS answers`,
  );
  const segments = new Map<string, AnswerSegment>();
  const days: MetricDay[] = [];
  const rows = toRows(row?.answers);
  for (const { promptId, engine, country, day, isCurrent, ...row } of rows) {
    const { answers, withReportedCitations, citations } = row;
    const counts = { ...zeroCounts, answers, withReportedCitations, citations };
    if (day !== null) days.push({ day, engine, isCurrent, counts });
    if (promptId === null || country === null) continue;
    const key = getSegmentKey({ promptId, engine, country });
    const segment = segments.get(key) ?? {
      promptId,
      engine,
      country,
      isBrandedPrompt: false,
      current: zeroCounts,
      previous: zeroCounts,
    };
    segments.set(key, {
      ...segment,
      ...(isCurrent ? { current: counts } : { previous: counts }),
    });
  }
  const answered = rows.filter(({ day, answers }) => day !== null && answers > 0);
  const isFictional =
    answered.length > 0 && answered.every(({ answers, fictionalAnswers }) => answers === fictionalAnswers);
  return { segments: [...segments.values()], days, isFictional, fictional: countFictional(rows) };
}

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
