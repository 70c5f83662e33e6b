import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { notFound, ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { type Context, hasValues, scoped } from '#lib/db/client';
import { deliveries, deliveryAttempts } from '#lib/db/schema/webhooks';

const maxListed = 100;

export type DeliveryListing = Awaited<ReturnType<typeof listDeliveries>>[number];

/**
 * Lists the organization's latest 100 deliveries with their attempts, newest first.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function listDeliveries(context: Context) {
  requirePermission(context.actor, 'webhooks.read');
  return scoped(context, async ({ db, organizationId }) => {
    const { id, taskId, url, status, createdAt, completedAt, dueAt } = deliveries;
    const rows = await db
      .select({ id, taskId, url, status, createdAt, completedAt, dueAt })
      .from(deliveries)
      .where(eq(deliveries.organizationId, organizationId))
      .orderBy(desc(createdAt))
      .limit(maxListed);
    const attempts = await db
      .select()
      .from(deliveryAttempts)
      .where(
        and(
          eq(deliveryAttempts.organizationId, organizationId),
          inArray(
            deliveryAttempts.deliveryId,
            rows.map((row) => row.id),
          ),
        ),
      )
      .orderBy(asc(deliveryAttempts.attempt));
    const byDelivery = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
    return rows.map((row) => ({
      ...row,
      /** When the next attempt is due; null once the delivery is complete. */
      dueAt: row.status === 'pending' ? row.dueAt : null,
      /** Oldest first. */
      attempts: byDelivery.get(row.id) ?? [],
    }));
  });
}

const resendSchema = z.object({ deliveryId: z.uuid('Invalid delivery ID.') });

/**
 * Schedules a completed delivery to be sent again at once, as its next attempt: the same body, signed with the current
 * secret. If it fails, the remaining attempts follow.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; VALIDATION_ERROR; RESOURCE_NOT_FOUND; RESOURCE_ALREADY_EXISTS if it
 *   is pending
 */
export async function resendDelivery(context: Context, input: z.input<typeof resendSchema>): Promise<void> {
  requirePermission(context.actor, 'webhooks.manage');
  const { deliveryId } = parseInput(resendSchema, input);
  await scoped(context, async ({ db, organizationId }) => {
    const matchesDelivery = hasValues(deliveries, { organizationId, id: deliveryId });
    const { rowCount } = await db
      .update(deliveries)
      .set({ status: 'pending', dueAt: sql`now()`, completedAt: null })
      .where(and(matchesDelivery, ne(deliveries.status, 'pending')));
    if (rowCount) {
      await db.$client.query('NOTIFY deliveries');
      return;
    }
    const [pending] = await db.select({ id: deliveries.id }).from(deliveries).where(matchesDelivery);
    if (pending) {
      throw new ServiceError('RESOURCE_ALREADY_EXISTS', {
        message: 'This delivery is still in progress. Wait until it has completed.',
        details: { id: deliveryId },
      });
    }
    throw notFound(
      'Delivery not found. Completed deliveries are deleted after their retention period.',
      deliveryId,
    );
  });
}
