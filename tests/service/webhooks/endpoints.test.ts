import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#lib/core/time';
import type { Context } from '#lib/db/context';
import { listAuditLog } from '#lib/service/organizations/audit-log';
import { resendDelivery } from '#lib/service/webhooks/deliveries';
import {
  dismissEndpointNotices,
  enableEndpoint,
  listDisabledEndpoints,
  listEndpoints,
} from '#lib/service/webhooks/endpoints';
import { recoverDeliveries } from '#lib/service/webhooks/recover-deliveries';
import { findDelivery, insertDelivery } from '#tests/support/deliveries';
import { createMember, createOwner, getUserId } from '#tests/support/owners';
import { waitFor } from '#tests/support/wait';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';
import { startWebhookService } from '#tests/support/webhook-service';

let responseStatus = 200;
const webhookEndpoint = await startWebhookEndpoint((_, response) => response.writeHead(responseStatus).end());
const webhookService = await startWebhookService(webhookEndpoint.host);
afterAll(async () => {
  await webhookService.testService.stop();
  await webhookEndpoint.stop();
});

/**
 * Moves the failures of an endpoint into the past.
 * @param sinceDays days since its first failure after its last success
 * @param lastDays days since its latest failure
 */
async function ageFailures({ db, organizationId }: Context, sinceDays: number, lastDays: number) {
  await db.$client.query(
    `UPDATE webhook_endpoints SET failing_since = now() - $2 * interval '1 day',
       last_failure_at = now() - $3 * interval '1 day' WHERE organization_id = $1`,
    [organizationId, sinceDays, lastDays],
  );
}

async function failOnce(context: Context): Promise<void> {
  responseStatus = 500;
  await insertDelivery(context, `${webhookEndpoint.url}/hook?token=1`);
  await webhookService.deliverDue();
  // Prevents further attempts of this delivery.
  await context.db.$client.query("DELETE FROM deliveries WHERE status = 'pending'");
}

/** Makes deliveries fail on five days. */
async function disableByFailing(context: Context): Promise<void> {
  for (const day of [1, 2, 3, 4]) {
    await failOnce(context);
    await ageFailures(context, day, 1);
  }
  await ageFailures(context, 6, 1);
  await failOnce(context);
  await waitFor('the endpoint is disabled', async () => (await listDisabledEndpoints(context)).length === 1);
}

test('lists each endpoint with its deliveries, latency and failures, and with a label that contains no secrets', async () => {
  const context = await webhookService.createContext();
  responseStatus = 200;
  await insertDelivery(context, `${webhookEndpoint.url}/hooks/first-secret?key=1`);
  await insertDelivery(context, `${webhookEndpoint.url}/hooks/first-secret?key=2`);
  await insertDelivery(context, `${webhookEndpoint.url}/hooks/second-secret`);
  await webhookService.deliverDue();
  responseStatus = 503;
  await insertDelivery(context, `${webhookEndpoint.url}/hooks/first-secret#3`);
  for (const _ of [1, 2, 3, 4, 5]) {
    await webhookService.deliverDue();
    await webhookService.skipWaits(context);
  }
  const endpoints = await listEndpoints(context);
  expect(JSON.stringify(endpoints)).not.toMatch(/secret|key=/);
  expect(new Set(endpoints.map(({ label }) => label)).size).toBe(2);
  const [first, second] = endpoints;
  expect(first?.label).toMatch(new RegExp(`^${webhookEndpoint.host}/hooks/… #[0-9a-f]{4}$`));
  expect(first).toMatchObject({
    day: { delivered: 2, failed: 1, notSent: 0, successRate: 2 / 3 },
    week: { delivered: 2, failed: 1, medianMs: expect.any(Number), p95Ms: expect.any(Number) },
    recoverable: 1,
    disabledAt: null,
    lastSuccessAt: expect.any(Date),
    lastFailureAt: expect.any(Date),
    failingSince: expect.any(Date),
  });
  expect(second).toMatchObject({ day: { delivered: 1, failed: 0 }, lastFailureAt: null, failingSince: null });
});

