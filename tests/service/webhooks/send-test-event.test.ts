import { afterAll, expect, test } from 'vitest';
import { webhookPayloadSchema } from '#lib/contract/tasks';
import { hmacSha256Hex } from '#lib/core/crypto';
import { getEnv } from '#lib/core/env';
import type { Context } from '#lib/db/context';
import { getDelivery, resendDelivery } from '#lib/service/webhooks/deliveries';
import { listEndpoints } from '#lib/service/webhooks/endpoints';
import { queueTestEvent, sendTestEvent } from '#lib/service/webhooks/send-test-event';
import { enableSigning } from '#lib/service/webhooks/signing';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';
import { startWebhookService } from '#tests/support/webhook-service';

let responseStatus = 200;
const endpoint = await startWebhookEndpoint((_, response) => response.writeHead(responseStatus).end());
const webhookService = await startWebhookService(endpoint.host);
afterAll(async () => {
  await webhookService.testService.stop();
  await endpoint.stop();
});

test('sends a signed task record, marked as a test, only once, and does not count it in the endpoint’s statistics', async () => {
  const context = await webhookService.createContext();
  const { secret } = await enableSigning(context);
  responseStatus = 500;
  const { deliveryId } = await queueTestEvent(context, `${endpoint.url}/hook`, {
    ...getEnv(),
    WEBHOOK_ALLOWED_HOSTS: endpoint.host,
  });
  await webhookService.deliverDue();
  const request = endpoint.received.at(-1);
  expect(request?.headers).toMatchObject({
    'x-svc-test': '1',
    'x-svc-signature': `v1=${hmacSha256Hex(secret, `${request?.headers['x-svc-timestamp']}.${request?.body}`)}`,
  });
  expect(webhookPayloadSchema.parse(JSON.parse(request?.body ?? ''))).toMatchObject({
    test: true,
    task: { idempotencyKey: 'test-event' },
    credits: { creditsCharged: 0 },
  });
  expect(await getDelivery(context, { deliveryId })).toMatchObject({
    status: 'failed',
    isTest: true,
    dueAt: null,
    attempts: [{ attempt: 1, statusCode: 500 }],
  });
  expect(await listEndpoints(context)).toEqual([]);
});

test('sends a test event to a disabled endpoint too', async () => {
  const context = await webhookService.createContext();
  responseStatus = 200;
  const { deliveryId } = await queueTestEvent(context, `${endpoint.url}/hook`, {
    ...getEnv(),
    WEBHOOK_ALLOWED_HOSTS: endpoint.host,
  });
  await context.db.$client.query(
    `INSERT INTO webhook_endpoints (organization_id, id, label, disabled_at)
     SELECT organization_id, endpoint_id, 'hook', now() FROM deliveries WHERE id = $1`,
    [deliveryId],
  );
  await webhookService.deliverDue();
  expect(await getDelivery(context, { deliveryId })).toMatchObject({ status: 'delivered' });
});

test.each([
  'http://127.0.0.1/',
  'http://169.254.169.254/',
  'ftp://hooks.example/',
  'https://a:b@hooks.example/',
  '',
])('rejects the URL %j', async (url) => {
  await expect(sendTestEvent(await webhookService.createContext(), { url })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: [{ field: 'url' }],
  });
});

test('only owners and admins can send test events, at most 10 per minute', async () => {
  const context = await webhookService.createContext();
  const editor = { ...context, actor: { kind: 'member', userId: 'someone', role: 'editor' } as const };
  const input = { url: 'https://hooks.example/x' };
  await expect(sendTestEvent(editor, input)).rejects.toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' });
  const results = await Promise.allSettled(Array.from({ length: 15 }, () => sendTestEvent(context, input)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  await expect(sendTestEvent(context, input)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
});

/** Completes a test event without sending it. */
async function completeTestEvent({ db, organizationId }: Context): Promise<{ deliveryId: string }> {
  const { rows } = await db.$client.query(
    `UPDATE deliveries SET status = 'failed', completed_at = now() WHERE organization_id = $1 RETURNING id`,
    [organizationId],
  );
  return { deliveryId: rows[0].id };
}

test('a test event that is resent counts toward the limit', async () => {
  const context = await webhookService.createContext();
  await sendTestEvent(context, { url: 'https://hooks.example/x' });
  for (let sent = 1; sent < 10; sent += 1) await resendDelivery(context, await completeTestEvent(context));
  await expect(resendDelivery(context, await completeTestEvent(context))).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
  });
});
