import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { advisoryLocks } from '#lib/db/advisory-locks';
import type { Database } from '#lib/db/client';

const statement = `
  SELECT EXISTS (
    SELECT 1 FROM pg_locks
    WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  ) AS ready`;

/** Returns whether the database responds and a worker is running. */
export async function isReady(db: Database): Promise<boolean> {
  try {
    const { rows } = await db.$client.query<{ ready: boolean }>(statement, [advisoryLocks.workerPresence]);
    return rows[0]?.ready ?? false;
  } catch (error) {
    log.warn({ error: describeError(error) }, 'database does not respond');
    return false;
  }
}
