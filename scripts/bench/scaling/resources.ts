import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { readProcessTreeCpuSeconds } from '#scripts/bench/pipeline/usage';
import type { ProcessTimes } from '#scripts/bench/scaling/model';
import { productRole } from '#scripts/postgres/product-role';

/** The process IDs of an instance. */
export interface InstancePids {
  web: number;
  worker: number;
  postgres: number;
}

/** Counters that only grow. */
export interface Resources {
  /** Elapsed time. */
  seconds: number;
  /** CPU time in milliseconds. */
  times: ProcessTimes;
  /** Statements of the product, including BEGIN and COMMIT. */
  roundTrips: number;
  walBytes: number;
  databaseBytes: number;
  /** Bytes that the process has read and written, nearly all of them on connections. */
  webBytes: number;
  workerBytes: number;
}

/** Reads the counters of an instance, whose PostgreSQL must have loaded `pg_stat_statements`. */
export async function readResources(admin: pg.Pool, pids: InstancePids): Promise<Resources> {
  const { rows } = await admin.query<Pick<Resources, 'roundTrips' | 'walBytes' | 'databaseBytes'>>(
    `SELECT (SELECT coalesce(sum(calls), 0) FROM pg_stat_statements
             WHERE toplevel AND userid = $1::regrole) AS "roundTrips",
       pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS "walBytes",
       pg_database_size(current_database()) AS "databaseBytes"`,
    [productRole],
  );
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL returned no counters.');
  return {
    seconds: performance.now() / 1000,
    times: {
      web: readProcessTreeCpuSeconds(pids.web) * 1000,
      worker: readProcessTreeCpuSeconds(pids.worker) * 1000,
      postgres: readProcessTreeCpuSeconds(pids.postgres) * 1000,
    },
    ...row,
    webBytes: readTransferredBytes(pids.web),
    workerBytes: readTransferredBytes(pids.worker),
  };
}

/** Returns the bytes that a Node.js process has read and written; Linux counts those on sockets too. */
function readTransferredBytes(pid: number): number {
  const lines = readFileSync(`/proc/${pid}/io`, 'utf8').split('\n');
  const read = (name: string) => Number(lines.find((line) => line.startsWith(`${name}:`))?.split(' ')[1]);
  return read('rchar') + read('wchar');
}

/** Combines two readings value by value: `(a, b) => b - a` returns the usage between them. */
export function combineResources(
  a: Resources,
  b: Resources,
  combine: (a: number, b: number) => number,
): Resources {
  return {
    seconds: combine(a.seconds, b.seconds),
    times: {
      web: combine(a.times.web, b.times.web),
      worker: combine(a.times.worker, b.times.worker),
      postgres: combine(a.times.postgres, b.times.postgres),
    },
    roundTrips: combine(a.roundTrips, b.roundTrips),
    walBytes: combine(a.walBytes, b.walBytes),
    databaseBytes: combine(a.databaseBytes, b.databaseBytes),
    webBytes: combine(a.webBytes, b.webBytes),
    workerBytes: combine(a.workerBytes, b.workerBytes),
  };
}

const takeMedian = (a: number, b: number, c: number) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

/** Returns the median of three readings, value by value. */
export function takeMedians(a: Resources, b: Resources, c: Resources): Resources {
  const [low, high] = [combineResources(a, b, Math.min), combineResources(a, b, Math.max)];
  return combineResources(low, combineResources(high, c, Math.min), Math.max);
}

/** Number and total duration of the runs of an operation since the start of the worker. */
export interface OperationTotal {
  count: number;
  seconds: number;
}

/** Claims and settlements by queue, such as `tasks claim`, and `ingest` for batches of answers. */
export type OperationTotals = Record<string, OperationTotal>;

const metricPattern =
  /^answerscope_(?:queue_operation|(ingest)_batch)_seconds_(sum|count)(?:\{queue="(\w+)",operation="(claim|settle)"\})? (\S+)$/gm;

/** Reads the operations of a worker from its `/metrics`. */
export async function readOperations(metricsUrl: string): Promise<OperationTotals> {
  const totals: OperationTotals = {};
  const text = await (await fetch(metricsUrl)).text();
  for (const [, ingest, part, queue, operation, value] of text.matchAll(metricPattern)) {
    const name = ingest ?? `${queue} ${operation}`;
    const total = totals[name] ?? { count: 0, seconds: 0 };
    totals[name] = { ...total, [part === 'sum' ? 'seconds' : 'count']: Number(value) };
  }
  return totals;
}

/** Returns the increase of each total between two readings. */
export function subtractOperations(after: OperationTotals, before: OperationTotals): OperationTotals {
  return Object.fromEntries(
    Object.entries(after).map(([name, { count, seconds }]) => [
      name,
      { count: count - (before[name]?.count ?? 0), seconds: seconds - (before[name]?.seconds ?? 0) },
    ]),
  );
}

/** Returns the median of the totals of three runs, operation by operation. */
export function takeMedianOperations(
  a: OperationTotals,
  b: OperationTotals,
  c: OperationTotals,
): OperationTotals {
  const none = { count: 0, seconds: 0 };
  return Object.fromEntries(
    Object.keys(a).map((name) => {
      const [first, second, third] = [a[name] ?? none, b[name] ?? none, c[name] ?? none];
      return [
        name,
        {
          count: takeMedian(first.count, second.count, third.count),
          seconds: takeMedian(first.seconds, second.seconds, third.seconds),
        },
      ];
    }),
  );
}
