import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { advisoryLocks } from '#lib/db/advisory-locks';
import type { Database } from '#lib/db/database';
import { statement } from '#lib/db/statement';

const findWorker = statement({
  name: 'find-worker',
  parameters: { workerLock: 'int8' },
  row: { isReady: 'bool' },
  isPrepared: false,
  text: `
    SELECT EXISTS (
      SELECT 1 FROM pg_locks
      WHERE locktype = 'advisory' AND classid = 0 AND objid = :workerLock AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) AS "isReady"`,
});

/** Returns whether the database responds and a worker is running. */
export async function isReady(db: Database): Promise<boolean> {
  try {
    const [row] = await findWorker(db, { workerLock: advisoryLocks.workerPresence });
    return row?.isReady ?? false;
  } catch (error) {
    log.warn({ error: describeError(error) }, 'database does not respond');
    return false;
  }
}
