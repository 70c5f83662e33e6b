import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { exampleDelivery } from '#lib/contract/examples/examples';
import { getEnv } from '#lib/core/env';
import { invalidField } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, withOrganization } from '#lib/db/client';
import { deliveries } from '#lib/db/schema/webhooks';
import { parseWebhookUrl } from '#lib/service/tasks/parse-task';
import { countAttempt } from '#lib/service/users/attempt-limits';
import { formatEndpointLabel } from '#lib/service/webhooks/settle-deliveries';

const testSchema = z.object({ url: z.string('Enter a URL.').trim().min(1, 'Enter a URL.') });

/**
 * Sends a test event to a URL in a single attempt. It is signed like any delivery and has a sample result, the header
 * `X-Svc-Test` and `"test": true`. It appears in the delivery log and does not count toward the endpoint's health.
 * @param allowedHosts comma-separated `host[:port]` of non-public hosts that are allowed
 * @returns the ID of the delivery
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; VALIDATION_ERROR; RATE_LIMIT_EXCEEDED after 10 test events in a
 *   minute, including resent ones
 */
export async function sendTestEvent(
  context: Context,
  input: z.input<typeof testSchema>,
  allowedHosts = getEnv().WEBHOOK_ALLOWED_HOSTS,
): Promise<{ deliveryId: string }> {
  requirePermission(context.actor, 'webhooks.manage');
  const { url: text } = parseInput(testSchema, input);
  const parsed = parseWebhookUrl(text, allowedHosts);
  if (!parsed.ok) throw invalidField('url', `${parsed.message}.`);
  await countAttempt(context, 'test-event', context.organizationId);
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
    await db.$client.query('NOTIFY deliveries');
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
