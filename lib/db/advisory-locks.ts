import type { Database } from '#lib/db/database';
import { statement } from '#lib/db/statement';

/** The keys of PostgreSQL's advisory locks. Every key must be unique. */
export const advisoryLocks = {
  migration: 7_402_116,
  /** Held in shared mode by every running worker. */
  workerPresence: 7_402_117,
  demoProject: 7_402_118,
  answerPartitions: 7_402_119,
  demoOrganization: 7_402_120,
} as const;

const lock = statement({
  name: 'take-advisory-lock',
  parameters: { key: 'int8' },
  row: { locked: 'void' },
  isPrepared: false,
  text: 'SELECT pg_advisory_xact_lock(:key) AS locked',
});

/** Waits for a lock, and holds it until the transaction ends. */
export async function takeAdvisoryLock(tx: Database, name: keyof typeof advisoryLocks): Promise<void> {
  await lock(tx, { key: advisoryLocks[name] });
}
