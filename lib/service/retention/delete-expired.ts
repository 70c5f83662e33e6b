import { and, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/db/database';
import { accountTokens } from '#lib/db/schema/account-tokens';
import { alertChannels } from '#lib/db/schema/alerts';
import { requests } from '#lib/db/schema/api-keys';
import { authChallenges } from '#lib/db/schema/authentication';
import { browserErrors } from '#lib/db/schema/browser-errors';
import { emailAttachments, emails } from '#lib/db/schema/emails';
import { attemptCounts, organizations, userSessions } from '#lib/db/schema/organizations';
import { printTokens } from '#lib/db/schema/print-tokens';
import { circuitBreakers, providerStatsHourly as stats } from '#lib/db/schema/providers';
import { storedPages, tasks } from '#lib/db/schema/tasks';
import {
  webhookEndpointStats as endpointStats,
  webhookEndpoints as endpoints,
} from '#lib/db/schema/webhooks';
import { statement } from '#lib/db/statement';
import { definePeriodicJob } from '#lib/queue/jobs';
import { browserErrorDays } from '#lib/service/instance/browser-errors';
import { requestLogDays } from '#lib/service/request-log/list-requests';

/** Deletes expired data; runs every minute. */
export const retentionJob = definePeriodicJob('service-retention', { expireSeconds: 600 });

const batchSize = 5_000;
const circuitHours = 24;
const statsHours = 90 * 24;

/** Returns the number of deleted deliveries. */
const deleteDeliveries = statement({
  name: 'delete-expired-deliveries',
  parameters: { before: 'timestamptz' },
  isPrepared: false,
  text: `
    WITH deleted AS (
      DELETE FROM deliveries WHERE (organization_id, id) IN (
        SELECT organization_id, id FROM deliveries
        WHERE status <> 'pending' AND completed_at < :before LIMIT ${batchSize}
      )
      RETURNING organization_id, id
    ), attempts AS (
      DELETE FROM delivery_attempts a USING deleted
      WHERE a.organization_id = deleted.organization_id AND a.delivery_id = deleted.id
    )
    SELECT FROM deleted`,
});

const endpointHours = 30 * 24;
const endpointStatsHours = 8 * 24;

/**
 * Deletes tasks and deliveries completed more than `retentionHours` ago; expired stored pages, emails, email
 * attachments, links sent by email, print tokens, sessions, counters of authentication attempts and authentication
 * challenges; requests logged more than 30 days ago; provider statistics older than 90 days and endpoint statistics older
 * than 8 days; circuits of unused keys; errors that browsers reported 7 days
 * ago; enabled webhook endpoints without an attempt for 30 days; and signing secrets whose
 * overlap has ended. Works in batches, so an interrupted job continues where it stopped. The ledger, answers and metrics
 * are kept.
 */
export async function deleteExpiredData(
  db: Database,
  { now, retentionHours }: { now: Date; retentionHours: number },
): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const deletions: Deletion[] = [
    [tasks, [tasks.organizationId, tasks.id], lt(tasks.completedAt, hoursAgo(retentionHours))],
    [storedPages, [storedPages.id, storedPages.page], lt(storedPages.expiresAt, now)],
    [
      requests,
      [requests.organizationId, requests.receivedAt, requests.id],
      lt(requests.receivedAt, hoursAgo(requestLogDays * 24)),
    ],
    [emails, [emails.id], lt(emails.expiresAt, now)],
    [emailAttachments, [emailAttachments.id], lt(emailAttachments.expiresAt, now)],
    [printTokens, [printTokens.tokenHash], lt(printTokens.expiresAt, now)],
    [accountTokens, [accountTokens.tokenHash], lt(accountTokens.expiresAt, now)],
    [userSessions, [userSessions.id], lt(userSessions.expiresAt, now)],
    [attemptCounts, [attemptCounts.subjectHash], lt(attemptCounts.resetsAt, now)],
    [authChallenges, [authChallenges.tokenHash], lt(authChallenges.expiresAt, now)],
    // Circuits of keys that are no longer used are never probed.
    [
      circuitBreakers,
      [circuitBreakers.organizationId, circuitBreakers.provider, circuitBreakers.keyFingerprint],
      lt(circuitBreakers.probeAt, hoursAgo(circuitHours)),
    ],
    // The totals of all time, whose hour is the epoch (1970-01-01), are kept.
    [
      stats,
      [stats.organizationId, stats.hour, stats.provider, stats.engine],
      and(lt(stats.hour, hoursAgo(statsHours)), gt(stats.hour, new Date(0))),
    ],
    [
      endpointStats,
      [endpointStats.organizationId, endpointStats.endpointId, endpointStats.hour],
      lt(endpointStats.hour, hoursAgo(endpointStatsHours)),
    ],
    // Disabled endpoints are kept, because a deleted endpoint would be enabled again by its next delivery.
    [
      endpoints,
      [endpoints.organizationId, endpoints.id],
      and(
        isNull(endpoints.disabledAt),
        lt(
          sql`greatest(${endpoints.lastSuccessAt}, ${endpoints.lastFailureAt})`,
          sql.param(hoursAgo(endpointHours), endpoints.lastSuccessAt),
        ),
      ),
    ],
    [browserErrors, [browserErrors.id], lt(browserErrors.lastReportedAt, hoursAgo(browserErrorDays * 24))],
  ];
  await repeatBatches(() => deleteDeliveries(db, { before: hoursAgo(retentionHours) }));
  for (const deletion of deletions) await repeatBatches(() => deleteBatch(db, deletion));
  await db
    .update(organizations)
    .set({ previousSigningSecretEncrypted: null, previousSigningSecretExpiresAt: null })
    .where(lt(organizations.previousSigningSecretExpiresAt, now));
  await db
    .update(alertChannels)
    .set({ previousSecretEncrypted: null, previousSecretExpiresAt: null })
    .where(lt(alertChannels.previousSecretExpiresAt, now));
}

type Deletion = [table: PgTable, key: PgColumn[], condition: SQL | undefined];

async function repeatBatches(deleteRows: () => Promise<number>): Promise<void> {
  while ((await deleteRows()) >= batchSize);
}

/** Returns the number of deleted rows. */
async function deleteBatch(db: Database, [table, columns, condition]: Deletion): Promise<number> {
  const key = sql.join(columns, sql`, `);
  const { rowCount } = await db
    .delete(table)
    .where(sql`(${key}) IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${batchSize})`);
  return rowCount ?? 0;
}
