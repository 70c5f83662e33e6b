import type { Engine } from '#lib/contract/engines';
import type { Database } from '#lib/db/client';
import { instanceOwnerId } from '#lib/service/circuit-breaker/account';

/** What was asked of one provider for one organization and engine in one hour. */
export interface ProviderStatsRow {
  organizationId: string;
  provider: string;
  engine: Engine;
  hour: Date;
  requests: number;
  transientErrors: number;
  permanentErrors: number;
  quotaErrors: number;
  throttledCount: number;
  throttledMs: number;
  /** Answers by latency bucket. */
  latencyHistogram: number[];
  totalLatencyMs: number;
  tokens: number;
  cost: number;
  currency: string | null;
}

/**
 * Each row adds to its hour and to the totals of all time and all organizations, which stand under `instanceId`
 * at the epoch. Rows are written in one order everywhere, so that two processes cannot lock each other.
 */
const statement = `
  WITH counted AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS c (organization_id uuid, provider text, engine text,
      hour timestamptz, requests int, transient int, permanent int, quota int, waits int, waited_ms bigint,
      latencies int[], latency_ms bigint, tokens bigint, cost numeric, currency text)
  ), totals AS (
    SELECT '${instanceOwnerId}'::uuid, provider, engine, 'epoch'::timestamptz, sum(requests), sum(transient),
      sum(permanent), sum(quota), sum(waits), sum(waited_ms),
      (SELECT array_agg(n ORDER BY place) FROM (
        SELECT place, sum(n) AS n FROM counted AS same, unnest(same.latencies) WITH ORDINALITY AS one (n, place)
        WHERE same.provider = c.provider AND same.engine = c.engine GROUP BY place
      ) AS summed),
      sum(latency_ms), sum(tokens), sum(cost), max(currency)
    FROM counted AS c GROUP BY provider, engine
  )
  INSERT INTO provider_stats_hourly AS f (organization_id, provider, engine, hour, requests, transient_errors,
    permanent_errors, quota_errors, throttled_count, throttled_ms, latency_histogram, total_latency_ms, tokens, cost,
    currency)
  SELECT * FROM (SELECT * FROM counted UNION ALL SELECT * FROM totals) AS rows ORDER BY 1, 4, 2, 3
  ON CONFLICT (organization_id, hour, provider, engine) DO UPDATE SET
    requests = f.requests + excluded.requests,
    transient_errors = f.transient_errors + excluded.transient_errors,
    permanent_errors = f.permanent_errors + excluded.permanent_errors,
    quota_errors = f.quota_errors + excluded.quota_errors,
    throttled_count = f.throttled_count + excluded.throttled_count,
    throttled_ms = f.throttled_ms + excluded.throttled_ms,
    latency_histogram = (
      SELECT array_agg(coalesce(a, 0) + coalesce(b, 0))
      FROM unnest(f.latency_histogram, excluded.latency_histogram) AS sums (a, b)
    ),
    total_latency_ms = f.total_latency_ms + excluded.total_latency_ms, tokens = f.tokens + excluded.tokens,
    cost = f.cost + excluded.cost, currency = coalesce(excluded.currency, f.currency)`;

/** Adds counts to the figures. One round trip. */
export async function addProviderStats(db: Database, rows: readonly ProviderStatsRow[]): Promise<void> {
  if (rows.length === 0) return;
  const counted = rows.map(({ organizationId, throttledMs, totalLatencyMs, ...row }) => ({
    ...row,
    organization_id: organizationId,
    waited_ms: throttledMs,
    latency_ms: totalLatencyMs,
  }));
  await db.$client.query({ name: 'add-engine-figures', text: statement, values: [JSON.stringify(counted)] });
}
