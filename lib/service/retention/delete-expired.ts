import type { Database } from '#lib/db/client';
import { definePeriodicJob } from '#lib/queue/jobs';
import { requestLogDays } from '#lib/service/request-log/list-requests';

/** Deletes expired data; runs every minute. */
export const retentionJob = definePeriodicJob('service-retention', { expireSeconds: 600 });

const batchSize = 5_000;
const circuitHours = 24;
const statsHours = 90 * 24;

/** Keeps the totals of all time, whose hour is the epoch (1970-01-01). */
const deleteStats = `
  DELETE FROM provider_stats_hourly WHERE (organization_id, hour, provider, engine) IN (
    SELECT organization_id, hour, provider, engine FROM provider_stats_hourly
    WHERE hour < $1 AND hour > 'epoch' LIMIT ${batchSize}
  )`;

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

const endpointHours = 30 * 24;
const endpointStatsHours = 8 * 24;

/** Disabled endpoints are kept, because a deleted endpoint would be enabled again by its next delivery. */
const deleteEndpoints = `
  DELETE FROM webhook_endpoints WHERE (organization_id, id) IN (
    SELECT organization_id, id FROM webhook_endpoints
    WHERE disabled_at IS NULL AND greatest(last_success_at, last_failure_at) < $1 LIMIT ${batchSize}
  )`;

const deletePreviousSecrets = `
  UPDATE organizations SET previous_signing_secret_encrypted = NULL, previous_signing_secret_expires_at = NULL
  WHERE previous_signing_secret_expires_at < $1`;

const deletePreviousChannelSecrets = `
  UPDATE alert_channels SET previous_secret_encrypted = NULL, previous_secret_expires_at = NULL
  WHERE previous_secret_expires_at < $1`;

/**
 * Deletes tasks and deliveries completed more than `retentionHours` ago; expired stored pages, emails, email
 * attachments, links sent by email, print tokens, sessions, counters of authentication attempts and authentication
 * challenges; requests logged more than 30 days ago; provider statistics older than 90 days and endpoint statistics older
 * than 8 days; circuits of unused keys; enabled webhook endpoints without an attempt for 30 days; and signing secrets whose
 * overlap has ended. Works in batches, so an interrupted job continues where it stopped. The ledger, answers and metrics
 * are kept.
 */
export async function deleteExpiredData(
  db: Database,
  { now, retentionHours }: { now: Date; retentionHours: number },
): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const deletions: [text: string, before: Date][] = [
    [deleteDeliveries, hoursAgo(retentionHours)],
    [buildDeletion('tasks', 'organization_id, id', 'completed_at'), hoursAgo(retentionHours)],
    [buildDeletion('stored_pages', 'id, page', 'expires_at'), now],
    [
      buildDeletion('requests', 'organization_id, received_at, id', 'received_at'),
      hoursAgo(requestLogDays * 24),
    ],
    [buildDeletion('emails', 'id', 'expires_at'), now],
    [buildDeletion('email_attachments', 'id', 'expires_at'), now],
    [buildDeletion('print_tokens', 'token_hash', 'expires_at'), now],
    [buildDeletion('account_tokens', 'token_hash', 'expires_at'), now],
    [buildDeletion('user_sessions', 'id', 'expires_at'), now],
    [buildDeletion('auth_attempts', 'subject_hash', 'resets_at'), now],
    [buildDeletion('auth_challenges', 'token_hash', 'expires_at'), now],
    // Circuits of keys that are no longer used are never probed.
    [
      buildDeletion('circuit_breakers', 'organization_id, provider, key_fingerprint', 'probe_at'),
      hoursAgo(circuitHours),
    ],
    [deleteStats, hoursAgo(statsHours)],
    [
      buildDeletion('webhook_endpoint_stats', 'organization_id, endpoint_id, hour', 'hour'),
      hoursAgo(endpointStatsHours),
    ],
    [deleteEndpoints, hoursAgo(endpointHours)],
    [deletePreviousSecrets, now],
    [deletePreviousChannelSecrets, now],
  ];
  for (const [text, before] of deletions) {
    for (;;) {
      const { rowCount } = await db.$client.query(text, [before]);
      if (!rowCount || rowCount < batchSize) break;
    }
  }
}

function buildDeletion(table: string, key: string, timestampColumn: string): string {
  return `
    DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${timestampColumn} < $1 LIMIT ${batchSize})`;
}
