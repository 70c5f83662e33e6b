import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { notFound, ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { idSchema, parseInput } from '#lib/core/validation';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { notify } from '#lib/db/notify';
import { withOrganization } from '#lib/db/organization-scope';
import { deliveries, deliveryAttempts, webhookEndpoints } from '#lib/db/schema/webhooks';
import { defineOperation } from '#lib/operations/define-operation';
import { formatEndpointLabel } from '#lib/service/webhooks/settle-deliveries';

/** Maximum number of bytes of a delivery's body that are returned. */
const maxReturnedBytes = 64 * 1024;

/** Attempts of a page. With their responses, a page has at most about 800 KB. */
const pageSize = 10;

/** Attempts of a delivery in total. Once it has as many, it cannot be sent again. */
export const maxDeliveryAttempts = 50;

const deliverySchema = z.object({ deliveryId: idSchema('delivery') });
const detailsSchema = deliverySchema.extend({
  /** The `olderThan` of the previous page: only attempts before this one. Invalid values are ignored. */
  before: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .optional()
    .catch(undefined),
});

const isEndpointOfDelivery = and(
  eq(webhookEndpoints.organizationId, deliveries.organizationId),
  eq(webhookEndpoints.id, deliveries.endpointId),
);
const isEndpointDisabled = sql<boolean>`${webhookEndpoints.disabledAt} IS NOT NULL`;

export type DeliveryDetails = Awaited<ReturnType<typeof getDelivery>>;

/**
 * Returns a delivery with its body (its first 64 KiB) and a page of at most 10 attempts, oldest first: the newest ones,
 * or those before the attempt `before`.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export async function getDelivery(context: Context, input: z.input<typeof detailsSchema>) {
  requirePermission(context.actor, 'webhooks.read');
  const { deliveryId, before } = parseInput(detailsSchema, input);
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
    const rows = await db
      .select()
      .from(deliveryAttempts)
      .where(
        and(
          hasValues(deliveryAttempts, { organizationId, deliveryId }),
          before === undefined ? undefined : lt(deliveryAttempts.attempt, before),
        ),
      )
      .orderBy(desc(deliveryAttempts.attempt))
      .limit(pageSize + 1);
    const attempts = rows
      .slice(0, pageSize)
      .toReversed()
      .map((attempt) => ({
        ...attempt,
        /** Whether headers and body were deleted to make room for newer responses: every response has headers. */
        responseDropped: attempt.statusCode !== null && attempt.responseHeaders === null,
      }));
    const { url: target, body, bodyBytes, ...delivery } = row;
    return {
      ...delivery,
      endpoint: formatEndpointLabel(target, row.endpointId),
      body: cutText(body, maxReturnedBytes),
      isBodyTruncated: bodyBytes > maxReturnedBytes,
      /** Time at which the next attempt is due; null once the delivery is complete. */
      dueAt: row.status === 'pending' ? row.dueAt : null,
      attempts,
      /** The `before` of the page with older attempts; null if there are none. */
      olderThan: rows.length > pageSize ? String(attempts[0]?.attempt) : null,
      isNewestPage: before === undefined,
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
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; VALIDATION_ERROR; RESOURCE_NOT_FOUND; RESOURCE_ALREADY_EXISTS (409) if the
 *   delivery is pending, its endpoint is disabled or it has 50 attempts; RATE_LIMIT_EXCEEDED after 10 test events in a
 *   minute, or after 10 resends of a delivery, 50 to an endpoint or 100 of the organization in 10 minutes
 */
export const resendDelivery = defineOperation({
  name: 'deliveries.resend',
  title: 'Resend a delivery',
  description:
    'Schedules a completed delivery to be sent again at once, as its next attempt: the same body, signed with the current secret. If this attempt fails and fewer than five have been made, further ones follow, except for a test event.',
  permission: 'webhooks.manage',
  effect: 'write',
  input: deliverySchema,
  audit: ['delivery.resent'],
  limits: [
    { name: 'resend-delivery', per: 'delivery', getSubject: (_, { deliveryId }) => deliveryId },
    { name: 'resend-endpoint', per: 'endpoint' },
    { name: 'resend-organization', per: 'organization', getSubject: ({ organizationId }) => organizationId },
    { name: 'test-event', per: 'organization (test events)' },
  ],
  async run(context, { deliveryId }) {
    const { db, organizationId } = context;
    const delivery = await lockDelivery(context, deliveryId);
    if (delivery.status === 'pending') {
      throw deliveryConflict(deliveryId, 'This delivery is still in progress. Wait until it has completed.');
    }
    if (delivery.isEndpointDisabled && !delivery.isTest) {
      throw deliveryConflict(deliveryId, 'The endpoint is disabled. Enable it, then resend the delivery.');
    }
    if (delivery.attempts >= maxDeliveryAttempts) {
      const message = `This delivery has been sent ${delivery.attempts} times, as often as possible. Create a new task to get another webhook.`;
      throw deliveryConflict(deliveryId, message);
    }
    if (delivery.isTest) await context.countCall('test-event', organizationId);
    await context.countCall('resend-endpoint', `${organizationId}:${delivery.endpointId}`);
    await db
      .update(deliveries)
      .set({ status: 'pending', dueAt: sql`now()`, completedAt: null })
      .where(hasValues(deliveries, { organizationId, id: deliveryId }));
    const target = formatEndpointLabel(delivery.url, delivery.endpointId);
    await context.audit({ target, targetId: deliveryId });
    await notify(db, 'deliveries');
  },
});

async function lockDelivery({ db, organizationId }: Context, deliveryId: string) {
  const { url, endpointId, status, isTest, attempts } = deliveries;
  const [delivery] = await db
    .select({ url, endpointId, status, isTest, attempts, isEndpointDisabled })
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