test('disables an endpoint after five days in which every delivery failed, and emails the owner', async () => {
  const owner = await createOwner(webhookService.testService.db);
  await createMember(owner, 'admin');
  const context = { ...owner, clock: systemClock };
  await disableByFailing(context);
  const [endpoint] = await listEndpoints(context);
  expect(endpoint?.disabledAt).toBeInstanceOf(Date);
  const { entries } = await listAuditLog(context, { action: 'endpoint.disabled' });
  expect(entries).toMatchObject([{ actorKind: 'operator', target: endpoint?.label }]);
  const { rows } = await context.db.$client.query(
    `SELECT u.id FROM emails e JOIN users u ON u.email = e.recipient
     WHERE e.organization_id = $1 AND e.subject LIKE 'Webhook endpoint of %'`,
    [context.organizationId],
  );
  expect(rows).toEqual([{ id: getUserId(owner) }]);
  const editor = await createMember(owner, 'editor');
  await expect(listDisabledEndpoints(editor)).rejects.toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' });
  await dismissEndpointNotices(context, { endpointIds: [endpoint?.id ?? ''] });
  expect(await listDisabledEndpoints(context)).toEqual([]);
});

test.each([
  ['four failing days', 4, 6, 1],
  ['five failing days that began less than five days ago', 5, 4, 1],
  ['four failures on the same day', 4, 6, 0],
])('does not disable an endpoint after %s', async (_, failures, sinceDays, lastDays) => {
  const context = await webhookService.createContext();
  for (let failure = 1; failure < failures; failure += 1) {
    await failOnce(context);
    await ageFailures(context, sinceDays, lastDays);
  }
  await failOnce(context);
  expect(await listDisabledEndpoints(context)).toEqual([]);
});

test('starts counting again after a success', async () => {
  const context = await webhookService.createContext();
  for (const _ of [1, 2, 3, 4]) {
    await failOnce(context);
    await ageFailures(context, 6, 1);
  }
  responseStatus = 200;
  await insertDelivery(context, `${webhookEndpoint.url}/hook`);
  await webhookService.deliverDue();
  await failOnce(context);
  expect(await listDisabledEndpoints(context)).toEqual([]);
  expect((await listEndpoints(context))[0]?.failingSince?.getTime()).toBeGreaterThan(Date.now() - 60_000);
});

test('keeps deliveries to a disabled endpoint as not sent, and recovering sends each once after the endpoint is enabled', async () => {
  const context = await webhookService.createContext();
  await disableByFailing(context);
  const [endpoint] = await listEndpoints(context);
  const endpointId = endpoint?.id ?? '';
  const before = webhookEndpoint.received.length;
  const inserted = [];
  for (const number of [1, 2, 3])
    inserted.push(await insertDelivery(context, `${webhookEndpoint.url}/hook?${number}`));
  await webhookService.deliverDue();
  expect(webhookEndpoint.received).toHaveLength(before);
  expect((await listEndpoints(context))[0]).toMatchObject({ week: { notSent: 3 }, recoverable: 3 });
  const [first] = inserted;
  expect(await findDelivery(context, first?.taskId ?? '')).toMatchObject({
    status: 'not_sent',
    attempts: [],
  });

  const deliveryId = first?.id ?? '';
  await expect(resendDelivery(context, { deliveryId })).rejects.toMatchObject({
    message: 'The endpoint is disabled. Enable it, then resend the delivery.',
  });
  const since = new Date(0);
  await expect(recoverDeliveries(context, { since, endpointId })).rejects.toMatchObject({
    message: 'This endpoint is disabled. Enable it, then resend its failed deliveries.',
  });
  expect(await recoverDeliveries(context, { since })).toEqual({ recovered: 0, isComplete: true });
  responseStatus = 200;
  await enableEndpoint(context, { endpointId });
  await enableEndpoint(context, { endpointId });
  expect(await recoverDeliveries(context, { since, endpointId })).toEqual({ recovered: 3, isComplete: true });
  expect(await webhookService.deliverDue()).toBe(3);
  expect(
    webhookEndpoint.received
      .slice(before)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['/hook?1', '/hook?2', '/hook?3']);
  expect(await recoverDeliveries(context, { since })).toEqual({ recovered: 0, isComplete: true });
  expect((await listEndpoints(context))[0]).toMatchObject({
    disabledAt: null,
    failingSince: null,
    recoverable: 0,
    week: { notSent: 3, delivered: 3 },
  });
});

test('treats endpoints of other organizations like missing ones', async () => {
  const [owner, other] = [await webhookService.createContext(), await webhookService.createContext()];
  await disableByFailing(owner);
  const endpointId = (await listEndpoints(owner))[0]?.id ?? '';
  const notFound = { code: 'RESOURCE_NOT_FOUND' };
  await expect(enableEndpoint(other, { endpointId })).rejects.toMatchObject(notFound);
  await expect(dismissEndpointNotices(other, { endpointIds: [endpointId] })).rejects.toMatchObject(notFound);
  expect(await listEndpoints(other)).toEqual([]);
});
