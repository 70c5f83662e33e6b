import type { Engine } from '#lib/contract/engines';
import { type Context, scoped } from '#lib/db/context';
import { estimateQuantileMs, latencyBucketsMs } from '#lib/service/provider-stats/latency-buckets';

/** What was asked of one provider for one engine lately. */
export interface ProviderStats {
  /** Attempts, answered or not. */
  requests: number;
  transientErrors: number;
  permanentErrors: number;
  quotaErrors: number;
  /** Attempts held back by the vendor's pace, and for how long in all. */
  throttledCount: number;
  throttledMs: number;
  /** Of the answers; undefined when there is none. */
  medianMs: number | undefined;
  p95Ms: number | undefined;
  tokens: number;
  /** What the vendor says its answers cost; undefined where it does not say. */
  cost: { amount: number; currency: string } | undefined;
}

const hours = 24;

const statement = `
  SELECT provider, engine, requests, transient_errors AS transient, permanent_errors AS permanent, quota_errors AS quota,
    throttled_count AS waits, throttled_ms AS "waitedMs", latency_histogram AS latencies,
    tokens, cost, currency
  FROM provider_stats_hourly WHERE organization_id = $1 AND hour > $2`;

interface Row extends Omit<ProviderStats, 'medianMs' | 'p95Ms' | 'cost'> {
  provider: string;
  engine: string;
  latencies: number[];
  cost: number;
  currency: string | null;
}

/**
 * What the organization asked in the last 24 hours, by provider and engine; counted a second or two late.
 * @returns a look-up
 */
export async function getRecentStats(
  context: Context,
): Promise<(provider: string, engine: Engine) => ProviderStats> {
  const since = new Date(context.clock.now().getTime() - hours * 3_600_000);
  const rows = await scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<Row>(statement, [organizationId, since]);
    return rows;
  });
  return (provider, engine) =>
    summed(rows.filter((row) => row.provider === provider && row.engine === engine));
}

function summed(rows: readonly Row[]): ProviderStats {
  const sum = (value: (row: Row) => number) => rows.reduce((total, row) => total + value(row), 0);
  const latencies = Array.from({ length: latencyBucketsMs.length + 1 }, (_, bucket) =>
    sum((row) => row.latencies[bucket] ?? 0),
  );
  const currency = rows.findLast((row) => row.currency !== null)?.currency;
  return {
    requests: sum((row) => row.requests),
    transientErrors: sum((row) => row.transientErrors),
    permanentErrors: sum((row) => row.permanentErrors),
    quotaErrors: sum((row) => row.quotaErrors),
    throttledCount: sum((row) => row.throttledCount),
    throttledMs: sum((row) => row.throttledMs),
    medianMs: estimateQuantileMs(latencies, 0.5),
    p95Ms: estimateQuantileMs(latencies, 0.95),
    tokens: sum((row) => row.tokens),
    cost: currency ? { amount: sum((row) => row.cost), currency } : undefined,
  };
}
