import { sql } from 'drizzle-orm';
import { type SumInput, selectSums } from '#lib/dashboard/analytics/filters/period-sums';
import {
  type MetricCounts,
  type MetricDay,
  type MetricSegment,
  zeroCounts,
} from '#lib/dashboard/analytics/segments/metric-definitions';
import { type Columns, queryRows, selectColumns, toRows } from '#lib/db/client';

/** The numbers of answers and of citations of any URL in them. */
export type AnswerCounts = Pick<MetricCounts, 'answers' | 'citations'>;

/** The answers to a prompt × engine × country in both periods, regardless of brands. */
export interface AnswerSegment extends MetricSegment {
  engine: string;
  country: string;
}

interface Row extends AnswerCounts {
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
  citations: 'citations',
};

/** Reads the numbers of answers and citations by segment, and by engine and day. */
export async function readAnswerSegments(
  sumInput: SumInput,
): Promise<{ segments: AnswerSegment[]; days: MetricDay[] }> {
  const [row] = await queryRows<{ answers: Columns<Row> }>(
    sumInput.context.db,
    sql`SELECT ${selectColumns(answerColumns, selectSums('answers', sumInput, { by: ['segment', 'day'] }))} AS answers`,
  );
  const segments = new Map<string, AnswerSegment>();
  const days: MetricDay[] = [];
  for (const { promptId, engine, country, day, isCurrent, answers, citations } of toRows(row?.answers)) {
    const counts = { ...zeroCounts, answers, citations };
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
  return { segments: [...segments.values()], days };
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
  const sum = { answers: 0, citations: 0 };
  for (const { current } of segments) {
    sum.answers += current.answers;
    sum.citations += current.citations;
  }
  return sum;
}
