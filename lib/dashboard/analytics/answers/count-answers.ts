import type { AnswerFilters } from '#lib/core/answer-filters';
import {
  conditionsHold,
  conditionValues,
  unbrandedOnly,
} from '#lib/dashboard/analytics/filters/answer-filter-sql';
import {
  isNow,
  observedInScope,
  rollupInScope,
  scopeValues,
} from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import type { Context } from '#lib/db/context';

/** How many answers conditions leave. */
export interface AnswerCount {
  answers: number;
  /** Whether there may be more: answers that no rollup counts are counted up to ten thousand. */
  atLeast: boolean;
}

const maxCounted = 10_000;

/** The conditions that a rollup counts by itself: its column, and the rows of it that are meant. */
const rollups = {
  named: { table: 'daily_brands', sum: 'mentioned', where: 'brand_id = $14::uuid' },
  first: { table: 'daily_brands', sum: 'rank_first_count', where: 'brand_id = $14::uuid' },
  owned: { table: 'daily_brands', sum: 'cited', where: 'brand_id = $14::uuid' },
  cites: { table: 'daily_domains', sum: 'cited', where: 'domain = $14' },
  lists: { table: 'daily_domains', sum: 'listed', where: 'domain = $14' },
  fanout: { table: 'daily_queries', sum: 'answers', where: 'query = $14' },
} as const;
type RolledUp = keyof typeof rollups;

/** How many answers of the period the conditions leave: read from a rollup where one counts just that. */
export function countAnswers(
  context: Context,
  filters: MetricFilters,
  conditions: AnswerFilters,
): Promise<AnswerCount> {
  return withMetricsTransaction(context, async (scope) => {
    const { status, unbranded = false, ...rest } = conditions;
    const asked = Object.entries(rest).filter(([, value]) => value !== undefined);
    const [only] = asked;
    if (status === 'answered' && asked.length === 0) {
      return countRolledUp(scope, filters, { table: 'daily_answers', sum: 'answered', where: 'true' }, [
        unbranded,
      ]);
    }
    if (status === 'answered' && asked.length === 1 && conditions.rank) {
      const { brandId, place } = conditions.rank;
      const taken = { table: 'daily_brands', sum: 'rank_histogram[$15::int]', where: 'brand_id = $14::uuid' };
      return countRolledUp(scope, filters, taken, [unbranded, brandId, place]);
    }
    if (status === 'answered' && asked.length === 1 && only && isRolledUp(only[0])) {
      return countRolledUp(scope, filters, rollups[only[0]], [unbranded, only[1]]);
    }
    return countStoredAnswers(scope, filters, conditions);
  });
}

function isRolledUp(key: string): key is RolledUp {
  return Object.hasOwn(rollups, key);
}

async function countRolledUp(
  { db, organizationId }: Context,
  filters: MetricFilters,
  { table, sum, where }: { table: string; sum: string; where: string },
  values: unknown[],
): Promise<AnswerCount> {
  const { rows } = await db.$client.query<{ answers: number }>({
    name: `metrics-count-${table}-${sum}`,
    text: `SELECT coalesce(sum(${sum}), 0)::int AS answers FROM ${table}
      WHERE ${rollupInScope} AND ${isNow} AND ${unbrandedOnly('$13')} AND ${where}`,
    values: [...scopeValues(organizationId, filters), ...values],
  });
  return { answers: rows[0]?.answers ?? 0, atLeast: false };
}

async function countStoredAnswers(
  { db, organizationId }: Context,
  filters: MetricFilters,
  conditions: AnswerFilters,
): Promise<AnswerCount> {
  const { rows } = await db.$client.query<{ answers: number }>({
    text: `SELECT count(*)::int AS answers FROM (
      SELECT FROM answers WHERE ${observedInScope} AND ${conditionsHold(conditions)} LIMIT $27) counted`,
    values: [...scopeValues(organizationId, filters), ...conditionValues(conditions), maxCounted + 1],
  });
  const answers = rows[0]?.answers ?? 0;
  return { answers: Math.min(answers, maxCounted), atLeast: answers > maxCounted };
}
