import { sql } from 'drizzle-orm';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { selectCounts } from '#lib/dashboard/counts/select-counts';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

/**
 * 100 × (1 − mean Bray–Curtis distance of consecutive days' citation shares by domain). 100: the same shares every
 * day; 0: nothing in common.
 */
export interface Stability {
  /** Null with fewer than two days. */
  value: number | null;
  /** Number of days with citations. Each except the first is compared with the one before it. */
  days: number;
}

export interface StabilityData {
  overall: Stability;
  /** The engines with citations, in the order of their keys. */
  byEngine: (Stability & { engine: string })[];
}

interface Row extends Record<string, unknown> {
  /** Empty for all engines together. */
  engine: string;
  days: number;
  /** Sum of the shares that each day has in common with the day before. */
  common: number;
}

/** Returns the stability of citations in the current period, over all engines and by engine. */
export function getStability(context: Context, filters: MetricFilters): Promise<StabilityData> {
  return withMetricsTransaction(context, async (tx) => {
    const counts = selectCounts(tx, {
      of: 'domains',
      by: ['engine', 'day', 'domain'],
      counts: ['citations'],
      filters,
      periods: { current: getPeriods(filters).current },
    });
    // The distance of two days is 1 − the sum of the lesser of each domain's shares.
    const rows = await queryRows<Row>(
      tx.db,
      sql`
        WITH by_engine AS MATERIALIZED (
          SELECT engine, day, domain, citations::float AS citations FROM ${counts} counts WHERE citations > 0
        ), cited AS (
          SELECT * FROM by_engine
          UNION ALL SELECT '', day, domain, sum(citations) FROM by_engine GROUP BY day, domain
        ), shares AS (
          SELECT engine, domain, dense_rank() OVER (PARTITION BY engine ORDER BY day) AS position,
            citations / sum(citations) OVER (PARTITION BY engine, day) AS share
          FROM cited
        ), consecutive AS (
          SELECT engine, position, share, lag(position) OVER previous_day AS previous_position,
            lag(share) OVER previous_day AS previous_share
          FROM shares WINDOW previous_day AS (PARTITION BY engine, domain ORDER BY position)
        )
        SELECT engine, max(position)::int AS days,
          coalesce(sum(least(share, previous_share)) FILTER (WHERE previous_position = position - 1), 0) AS common
        FROM consecutive GROUP BY engine ORDER BY engine`,
    );
    const stabilities = rows.map(({ engine, days, common }) => ({
      engine,
      days,
      value: days < 2 ? null : (100 * common) / (days - 1),
    }));
    const overall = stabilities.find(({ engine }) => engine === '');
    return {
      overall: { value: overall?.value ?? null, days: overall?.days ?? 0 },
      byEngine: stabilities.filter(({ engine }) => engine !== ''),
    };
  });
}
