import { asc, count, eq, sql, sum } from 'drizzle-orm';
import type { Database } from '#lib/db/database';
import { circuitBreakers, providerStatsHourly } from '#lib/db/schema/providers';
import { taskQueueStats } from '#lib/db/schema/tasks';
import { deliveries } from '#lib/db/schema/webhooks';
import { instanceOwnerId } from '#lib/service/circuit-breaker/circuit-store';

/** All requests to one provider for one engine since the instance was installed. */
export type ProviderTotals = Omit<typeof providerStatsHourly.$inferSelect, 'organizationId' | 'hour'>;

export type InstanceStats = Awaited<ReturnType<typeof getInstanceStats>>;

/** Reads the state of the whole instance, without details about organizations. */
export async function getInstanceStats(db: Database) {
  const isInstanceKey = sql<boolean>`${circuitBreakers.organizationId} = ${sql.raw(`'${instanceOwnerId}'`)}`;
  const [[tasks], [pending], circuits, providers] = await Promise.all([
    db
      .select({ queued: sum(taskQueueStats.queued), processing: sum(taskQueueStats.processing) })
      .from(taskQueueStats),
    db.select({ deliveries: count() }).from(deliveries).where(eq(deliveries.status, 'pending')),
    db
      .select({
        provider: circuitBreakers.provider,
        reason: circuitBreakers.reason,
        isInstanceKey,
        open: count(),
      })
      .from(circuitBreakers)
      .groupBy(circuitBreakers.provider, circuitBreakers.reason, isInstanceKey),
    // The rows of the instance hold the totals of all time, not those of one hour.
    db
      .select()
      .from(providerStatsHourly)
      .where(eq(providerStatsHourly.organizationId, instanceOwnerId))
      .orderBy(asc(providerStatsHourly.provider), asc(providerStatsHourly.engine)),
  ]);
  return {
    queued: Number(tasks?.queued ?? 0),
    processing: Number(tasks?.processing ?? 0),
    /** Pending webhook deliveries. */
    deliveries: pending?.deliveries ?? 0,
    circuits,
    providers,
  };
}
