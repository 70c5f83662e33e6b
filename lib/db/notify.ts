import pg from 'pg';
import type { Database } from '#lib/db/database';

/** Wakes the processes that listen on the channels: at once or, in a transaction, when it commits. */
export async function notify(db: Database, ...channels: readonly string[]): Promise<void> {
  await db.$client.query(channels.map((channel) => `NOTIFY ${pg.escapeIdentifier(channel)}`).join('; '));
}
