import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { type Context, scoped } from '#lib/db/context';

const inputSchema = z.object({ deliveryId: z.uuid('Give the id of a delivery.') });

const resendStatement = `
  WITH resent AS (
    UPDATE deliveries SET status = 'pending', due_at = now(), completed_at = NULL
    WHERE organization_id = $1 AND id = $2 AND status <> 'pending'
    RETURNING id
  )
  SELECT id, pg_notify('deliveries', '') FROM resent`;

/**
 * Sends a delivered or failed delivery once more, now: the same bytes under the next attempt's number, signed as
 * signing stands now. Where that attempt fails, what is left of the five follows; after the fifth none does.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR; RESOURCE_NOT_FOUND; RESOURCE_ALREADY_EXISTS while
 *   it is pending
 */
export async function resendDelivery(context: Context, input: { deliveryId: string }): Promise<void> {
  requirePermission(context.actor, 'webhooks.manage');
  const { deliveryId } = parseInput(inputSchema, input);
  await scoped(context, async ({ db, organizationId }) => {
    const { rowCount } = await db.$client.query(resendStatement, [organizationId, deliveryId]);
    if (rowCount) return;
    const { rowCount: pending } = await db.$client.query(
      'SELECT 1 FROM deliveries WHERE organization_id = $1 AND id = $2',
      [organizationId, deliveryId],
    );
    if (pending) {
      throw new ServiceError('RESOURCE_ALREADY_EXISTS', {
        message: 'This delivery is still under way. Wait until it has ended.',
        details: { id: deliveryId },
      });
    }
    throw new ServiceError('RESOURCE_NOT_FOUND', {
      message: 'There is no such delivery. Ended deliveries are deleted after a while.',
      details: { id: deliveryId },
    });
  });
}
