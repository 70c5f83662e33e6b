import { sql } from 'drizzle-orm';
import { buildFilterSql } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { type Context, queryRows } from '#lib/db/client';

/** Answers, and citations of any URL in them. */
export interface AnswerCounts {
  answers: number;
  citations: number;
}

/** The answers to a prompt × engine × country in both periods, whatever brand is selected. */
export interface AnswerSegment {
  promptId: string;
  engine: string;
  country: string;
  now: AnswerCounts;
  before: AnswerCounts;
}

interface Row extends AnswerCounts {
  promptId: string;
  engine: string;
  country: string;
  isCurrent: boolean;
  isPrevious: boolean;
}

/** Reads the segments without brands; `readSegments` returns the same counts and more. */
export async function readAnswerSegments(context: Context, filters: MetricFilters): Promise<AnswerSegment[]> {
  const view = buildFilterSql(context, filters);
  const rows = await queryRows<Row>(
    context.db,
    sql`
      SELECT prompt_id AS "promptId", engine, country,
        ${view.isCurrent} AS "isCurrent", ${view.isPrevious} AS "isPrevious",
        sum(answered)::int AS answers, sum(citations)::int AS citations
      FROM daily_answers WHERE ${view.rollups} GROUP BY prompt_id, engine, country, "isCurrent", "isPrevious"`,
  );
  const segments = new Map<string, AnswerSegment>();
  for (const { promptId, engine, country, isCurrent, isPrevious, ...counts } of rows) {
    const key = segmentKey({ promptId, engine, country });
    const segment = segments.get(key) ?? {
      promptId,
      engine,
      country,
      now: { answers: 0, citations: 0 },
      before: { answers: 0, citations: 0 },
    };
    if (isCurrent) addAnswerCounts(segment.now, counts);
    if (isPrevious) addAnswerCounts(segment.before, counts);
    segments.set(key, segment);
  }
  return [...segments.values()];
}

/** Returns what identifies a segment. */
export function segmentKey({ promptId, engine, country }: Omit<AnswerSegment, 'now' | 'before'>): string {
  return `${promptId} ${engine} ${country}`;
}

/** Whether a segment was answered in both periods, so that its change can be measured. */
export function isPaired({ now, before }: AnswerSegment): boolean {
  return now.answers > 0 && before.answers > 0;
}

/** Returns the totals of the current period. */
export function sumAnswerCounts(segments: readonly AnswerSegment[]): AnswerCounts {
  const sum = { answers: 0, citations: 0 };
  for (const { now } of segments) addAnswerCounts(sum, now);
  return sum;
}

export function addAnswerCounts(sum: AnswerCounts, { answers, citations }: AnswerCounts): void {
  sum.answers += answers;
  sum.citations += citations;
}
