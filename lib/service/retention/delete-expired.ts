import type { Connection } from '#lib/database/connection';

const batch = 5_000;

/** One batch of ended deliveries goes together with their attempts. */
const deliveriesStatement = `
  WITH gone AS (
    DELETE FROM deliveries WHERE (organization_id, id) IN (
      SELECT organization_id, id FROM deliveries WHERE status <> 'pending' AND ended_at < $1 LIMIT ${batch}
    )
    RETURNING organization_id, id
  ), attempts AS (
    DELETE FROM delivery_attempts a USING gone
    WHERE a.organization_id = gone.organization_id AND a.delivery_id = gone.id
  )
  SELECT id FROM gone`;

const tasksStatement = `
  DELETE FROM tasks WHERE (organization_id, id) IN (
    SELECT organization_id, id FROM tasks WHERE ended_at < $1 LIMIT ${batch}
  )`;

const pagesStatement = `
  DELETE FROM stored_pages WHERE (id, page) IN (
    SELECT id, page FROM stored_pages WHERE expires_at < $1 LIMIT ${batch}
  )`;

/**
 * Deletes tasks that ended more than `retentionHours` ago and their deliveries, and stored pages past their
 * expiry, batch by batch: a purge that was cut short goes on where it stopped. The ledger and the dashboard's
 * history stay.
 */
export async function deleteExpired(
  connection: Connection,
  { now, retentionHours }: { now: Date; retentionHours: number },
): Promise<void> {
  const endedBefore = new Date(now.getTime() - retentionHours * 3_600_000);
  await untilNone(connection, deliveriesStatement, endedBefore);
  await untilNone(connection, tasksStatement, endedBefore);
  await untilNone(connection, pagesStatement, now);
}

async function untilNone(connection: Connection, statement: string, before: Date): Promise<void> {
  for (;;) {
    const { rowCount } = await connection.query(statement, [before]);
    if (!rowCount || rowCount < batch) return;
  }
}
