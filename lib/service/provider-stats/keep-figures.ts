import type { Engine } from '#lib/contract/engines';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { PooledDatabase } from '#lib/db/client';
import type { ProviderCost, ProviderErrorKind } from '#lib/providers/shared/provider';
import { bucketOf, latencyBoundsMs } from '#lib/service/provider-stats/latency-buckets';
import { addFigures, type FiguresRow } from '#lib/service/provider-stats/write-figures';
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
export interface EngineFigures {
  count(asked: Asked, attempt: Attempt, at: Date): void;
  /** Counts an attempt that was held back because the vendor's window was used up. */
  wait(asked: Asked, ms: number, at: Date): void;
  /** Writes what is counted. */
  flush(): Promise<void>;
}

const writeAfterMs = 1_000;
const hourMs = 3_600_000;

/** A pool is one process's. */
const kept = new WeakMap<PooledDatabase, EngineFigures>();

/** The figures of the process of this pool. */
export function figuresOf(db: PooledDatabase): EngineFigures {
  const known = kept.get(db) ?? keepFigures(db);
  kept.set(db, known);
  return known;
}

function keepFigures(db: PooledDatabase): EngineFigures {
  let counted = new Map<string, FiguresRow>();

  function rowOf({ organizationId, provider, engine }: Asked, at: Date): FiguresRow {
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
      await addFigures(db, rows);
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
        const bucket = bucketOf(ms);
        row.latencies[bucket] = (row.latencies[bucket] ?? 0) + 1;
        row.latencyMs += Math.round(ms);
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
      row.waits += 1;
      row.waitedMs += Math.round(ms);
    },
    flush,
  };
}

function emptyRow(about: Pick<FiguresRow, 'organizationId' | 'provider' | 'engine' | 'hour'>): FiguresRow {
  return {
    ...about,
    ...{ requests: 0, transient: 0, permanent: 0, quota: 0, waits: 0, waitedMs: 0, latencyMs: 0 },
    latencies: Array.from({ length: latencyBoundsMs.length + 1 }, () => 0),
    ...{ tokens: 0, cost: 0, currency: null },
  };
}
