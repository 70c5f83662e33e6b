import { z } from 'zod';
import type { Database } from '#lib/db/client';
import { defineJob } from '#lib/queue/jobs';

/** Deletes expired data; recurs every minute. */
export const retentionJob = defineJob({
  name: 'service-retention',
  schema: z.object({}),
  policy: 'exclusive',
  retries: 0,
  expireSeconds: 600,
});

const batchSize = 5_000;
const circuitHours = 24;
const statsHours = 90 * 24;
const requestLogHours = 7 * 24;

/** Deletes completed deliveries together with their attempts. */
const deleteDeliveries = `
  WITH deleted AS (
    DELETE FROM deliveries WHERE (organization_id, id) IN (
      SELECT organization_id, id FROM deliveries
      WHERE status <> 'pending' AND completed_at < $1 LIMIT ${batchSize}
    )
    RETURNING organization_id, id
  ), attempts AS (
    DELETE FROM delivery_attempts a USING deleted
    WHERE a.organization_id = deleted.organization_id AND a.delivery_id = deleted.id
  )
  SELECT id FROM deleted`;

const deleteTasks = buildDeletion('tasks', 'organization_id, id', 'completed_at < $1');
const deletePages = buildDeletion('stored_pages', 'id, page', 'expires_at < $1');
const deleteRequests = buildDeletion('requests', 'organization_id, received_at, id', 'received_at < $1');
const deleteAttempts = buildDeletion('auth_attempts', 'subject_hash', 'resets_at < $1');
/** Circuits of keys that are no longer used are not probed any more. */
const deleteCircuits = buildDeletion(
  'circuit_breakers',
  'organization_id, provider, key_fingerprint',
  'probe_at < $1',
);
/** The totals, stored at the epoch, are kept. */
const deleteStats = buildDeletion(
  'provider_stats_hourly',
  'organization_id, hour, provider, engine',
  "hour < $1 AND hour > 'epoch'",
);

/**
 * Deletes tasks completed more than `retentionHours` ago and their deliveries, expired stored pages and attempts to
 * sign in, requests logged more than 7 days ago, provider statistics older than 90 days and circuits of unused keys.
 * Works in batches, so an interrupted run continues where it stopped. The ledger and the dashboard's data are kept.
 */
export async function deleteExpiredData(
  db: Database,
  { now, retentionHours }: { now: Date; retentionHours: number },
): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const deletions = [
    { text: deleteDeliveries, before: hoursAgo(retentionHours) },
    { text: deleteTasks, before: hoursAgo(retentionHours) },
    { text: deletePages, before: now },
    { text: deleteRequests, before: hoursAgo(requestLogHours) },
    { text: deleteAttempts, before: now },
    { text: deleteCircuits, before: hoursAgo(circuitHours) },
    { text: deleteStats, before: hoursAgo(statsHours) },
  ];
  for (const { text, before } of deletions) {
    for (;;) {
      const { rowCount } = await db.$client.query(text, [before]);
      if (!rowCount || rowCount < batchSize) break;
    }
  }
}

function buildDeletion(table: string, key: string, condition: string): string {
  return `
    DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${batchSize})`;
}
