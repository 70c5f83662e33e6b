import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { notFound, ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, hasValues, withOrganization } from '#lib/db/client';
import { deliveries, deliveryAttempts, webhookEndpoints } from '#lib/db/schema/webhooks';
import { countAttempt } from '#lib/service/users/attempt-limits';
import { formatEndpointLabel } from '#lib/service/webhooks/settle-deliveries';

/** Maximum number of bytes of a delivery's body that are returned. */
const maxReturnedBytes = 64 * 1024;

const idSchema = z.object({ deliveryId: z.uuid('Invalid delivery ID.') });

const isEndpointOfDelivery = and(
  eq(webhookEndpoints.organizationId, deliveries.organizationId),
  eq(webhookEndpoints.id, deliveries.endpointId),
);
const isEndpointDisabled = sql<boolean>`${webhookEndpoints.disabledAt} IS NOT NULL`;

export type DeliveryDetails = Awaited<ReturnType<typeof getDelivery>>;

/**
 * Returns a delivery with its body (its first 64 KiB) and its attempts, oldest first.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export async function getDelivery(context: Context, input: z.input<typeof idSchema>) {
  requirePermission(context.actor, 'webhooks.read');
  const { deliveryId } = parseInput(idSchema, input);
  return withOrganization(context, async ({ db, organizationId }) => {
    const { id, taskId, url, endpointId, status, isTest, createdAt, completedAt, dueAt } = deliveries;
    const [row] = await db
      .select({
        id,
        taskId,
        url,
        endpointId,
        status,
        isTest,
        createdAt,
        completedAt,
        dueAt,
        body: sql<string>`left(${deliveries.body}, ${maxReturnedBytes})`,
        bodyBytes: sql<number>`octet_length(${deliveries.body})`,
        isEndpointDisabled,
      })
      .from(deliveries)
      .leftJoin(webhookEndpoints, isEndpointOfDelivery)
      .where(hasValues(deliveries, { organizationId, id: deliveryId }));
    if (!row) throw deliveryNotFound(deliveryId);
    const attempts = await db
      .select()
      .from(deliveryAttempts)
      .where(hasValues(deliveryAttempts, { organizationId, deliveryId }))
      .orderBy(asc(deliveryAttempts.attempt));
    const { url: target, body, bodyBytes, ...delivery } = row;
    return {
      ...delivery,
      endpoint: formatEndpointLabel(target, row.endpointId),
      body: cutText(body, maxReturnedBytes),
      isBodyTruncated: bodyBytes > maxReturnedBytes,
      /** Time at which the next attempt is due; null once the delivery is complete. */
      dueAt: row.status === 'pending' ? row.dueAt : null,
      attempts,
    };
  });
}

/** Returns the start of a text, at most `maxBytes` in UTF-8, without an incomplete character at the end. */
function cutText(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  return bytes.length <= maxBytes
    ? text
    : new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
}

/**
 * Schedules a completed delivery to be sent again at once, as its next attempt: the same body, signed with the current
 * secret. If this attempt fails and fewer than five have been made, further ones follow, except for a test event.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; VALIDATION_ERROR; RESOURCE_NOT_FOUND; RESOURCE_ALREADY_EXISTS (409) if the
 *   delivery is pending or its endpoint is disabled; RATE_LIMIT_EXCEEDED after 10 test events in a minute
 */
export async function resendDelivery(context: Context, input: z.input<typeof idSchema>): Promise<void> {
  requirePermission(context.actor, 'webhooks.manage');
  const { deliveryId } = parseInput(idSchema, input);
  await withOrganization(context, async (tx) => {
    const { db, organizationId } = tx;
    const delivery = await lockDelivery(tx, deliveryId);
    if (delivery.status === 'pending') {
      throw deliveryConflict(deliveryId, 'This delivery is still in progress. Wait until it has completed.');
    }
    if (delivery.isEndpointDisabled && !delivery.isTest) {
      throw deliveryConflict(deliveryId, 'The endpoint is disabled. Enable it, then resend the delivery.');
    }
    if (delivery.isTest) await countAttempt(tx, 'test-event', organizationId);
    await db
      .update(deliveries)
      .set({ status: 'pending', dueAt: sql`now()`, completedAt: null })
      .where(hasValues(deliveries, { organizationId, id: deliveryId }));
    const target = formatEndpointLabel(delivery.url, delivery.endpointId);
    await recordAudit(tx, { action: 'delivery.resent', target, targetId: deliveryId });
    await db.$client.query('NOTIFY deliveries');
  });
}

async function lockDelivery({ db, organizationId }: Context, deliveryId: string) {
  const { url, endpointId, status, isTest } = deliveries;
  const [delivery] = await db
    .select({ url, endpointId, status, isTest, isEndpointDisabled })
    .from(deliveries)
    .leftJoin(webhookEndpoints, isEndpointOfDelivery)
    .where(hasValues(deliveries, { organizationId, id: deliveryId }))
    .for('update', { of: deliveries });
  if (!delivery) throw deliveryNotFound(deliveryId);
  return delivery;
}

/** The error for a conflict with the state of a delivery: every 409 has this code. */
const deliveryConflict = (id: string, message: string) =>
  new ServiceError('RESOURCE_ALREADY_EXISTS', { message, details: { id } });

const deliveryNotFound = (id: string) =>
  notFound('Delivery not found. Completed deliveries are deleted after their retention period.', id);
