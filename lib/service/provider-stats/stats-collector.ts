import type { Engine } from '#lib/contract/engines';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { PooledDatabase } from '#lib/db/database';
import type { providerStatsHourly } from '#lib/db/schema/providers';
import { statement } from '#lib/db/statement';
import type { ProviderCost, ProviderErrorKind } from '#lib/providers/shared/provider';
import { createBatcher } from '#lib/queue/batcher';
import { instanceOwnerId } from '#lib/service/circuit-breaker/circuit-store';

export interface StatsSubject {
  organizationId: string;
  provider: string;
  engine: Engine;
}

export interface AttemptStats {
  durationMs: number;
  /** Undefined on success. */
  error?: ProviderErrorKind | undefined;
  cost?: ProviderCost | undefined;
  tokens?: number | undefined;
}

/** Counts the requests to providers, in memory; the counts are written every second. */
export type StatsCollector = ReturnType<typeof createStatsCollector>;

const writeDelayMs = 1_000;
const hourMs = 3_600_000;

type StatsRow = typeof providerStatsHourly.$inferInsert;

export function createStatsCollector(db: PooledDatabase) {
  const rowsByKey = new Map<string, StatsRow>();
  const batcher = createBatcher<StatsRow>({
    delayMs: writeDelayMs,
    /** If writing fails, logs a warning and drops the counts. It is not retried, because they may have been written. */
    async write(rows) {
      rowsByKey.clear();
      try {
        await addStats(db, { rows });
      } catch (error) {
        log.warn({ error: describeError(error) }, 'writing provider statistics failed');
      }
    },
  });

  function getRow({ organizationId, provider, engine }: StatsSubject, at: Date): StatsRow {
    const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs);
    const key = `${organizationId}:${provider}:${engine}:${hour.getTime()}`;
    const existing = rowsByKey.get(key);
    if (existing) return existing;
    const row = {
      organizationId,
      provider,
      engine,
      hour,
      requests: 0,
      transientErrors: 0,
      permanentErrors: 0,
      quotaErrors: 0,
      throttledCount: 0,
      throttledMs: 0,
      totalLatencyMs: 0,
      latencyHistogram: createLatencyHistogram(),
      tokens: 0,
      cost: 0,
      currency: null,
    };
    rowsByKey.set(key, row);
    batcher.add(row);
    return row;
  }

  return {
    recordAttempt(subject: StatsSubject, { durationMs, error, cost, tokens }: AttemptStats, at: Date) {
      const row = getRow(subject, at);
      row.requests += 1;
      if (error === undefined) {
        const bucket = getLatencyBucket(durationMs);
        row.latencyHistogram[bucket] = (row.latencyHistogram[bucket] ?? 0) + 1;
        row.totalLatencyMs += Math.round(durationMs);
      } else if (error === 'transient') row.transientErrors += 1;
      else if (error === 'quota') row.quotaErrors += 1;
      else row.permanentErrors += 1;
      row.tokens += Math.round(tokens ?? 0);
      if (!cost) return;
      row.cost += cost.amount;
      row.currency = cost.currency;
    },
    /** Counts an attempt that waited `ms` milliseconds because of the provider's rate limit. */
    recordThrottledAttempt(subject: StatsSubject, ms: number, at: Date) {
      const row = getRow(subject, at);
      row.throttledCount += 1;
      row.throttledMs += Math.round(ms);
    },
    /** Writes the counts. */
    flush: batcher.flush,
  };
}

const counters = [
  'requests',
  'transient_errors',
  'permanent_errors',
  'quota_errors',
  'throttled_count',
  'throttled_ms',
  'total_latency_ms',
  'tokens',
  'cost',
];

/**
 * Adds each row to its hour, and to the totals of its provider and engine over all hours and organizations. A row of
 * totals has the hour 1970-01-01 00:00 and, in place of an organization ID, the all-zero UUID `instanceOwnerId`. Rows are
 * written in the same order everywhere to avoid deadlocks.
 */
const addStats = statement({
  name: 'add-provider-stats',
  parameters: { rows: 'jsonb' },
  text: `
    WITH counted AS (
      SELECT * FROM jsonb_to_recordset(:rows) AS c ("organizationId" uuid, provider text, engine text,
        hour timestamptz, requests int, "transientErrors" int, "permanentErrors" int, "quotaErrors" int,
        "throttledCount" int, "throttledMs" bigint, "latencyHistogram" int[], "totalLatencyMs" bigint, tokens bigint,
        cost numeric, currency text)
    ), totals AS (
      SELECT '${instanceOwnerId}'::uuid, provider, engine, 'epoch'::timestamptz, sum(requests),
        sum("transientErrors"), sum("permanentErrors"), sum("quotaErrors"), sum("throttledCount"), sum("throttledMs"),
        (SELECT array_agg(n ORDER BY bucket) FROM (
          SELECT bucket, sum(n) AS n
          FROM counted AS same, unnest(same."latencyHistogram") WITH ORDINALITY AS h (n, bucket)
          WHERE same.provider = c.provider AND same.engine = c.engine GROUP BY bucket
        ) AS summed),
        sum("totalLatencyMs"), sum(tokens), sum(cost), max(currency)
      FROM counted AS c GROUP BY provider, engine
    )
    INSERT INTO provider_stats_hourly AS s (organization_id, provider, engine, hour, requests, transient_errors,
      permanent_errors, quota_errors, throttled_count, throttled_ms, latency_histogram, total_latency_ms, tokens,
      cost, currency)
    SELECT * FROM (SELECT * FROM counted UNION ALL SELECT * FROM totals) AS rows ORDER BY 1, 4, 2, 3
    ON CONFLICT (organization_id, hour, provider, engine) DO UPDATE SET
      ${counters.map((column) => `${column} = s.${column} + excluded.${column}`).join(', ')},
      latency_histogram = (
        SELECT array_agg(coalesce(a, 0) + coalesce(b, 0))
        FROM unnest(s.latency_histogram, excluded.latency_histogram) AS sums (a, b)
      ),
      currency = coalesce(excluded.currency, s.currency)`,
});

/** Upper bounds of the latency buckets. One more bucket holds all higher latencies. */
export const latencyBucketsMs = [
  50, 100, 250, 500, 1_000, 2_000, 3_000, 5_000, 8_000, 12_000, 20_000, 30_000, 45_000, 60_000, 90_000,
  120_000, 180_000,
] as const;

function getLatencyBucket(ms: number): number {
  const index = latencyBucketsMs.findIndex((bound) => ms <= bound);
  return index === -1 ? latencyBucketsMs.length : index;
}

export function createLatencyHistogram(): number[] {
  return Array.from({ length: latencyBucketsMs.length + 1 }, () => 0);
}

/**
 * Estimates a quantile in milliseconds, as if latencies were spread evenly within their bucket; undefined without
 * data. Latencies above the last bound count as that bound.
 */
export function estimateQuantileMs(histogram: readonly number[], quantile: number): number | undefined {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  let rest = quantile * total;
  for (const [index, count] of histogram.entries()) {
    if (count > 0 && rest <= count) {
      const from = latencyBucketsMs[index - 1] ?? 0;
      const to = latencyBucketsMs[index] ?? from;
      return Math.round(from + ((to - from) * rest) / count);
    }
    rest -= count;
  }
  return latencyBucketsMs.at(-1);
}
