import type { Database } from '#lib/db/client';

const batch = 5_000;

/** One batch of ended deliveries goes together with their attempts. */
const deliveriesStatement = `
  WITH gone AS (
    DELETE FROM deliveries WHERE (organization_id, id) IN (
      SELECT organization_id, id FROM deliveries WHERE status <> 'pending' AND completed_at < $1 LIMIT ${batch}
    )
    RETURNING organization_id, id
  ), attempts AS (
    DELETE FROM delivery_attempts a USING gone
    WHERE a.organization_id = gone.organization_id AND a.delivery_id = gone.id
  )
  SELECT id FROM gone`;

const tasksStatement = `
  DELETE FROM tasks WHERE (organization_id, id) IN (
    SELECT organization_id, id FROM tasks WHERE completed_at < $1 LIMIT ${batch}
  )`;

const pagesStatement = `
  DELETE FROM stored_pages WHERE (id, page) IN (
    SELECT id, page FROM stored_pages WHERE expires_at < $1 LIMIT ${batch}
  )`;

const requestsStatement = `
  DELETE FROM requests WHERE (organization_id, received_at, id) IN (
    SELECT organization_id, received_at, id FROM requests WHERE received_at < $1 LIMIT ${batch}
  )`;

/** A circuit that nothing has been tried on for so long is of a key that is no longer in use. */
const circuitsStatement = 'DELETE FROM circuit_breakers WHERE probe_at < $1';

/** Attempts at passwords and links, once their window is over. */
const throttlesStatement = `
  DELETE FROM auth_attempts WHERE subject_hash IN (SELECT subject_hash FROM auth_attempts WHERE resets_at < $1 LIMIT ${batch})`;

/** The totals, which stand at the epoch, stay. */
const figuresStatement = `
  DELETE FROM provider_stats_hourly WHERE (organization_id, hour, provider, engine) IN (
    SELECT organization_id, hour, provider, engine FROM provider_stats_hourly
    WHERE hour < $1 AND hour > 'epoch' LIMIT ${batch}
  )`;

/** Hours after which an open circuit is forgotten. */
const circuitHours = 24;
/** Hours the figures of providers reach back. */
const figuresHours = 90 * 24;
/** Hours the log of requests reaches back. */
const requestLogHours = 7 * 24;

/**
 * Deletes tasks that ended more than `retentionHours` ago and their deliveries, stored pages past their expiry,
 * requests logged more than 7 days ago, counts of attempts whose window is over, figures of providers older than 90
 * days and circuits of keys no longer in use, batch by batch: a purge that was cut short goes on where it stopped.
 * The ledger and the dashboard's history stay.
 */
export async function deleteExpiredData(
  db: Database,
  { now, retentionHours }: { now: Date; retentionHours: number },
): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const endedBefore = hoursAgo(retentionHours);
  await untilNone(db, deliveriesStatement, endedBefore);
  await untilNone(db, tasksStatement, endedBefore);
  await untilNone(db, pagesStatement, now);
  await untilNone(db, requestsStatement, hoursAgo(requestLogHours));
  await untilNone(db, throttlesStatement, now);
  await db.$client.query(circuitsStatement, [hoursAgo(circuitHours)]);
  await untilNone(db, figuresStatement, hoursAgo(figuresHours));
}

async function untilNone(db: Database, statement: string, before: Date): Promise<void> {
  for (;;) {
    const { rowCount } = await db.$client.query(statement, [before]);
    if (!rowCount || rowCount < batch) return;
  }
}
