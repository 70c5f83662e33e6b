import { type SQL, sql } from 'drizzle-orm';
import type { AnswerFilters } from '#lib/contract/filters/answer-filters';
import { buildAnswerFilterSql } from '#lib/dashboard/analytics/filters/answer-filter-sql';
import { buildFilterSql, withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

export interface AnswerCount {
  answers: number;
  /** True if there are more: without a rollup, at most 10,000 answers are counted. */
  isLowerBound: boolean;
}

const maxCounted = 10_000;

/** Counts the matching answers of the current period, from a rollup if one has that count, else from `answers`. */
export function countAnswers(
  context: Context,
  filters: MetricFilters,
  answerFilters: AnswerFilters,
): Promise<AnswerCount> {
  return withMetricsTransaction(context, async (tx) => {
    const filterSql = buildFilterSql(tx, filters);
    const rollup = findRollup(answerFilters);
    const answers = sql`SELECT FROM answers
      WHERE ${filterSql.observations} AND ${buildAnswerFilterSql(filterSql, answerFilters)} LIMIT ${maxCounted + 1}`;
    const [row] = await queryRows<{ answers: number }>(
      tx.db,
      rollup
        ? sql`SELECT coalesce(sum(${rollup.count}), 0)::int AS answers FROM ${sql.raw(rollup.table)}
            WHERE ${filterSql.rollups} AND ${filterSql.isCurrent}
              AND ${answerFilters.unbranded ? filterSql.isUnbranded : sql`true`} AND ${rollup.condition}`
        : sql`SELECT count(*)::int AS answers FROM (${answers}) counted`,
    );
    const count = row?.answers ?? 0;
    if (rollup) return { answers: count, isLowerBound: false };
    return { answers: Math.min(count, maxCounted), isLowerBound: count > maxCounted };
  });
}

interface Rollup {
  table: string;
  count: SQL;
  condition: SQL;
}

/** Returns the rollup that counts exactly the matching answers; null without one. */
function findRollup({ status, unbranded, ...filters }: AnswerFilters): Rollup | null {
  const active = Object.entries(filters).filter(([, value]) => value !== undefined);
  if (status !== 'answered' || active.length > 1) return null;
  const { mentioned, rankedFirst, rank, citesBrand, cites, lists, fanout } = filters;
  const isBrand = (id: string) => sql`brand_id = ${id}::uuid`;
  if (active.length === 0) return { table: 'daily_answers', count: sql`answered`, condition: sql`true` };
  if (mentioned) return { table: 'daily_brands', count: sql`mentioned`, condition: isBrand(mentioned) };
  if (rankedFirst)
    return { table: 'daily_brands', count: sql`rank_first_count`, condition: isBrand(rankedFirst) };
  if (citesBrand) return { table: 'daily_brands', count: sql`cited`, condition: isBrand(citesBrand) };
  if (rank) {
    const count = sql`rank_histogram[${rank.rank}::int]`;
    return { table: 'daily_brands', count, condition: isBrand(rank.brandId) };
  }
  if (cites) return { table: 'daily_domains', count: sql`cited`, condition: sql`domain = ${cites}` };
  if (lists) return { table: 'daily_domains', count: sql`listed`, condition: sql`domain = ${lists}` };
  if (fanout) return { table: 'daily_queries', count: sql`answers`, condition: sql`query = ${fanout}` };
  return null;
}
