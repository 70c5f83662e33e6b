import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { exampleDelivery } from '#lib/contract/examples/examples';
import { getEnv } from '#lib/core/env';
import { invalidField } from '#lib/core/errors';
import type { WebhookSettings } from '#lib/core/webhook-target';
import { recordAudit } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import { notify } from '#lib/db/notify';
import { withOrganization } from '#lib/db/organization-scope';
import { deliveries } from '#lib/db/schema/webhooks';
import { defineOperation } from '#lib/operations/define-operation';
import { parseWebhookUrl } from '#lib/service/tasks/parse-task';
import { formatEndpointLabel } from '#lib/service/webhooks/settle-deliveries';

/**
 * @returns the ID of the delivery
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; VALIDATION_ERROR; RATE_LIMIT_EXCEEDED after 10 test events in a
 *   minute, including resent ones
 */
export const sendTestEvent = defineOperation({
  name: 'test-events.send',
  title: 'Send a test event',
  description:
    'Sends a test event to a URL in a single attempt. It is signed like any delivery and has a sample result, the header `X-Svc-Test` and `"test": true`. It appears in the delivery log and does not count toward the health of the endpoint.',
  permission: 'webhooks.manage',
  effect: 'write',
  input: z.object({ url: z.string('Enter a URL.').trim().min(1, 'Enter a URL.') }),
  output: z.object({ deliveryId: z.string() }),
  audit: ['test-event.sent'],
  limits: [{ name: 'test-event', per: 'organization', getSubject: ({ organizationId }) => organizationId }],
  isTransaction: false,
  run: (context, { url }) => queueTestEvent(context, url, getEnv()),
});

/**
 * Queues a test event.
 * @param settings the hosts to which webhooks may be sent
 * @throws ServiceError VALIDATION_ERROR
 */
export async function queueTestEvent(
  context: Context,
  url: string,
  settings: WebhookSettings,
): Promise<{ deliveryId: string }> {
  const parsed = parseWebhookUrl(url, settings);
  if (!parsed.ok) throw invalidField('url', `${parsed.message}.`);
  return withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    const now = clock.now();
    const taskId = randomUUID();
    const [delivery] = await db
      .insert(deliveries)
      .values({
        organizationId,
        taskId,
        url: parsed.url,
        body: buildTestEvent(taskId, now),
        isTest: true,
        createdAt: now,
      })
      .returning({ id: deliveries.id, endpointId: deliveries.endpointId });
    if (!delivery) throw new Error('The test event was not inserted.');
    const target = formatEndpointLabel(parsed.url, delivery.endpointId);
    await recordAudit(tx, { action: 'test-event.sent', target, targetId: delivery.id });
    await notify(db, 'deliveries');
    return { deliveryId: delivery.id };
  });
}

function buildTestEvent(taskId: string, now: Date): string {
  const { task, credits, response } = exampleDelivery;
  return JSON.stringify({
    test: true,
    task: { ...task, id: taskId, createdAt: now.toISOString(), idempotencyKey: 'test-event' },
    credits: { ...credits, creditsToCharge: 0, creditsCharged: 0 },
    response,
  });
}
