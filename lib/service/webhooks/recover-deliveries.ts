import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { recordAudit } from '#lib/db/audit-log';
import {
  type Context,
  defineStatement,
  hasValues,
  queryRows,
  runStatement,
  withOrganization,
} from '#lib/db/client';
import { webhookEndpoints } from '#lib/db/schema/webhooks';
import { endpointIdSchema } from '#lib/service/webhooks/settle-deliveries';

const recoverSchema = z.object({
  since: z.date('Enter a date and time.'),
  /** All endpoints by default. */
  endpointId: endpointIdSchema.optional(),
});

const batchSize = 500;
const maxBatches = 20;

/** Deliveries that complete after the call has started are left out, so that none is recovered twice by one call. */
const recoverStatement = defineStatement<{ recovered: number }>({
  name: 'recover-deliveries',
  columns: { recovered: 'int4' },
  isPrepared: false,
  text: `
    WITH chosen AS (
      SELECT d.id FROM deliveries d
      WHERE d.organization_id = $1 AND d.status IN ('failed', 'not_sent') AND NOT d.is_test
        AND d.completed_at >= $2 AND d.completed_at <= $3::timestamptz AND ($4::uuid IS NULL OR d.endpoint_id = $4)
        AND NOT EXISTS (
          SELECT FROM webhook_endpoints e
          WHERE e.organization_id = $1 AND e.id = d.endpoint_id AND e.disabled_at IS NOT NULL
        )
      ORDER BY d.completed_at
      LIMIT ${batchSize}
      FOR UPDATE OF d SKIP LOCKED
    ), recovered AS (
      UPDATE deliveries d SET status = 'pending', due_at = now(), completed_at = NULL
      FROM chosen WHERE d.organization_id = $1 AND d.id = chosen.id
      RETURNING d.id
    ), notification AS (
      SELECT pg_notify('deliveries', '') FROM recovered LIMIT 1
    )
    SELECT count(*)::int AS recovered FROM recovered, (SELECT count(*) FROM notification) AS notified`,
});

/** The result of a recovery: `isComplete` is false if it recovered as many as one call can, so that there may be more. */
export interface Recovery {
  recovered: number;
  isComplete: boolean;
}

/**
 * Schedules an attempt for each delivery that has failed or was not sent since a time, except test events and deliveries
 * to disabled endpoints. Recovers at most 10,000 deliveries, in batches, oldest first. A delivery that has used all its
 * attempts gets one more. Another call recovers the rest, and those that have failed since.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; VALIDATION_ERROR; RESOURCE_ALREADY_EXISTS, the
 *   code of every 409, if the endpoint is disabled
 */
export async function recoverDeliveries(
  context: Context,
  input: z.input<typeof recoverSchema>,
): Promise<Recovery> {
  requirePermission(context.actor, 'webhooks.manage');
  const { since, endpointId } = parseInput(recoverSchema, input);
  const { startedAt, label } = await prepareRecovery(context, endpointId);
  const total: Recovery = { recovered: 0, isComplete: false };
  for (let batch = 0; batch < maxBatches && !total.isComplete; batch += 1) {
    const recovered = await withOrganization(context, async (tx) => {
      const values = [tx.organizationId, since, startedAt, endpointId ?? null];
      const [result] = await runStatement(tx.db, recoverStatement, values);
      const count = result?.recovered ?? 0;
      const entry = { action: 'deliveries.recovered', target: label ?? 'All endpoints' } as const;
      if (count > 0) await recordAudit(tx, { ...entry, after: { since, deliveries: count } });
      return count;
    });
    total.recovered += recovered;
    total.isComplete = recovered < batchSize;
  }
  return total;
}

/** Returns the database's time in full precision, and the endpoint's label. */
async function prepareRecovery(context: Context, endpointId: string | undefined) {
  const { label, disabledAt } = webhookEndpoints;
  return withOrganization(context, async ({ db, organizationId }) => {
    const [time] = await queryRows<{ startedAt: string }>(db, sql`SELECT now()::text AS "startedAt"`);
    const [endpoint] = endpointId
      ? await db
          .select({ label, disabledAt })
          .from(webhookEndpoints)
          .where(hasValues(webhookEndpoints, { organizationId, id: endpointId }))
      : [];
    if (!endpoint?.disabledAt) return { startedAt: time?.startedAt, label: endpoint?.label };
    throw new ServiceError('RESOURCE_ALREADY_EXISTS', {
      message: 'This endpoint is disabled. Enable it, then resend its failed deliveries.',
      details: { id: endpointId },
    });
  });
}
