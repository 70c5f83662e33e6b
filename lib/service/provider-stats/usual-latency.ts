import { and, eq, sql } from 'drizzle-orm';
import type { Engine } from '#lib/contract/engines';
import type { Database } from '#lib/db/database';
import { providerStatsHourly } from '#lib/db/schema/providers';
import type { Provider } from '#lib/providers/shared/provider';
import { instanceOwnerId } from '#lib/service/circuit-breaker/circuit-store';
import { estimateQuantileMs } from '#lib/service/provider-stats/stats-collector';

const usualQuantile = 0.99;
/** With fewer answers, the quantile says little. */
const minAnswers = 100;
/** Shorter times would make a short pause look like a failure. */
const minUsualMs = 2_000;
const refreshMs = 60_000;

/** Creates a reader of the usual latencies, which caches them for a minute. */
export function createUsualLatency(db: Database, monotonicNowMs = () => performance.now()) {
  let latencies = new Map<string, number>();
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    /** Reads the latencies of all providers, if those in memory are older than a minute. */
    async refresh(): Promise<void> {
      if (monotonicNowMs() - readAt < refreshMs) return;
      readAt = monotonicNowMs();
      latencies = await readLatencies(db);
    },
    /**
     * Returns the time in milliseconds within which a provider answers 99 of 100 requests; half of its timeout if it has
     * answered fewer than 100 so far.
     */
    getUsualMs({ name, engine, timeoutMs }: Provider<Engine>): number {
      const usualMs = latencies.get(`${name}:${engine}`) ?? timeoutMs / 2;
      return Math.max(minUsualMs, Math.min(usualMs, timeoutMs));
    },
  };
}

async function readLatencies(db: Database): Promise<Map<string, number>> {
  const { provider, engine, latencyHistogram, organizationId, hour } = providerStatsHourly;
  const rows = await db
    .select({ provider, engine, latencyHistogram })
    .from(providerStatsHourly)
    .where(and(eq(organizationId, instanceOwnerId), eq(hour, sql`'epoch'::timestamptz`)));
  return new Map(
    rows.flatMap((row) => {
      const answers = row.latencyHistogram.reduce((sum, count) => sum + count, 0);
      const usualMs = estimateQuantileMs(row.latencyHistogram, usualQuantile);
      return answers < minAnswers || usualMs === undefined
        ? []
        : [[`${row.provider}:${row.engine}`, usualMs] as const];
    }),
  );
}
