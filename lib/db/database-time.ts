import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { processState } from '#lib/core/process-state';
import type { PooledDatabase } from '#lib/db/database';

/** Quartz clocks drift by about 50 ppm, which is less than a millisecond in this time. */
const intervalMs = 10_000;
/** Readings are tried more often until the first one succeeds, because the clock may be wrong until then. */
const firstIntervalMs = 200;
/** A reading is off by at most half its round-trip time. Readings after the first are discarded if their round trip is longer. */
const maxRoundTripMs = 1_000;

/**
 * Sets `systemClock` to the database's time, at once and then every 10 seconds, so that a process whose machine has a wrong
 * clock, or whose clock is set while it runs, uses the same time as all other processes. While the database is
 * unavailable, the clock continues from the last reading.
 * @returns a function that stops the synchronization
 * @param options.isOptional whether the first reading may fail, for a process that also runs without a database
 * @throws Error if the first reading fails and is not optional
 */
export async function startClockSync(db: PooledDatabase, { isOptional = false } = {}): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function read(): Promise<void> {
    try {
      await readDatabaseTime(db);
    } catch (error) {
      log.warn({ error: describeError(error) }, 'reading the time of the database failed');
    }
    schedule();
  }

  function schedule(): void {
    if (isStopped) return;
    timer = setTimeout(read, processState.time ? intervalMs : firstIntervalMs).unref();
  }

  if (isOptional) await read();
  else {
    await readDatabaseTime(db);
    schedule();
  }
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

async function readDatabaseTime(db: PooledDatabase): Promise<void> {
  const client = await db.$client.connect();
  try {
    const sentAtMs = performance.now();
    const { rows } = await client.query<{ timeMs: number }>(
      'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS "timeMs"',
    );
    const receivedAtMs = performance.now();
    const [row] = rows;
    if (!row || (processState.time && receivedAtMs - sentAtMs > maxRoundTripMs)) return;
    processState.time = { timeMs: row.timeMs, readAtMs: (sentAtMs + receivedAtMs) / 2 };
  } finally {
    client.release();
  }
}
