import { advisoryLocks } from '#lib/db/advisory-locks';
import type { Database } from '#lib/db/client';
import { transaction } from '#lib/db/client';

const madeOn = new WeakMap<Database, Set<string>>();

/**
 * Makes the monthly partitions that answers of these instants go to. In a transaction of its own, for making one
 * keeps readers of the table waiting until it ends; months made before cost nothing.
 */
export async function ensurePartitions(db: Database, instants: readonly Date[]): Promise<void> {
  const made = madeOn.get(db) ?? new Set<string>();
  madeOn.set(db, made);
  const months = new Set(instants.map((instant) => `${instant.toISOString().slice(0, 7)}-01`));
  for (const month of months) {
    if (made.has(month)) continue;
    await transaction(db, async (client) => {
      await client.$client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.answerPartitions]);
      const { rows } = await client.$client.query<{ missing: boolean }>(
        'SELECT to_regclass($1) IS NULL AS missing',
        [`mentions_${month.slice(0, 7).replace('-', '_')}`],
      );
      if (rows[0]?.missing) await client.$client.query('SELECT ensure_answer_partitions($1::date)', [month]);
    });
    made.add(month);
  }
}
