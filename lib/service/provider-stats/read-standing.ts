import type { Engine } from '#lib/contract/engines';
import type { Database } from '#lib/db/client';
import { instanceOwnerId } from '#lib/service/circuit-breaker/account';
import type { ProviderStatsRow } from '#lib/service/provider-stats/write-figures';

/** What one provider was asked for one engine since the instance began, by everyone. */
export type ProviderTotals = Omit<ProviderStatsRow, 'organizationId' | 'hour'>;

/** Where the whole instance stands, without a word about whose it is. */
export interface InstanceStats {
  queued: number;
  processing: number;
  /** Deliveries waiting for an attempt. */
  deliveries: number;
  circuits: { vendor: string; reason: string; ofInstance: boolean; open: number }[];
  providers: ProviderTotals[];
}

const countsStatement = `
  SELECT (SELECT coalesce(sum(queued), 0) FROM task_queue_stats) AS queued,
    (SELECT coalesce(sum(processing), 0) FROM task_queue_stats) AS processing,
    (SELECT count(*) FROM deliveries WHERE status = 'pending') AS deliveries`;

const circuitsStatement = `
  SELECT provider AS vendor, reason, organization_id = '${instanceOwnerId}' AS "ofInstance", count(*) AS open
  FROM circuit_breakers GROUP BY 1, 2, 3`;

const providersStatement = `
  SELECT provider, engine, requests, transient_errors AS transient, permanent_errors AS permanent, quota_errors AS quota,
    throttled_count AS waits, throttled_ms AS "waitedMs", latency_histogram AS latencies,
    total_latency_ms AS "latencyMs", tokens, cost, currency
  FROM provider_stats_hourly WHERE organization_id = '${instanceOwnerId}' ORDER BY provider, engine`;

/** Reads where the instance stands, for its operator. Three round trips. */
export async function getInstanceStats(db: Database): Promise<InstanceStats> {
  const [counts, circuits, providers] = await Promise.all([
    db.$client.query<Pick<InstanceStats, 'queued' | 'processing' | 'deliveries'>>(countsStatement),
    db.$client.query<InstanceStats['circuits'][number]>(circuitsStatement),
    db.$client.query<ProviderTotals & { engine: Engine }>(providersStatement),
  ]);
  const { queued = 0, processing = 0, deliveries = 0 } = counts.rows[0] ?? {};
  return { queued, processing, deliveries, circuits: circuits.rows, providers: providers.rows };
}
