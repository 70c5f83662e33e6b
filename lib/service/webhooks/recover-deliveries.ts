import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { instantSchema } from '#lib/core/validation';
import { recordAudit } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { webhookEndpoints } from '#lib/db/schema/webhooks';
import { statement } from '#lib/db/statement';
import { defineOperation } from '#lib/operations/define-operation';
import { maxDeliveryAttempts } from '#lib/service/webhooks/deliveries';
import { endpointIdSchema } from '#lib/service/webhooks/settle-deliveries';

const batchSize = 500;
const maxBatches = 20;

/** Deliveries that complete after the call has started are left out, so that none is recovered twice by one call. */
const recover = statement({
  name: 'recover-deliveries',
  parameters: { organizationId: 'uuid', since: 'timestamptz', startedAt: 'timestamptz', endpointId: 'uuid?' },
  row: { recovered: 'int4' },
  isPrepared: false,
  text: `
    WITH chosen AS (
      SELECT d.id FROM deliveries d
      WHERE d.organization_id = :organizationId AND d.status IN ('failed', 'not_sent') AND NOT d.is_test
        AND d.attempts < ${maxDeliveryAttempts}
        AND d.completed_at >= :since AND d.completed_at <= :startedAt
        AND (:endpointId IS NULL OR d.endpoint_id = :endpointId)
        AND NOT EXISTS (
          SELECT FROM webhook_endpoints e
          WHERE e.organization_id = :organizationId AND e.id = d.endpoint_id AND e.disabled_at IS NOT NULL
        )
      ORDER BY d.completed_at
      LIMIT ${batchSize}
      FOR UPDATE OF d SKIP LOCKED
    ), recovered AS (
      UPDATE deliveries d SET status = 'pending', due_at = now(), completed_at = NULL
      FROM chosen WHERE d.organization_id = :organizationId AND d.id = chosen.id
      RETURNING d.id
    ), notification AS (
      SELECT pg_notify('deliveries', '') FROM recovered LIMIT 1
    )
    SELECT count(*)::int AS recovered FROM recovered, (SELECT count(*) FROM notification) AS notified`,
});

const recoverySchema = z.object({
  recovered: z.number(),
  isComplete: z.boolean().describe('False if it recovered as many as one call can: there may be more.'),
});
export type Recovery = z.output<typeof recoverySchema>;

/**
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; VALIDATION_ERROR; RESOURCE_ALREADY_EXISTS, the
 *   code of every 409, if the endpoint is disabled; RATE_LIMIT_EXCEEDED after 20 calls in 10 minutes
 */
export const recoverDeliveries = defineOperation({
  name: 'deliveries.recover',
  title: 'Resend failed deliveries',
  description:
    'Schedules an attempt for each delivery that has failed or was not sent since a time, except test events and deliveries to disabled endpoints. Recovers at most 10,000 deliveries, in batches, oldest first. A delivery that has used all its attempts gets one more, up to 50 in total. Another call recovers the rest, and those that have failed since.',
  permission: 'webhooks.manage',
  effect: 'write',
  input: z.object({
    since: instantSchema('Enter a date and time.'),
    endpointId: endpointIdSchema.optional().describe('All endpoints by default.'),
  }),
  output: recoverySchema,
  audit: ['deliveries.recovered'],
  limits: [
    { name: 'recover-deliveries', per: 'organization', getSubject: ({ organizationId }) => organizationId },
  ],
  // Each batch is a transaction.
  isTransaction: false,
  async run(context, { since, endpointId }) {
    const { startedAt, label } = await prepareRecovery(context, endpointId);
    const total: Recovery = { recovered: 0, isComplete: false };
    for (let batch = 0; batch < maxBatches && !total.isComplete; batch += 1) {
      const recovered = await withOrganization(context, async (tx) => {
        const { organizationId } = tx;
        const [result] = await recover(tx.db, { organizationId, since, startedAt, endpointId });
        const count = result?.recovered ?? 0;
        const entry = { action: 'deliveries.recovered', target: label ?? 'All endpoints' } as const;
        if (count > 0) await recordAudit(tx, { ...entry, after: { since, deliveries: count } });
        return count;
      });
      total.recovered += recovered;
      total.isComplete = recovered < batchSize;
    }
    return total;
  },
});

const readTime = statement({
  name: 'read-time',
  row: { startedAt: 'text' },
  text: 'SELECT now()::text AS "startedAt"',
});

/** Returns the database's time in full precision, and the endpoint's label. */
async function prepareRecovery(context: Context, endpointId: string | undefined) {
  const { label, disabledAt } = webhookEndpoints;
  return withOrganization(context, async ({ db, organizationId }) => {
    const [time] = await readTime(db);
    if (!time) throw new Error('The database did not return its time.');
    const [endpoint] = endpointId
      ? await db
          .select({ label, disabledAt })
          .from(webhookEndpoints)
          .where(hasValues(webhookEndpoints, { organizationId, id: endpointId }))
      : [];
    if (!endpoint?.disabledAt) return { startedAt: time.startedAt, label: endpoint?.label };
    throw new ServiceError('RESOURCE_ALREADY_EXISTS', {
      message: 'This endpoint is disabled. Enable it, then resend its failed deliveries.',
      details: { id: endpointId },
    });
  });
}
