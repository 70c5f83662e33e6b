import { type SQL, sql } from 'drizzle-orm';
import type { AnswerFilters } from '#lib/contract/filters/answer-filters';
import { buildAnswerFilterSql } from '#lib/dashboard/analytics/filters/answer-filter-sql';
import { buildFilterSql, withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { AnyCountQuery } from '#lib/dashboard/counts/count-query';
import type { CountOf } from '#lib/dashboard/counts/rollups';
import { selectCounts } from '#lib/dashboard/counts/select-counts';
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
    const counted = findCount(filters, answerFilters);
    if (counted) {
      const [row] = await queryRows<{ answers: number }>(
        tx.db,
        sql`SELECT coalesce(sum(${counted.value}), 0)::int AS answers FROM ${selectCounts(tx, counted.query)} counts`,
      );
      return { answers: row?.answers ?? 0, isLowerBound: false };
    }
    const filterSql = buildFilterSql(tx, filters);
    const [row] = await queryRows<{ answers: number }>(
      tx.db,
      sql`SELECT count(*)::int AS answers FROM (SELECT FROM answers
        WHERE ${filterSql.observations} AND ${buildAnswerFilterSql(filterSql, answerFilters)} LIMIT ${maxCounted + 1}) counted`,
    );
    const count = row?.answers ?? 0;
    return { answers: Math.min(count, maxCounted), isLowerBound: count > maxCounted };
  });
}

/** Returns the query of a rollup that counts exactly the matching answers, and the SQL of the count; null without one. */
function findCount(
  filters: MetricFilters,
  { status, unbranded: isUnbranded, ...answerFilters }: AnswerFilters,
): { query: AnyCountQuery; value: SQL } | null {
  const active = Object.entries(answerFilters).filter(([, value]) => value !== undefined);
  if (status !== 'answered' || active.length > 1) return null;
  const { mentioned, rankedFirst, rank, citesBrand, cites, lists, fanout } = answerFilters;
  const source = { filters, periods: { current: getPeriods(filters).current }, by: [] };
  const where = { isUnbranded };
  const countBrand = (brandId: string, count: CountOf<'brands'>) => ({
    query: { ...source, of: 'brands', counts: [count], where: { ...where, brandId } } as const,
    value: sql`${sql.identifier(count)}`,
  });
  const countDomain = (domain: string, count: CountOf<'domains'>) => ({
    query: { ...source, of: 'domains', counts: [count], where: { ...where, domains: [domain] } } as const,
    value: sql`${sql.identifier(count)}`,
  });
  if (active.length === 0) {
    const query = { ...source, of: 'answers', counts: ['answers'], where } as const;
    return { query, value: sql`answers` };
  }
  if (mentioned) return countBrand(mentioned, 'mentioned');
  if (rankedFirst) return countBrand(rankedFirst, 'rankFirstCount');
  if (citesBrand) return countBrand(citesBrand, 'cited');
  if (rank) {
    const { query, value } = countBrand(rank.brandId, 'answersByRank');
    return { query, value: sql`${value}[${rank.rank}::int]` };
  }
  if (cites) return countDomain(cites, 'cited');
  if (lists) return countDomain(lists, 'listed');
  if (fanout) {
    const query = {
      ...source,
      of: 'queries',
      counts: ['answers'],
      where: { ...where, query: fanout },
    } as const;
    return { query, value: sql`answers` };
  }
  return null;
}
