import type { Engine } from '#lib/contract/engines';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { PooledDatabase } from '#lib/db/client';
import type { ProviderCost, ProviderErrorKind } from '#lib/providers/shared/provider';
import { getLatencyBucket, latencyBucketsMs } from '#lib/service/provider-stats/latency-buckets';
import { addProviderStats, type ProviderStatsRow } from '#lib/service/provider-stats/write-figures';
import { writeBehind } from '#lib/service/write-behind';

/** Whose question to whom. */
export interface Asked {
  organizationId: string;
  provider: string;
  engine: Engine;
}

/** How one attempt ended. */
export interface Attempt {
  ms: number;
  /** Undefined for an answer. */
  failure?: ProviderErrorKind | undefined;
  cost?: ProviderCost | undefined;
  tokens?: number | undefined;
}

/** Counts what is asked of providers. Counting costs the question nothing: it is written with the rest later. */
export interface StatsCollector {
  count(asked: Asked, attempt: Attempt, at: Date): void;
  /** Counts an attempt that was held back because the vendor's window was used up. */
  wait(asked: Asked, ms: number, at: Date): void;
  /** Writes what is counted. */
  flush(): Promise<void>;
}

const writeAfterMs = 1_000;
const hourMs = 3_600_000;

/** A pool is one process's. */
const kept = new WeakMap<PooledDatabase, StatsCollector>();

/** The figures of the process of this pool. */
export function figuresOf(db: PooledDatabase): StatsCollector {
  const known = kept.get(db) ?? keepFigures(db);
  kept.set(db, known);
  return known;
}

function keepFigures(db: PooledDatabase): StatsCollector {
  let counted = new Map<string, ProviderStatsRow>();

  function rowOf({ organizationId, provider, engine }: Asked, at: Date): ProviderStatsRow {
    const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs);
    const key = `${organizationId}:${provider}:${engine}:${hour.getTime()}`;
    const row = counted.get(key) ?? emptyRow({ organizationId, provider, engine, hour });
    counted.set(key, row);
    soon();
    return row;
  }

  /** What cannot be written is lost, with a warning: no answer waits for its figures. */
  async function write(): Promise<void> {
    const rows = [...counted.values()];
    counted = new Map();
    try {
      await addProviderStats(db, rows);
    } catch (error) {
      log.warn({ error: describeError(error) }, 'figures of providers could not be written');
    }
  }

  const { soon, flush } = writeBehind({ waitMs: writeAfterMs, isEmpty: () => counted.size === 0, write });

  return {
    count(asked, { ms, failure, cost, tokens }, at) {
      const row = rowOf(asked, at);
      row.requests += 1;
      if (failure === undefined) {
        const bucket = getLatencyBucket(ms);
        row.latencyHistogram[bucket] = (row.latencyHistogram[bucket] ?? 0) + 1;
        row.totalLatencyMs += Math.round(ms);
      } else {
        row[failure === 'unavailable' ? 'permanent' : failure] += 1;
      }
      row.tokens += Math.round(tokens ?? 0);
      if (!cost) return;
      row.cost += cost.amount;
      row.currency = cost.currency;
    },
    wait(asked, ms, at) {
      const row = rowOf(asked, at);
      row.throttledCount += 1;
      row.throttledMs += Math.round(ms);
    },
    flush,
  };
}

function emptyRow(
  about: Pick<ProviderStatsRow, 'organizationId' | 'provider' | 'engine' | 'hour'>,
): ProviderStatsRow {
  return {
    ...about,
    ...{
      requests: 0,
      transientErrors: 0,
      permanentErrors: 0,
      quotaErrors: 0,
      throttledCount: 0,
      throttledMs: 0,
      totalLatencyMs: 0,
    },
    latencyHistogram: Array.from({ length: latencyBucketsMs.length + 1 }, () => 0),
    ...{ tokens: 0, cost: 0, currency: null },
  };
}
