import { isNow, rollupInScope, scopeValues } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import type { Context } from '#lib/db/context';

/**
 * How much of what is cited stays the same from one day to the next: 100 × (1 − mean Bray–Curtis distance of
 * consecutive days' citation shares by domain). 100: the same shares every day; 0: nothing in common.
 */
export interface Stability {
  /** Null with fewer than two days. */
  value: number | null;
  /** Days with citations; each is compared with the one before it. */
  days: number;
}

export interface StabilityData {
  overall: Stability;
  /** Engines that cite, in the order of their keys. */
  byEngine: (Stability & { engine: string })[];
}

/** The overall part stands under an empty engine. Of shares the distance is 1 − the sum of the lesser ones. */
const text = `
WITH by_engine AS MATERIALIZED (
  SELECT engine, day, domain, sum(citations)::float AS citations
  FROM daily_domains WHERE ${rollupInScope} AND ${isNow} AND citations > 0 GROUP BY engine, day, domain
), cited AS (
  SELECT * FROM by_engine
  UNION ALL SELECT '', day, domain, sum(citations) FROM by_engine GROUP BY day, domain
), shares AS (
  SELECT engine, domain, dense_rank() OVER (PARTITION BY engine ORDER BY day) AS place,
    citations / sum(citations) OVER (PARTITION BY engine, day) AS share
  FROM cited
), following AS (
  SELECT engine, place, share, lag(place) OVER cited_before AS place_before, lag(share) OVER cited_before AS share_before
  FROM shares WINDOW cited_before AS (PARTITION BY engine, domain ORDER BY place)
)
SELECT engine, max(place)::int AS days,
  coalesce(sum(least(share, share_before)) FILTER (WHERE place_before = place - 1), 0) AS common
FROM following GROUP BY engine ORDER BY engine`;

interface Row {
  engine: string;
  days: number;
  /** Sum of the shares that each day has in common with the one before. */
  common: number;
}

/** How steady the citations of the period are, over all engines together and by engine. */
export function getStability(context: Context, filters: MetricFilters): Promise<StabilityData> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<Row>({
      name: 'metrics-stability',
      text,
      values: scopeValues(organizationId, filters),
    });
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
