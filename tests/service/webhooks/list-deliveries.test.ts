import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { Context } from '#lib/db/context';
import { getDelivery } from '#lib/service/webhooks/deliveries';
import { type DeliveryFilters, listDeliveries } from '#lib/service/webhooks/list-deliveries';
import { enableSigning } from '#lib/service/webhooks/signing';
import { insertDelivery } from '#tests/support/deliveries';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';
import { startWebhookService } from '#tests/support/webhook-service';

const endpoint = await startWebhookEndpoint((_, response) => {
  response.writeHead(500, { 'x-reason': 'broken', 'set-cookie': ['a=1', 'b=2'] });
  response.end(Buffer.concat([Buffer.from('down\0'), Buffer.alloc(70_000, 'é')]));
});
const webhookService = await startWebhookService(endpoint.host);
afterAll(async () => {
  await webhookService.testService.stop();
  await endpoint.stop();
});

test('pages through deliveries that were created at the same time, each listed once', async () => {
  const context = await webhookService.createContext();
  await context.db.$client.query(
    `INSERT INTO deliveries (organization_id, task_id, url, body, created_at)
     SELECT $1, gen_random_uuid(), 'https://hooks.example/x', '{}', '2026-11-21T12:00:00.123456Z'::timestamptz + (n / 4) * interval '1 microsecond'
     FROM generate_series(1, 10) AS n`,
    [context.organizationId],
  );
  const ids: string[] = [];
  let before: string | undefined;
  let pages = 0;
  do {
    const { deliveries, next } = await listDeliveries(context, { before }, 3);
    ids.push(...deliveries.map(({ id }) => id));
    before = next ?? undefined;
    pages += 1;
  } while (before);
  expect([pages, ids.length, new Set(ids).size]).toEqual([4, 10, 10]);
  const all = await listDeliveries(context);
  expect(all.deliveries.map(({ id }) => id)).toEqual(ids);
});

test('filters by status, endpoint, task and time, and ignores invalid filters', async () => {
  const context = await webhookService.createContext();
  const insert = async (path: string, status: string, createdAt: string) => {
    const { id, taskId } = await insertDelivery(context, `https://hooks.example/${path}`);
    const { rows } = await context.db.$client.query(
      'UPDATE deliveries SET status = $2, created_at = $3 WHERE id = $1 RETURNING endpoint_id AS endpoint',
      [id, status, createdAt],
    );
    return { id, task: taskId, endpoint: rows[0].endpoint };
  };
  const first = await insert('a?x=1', 'failed', '2026-11-20T10:00:00Z');
  const second = await insert('a?x=2', 'not_sent', '2026-11-21T10:00:00Z');
  const third = await insert('b', 'delivered', '2026-11-22T10:00:00Z');
  const list = async (filters: DeliveryFilters) =>
    (await listDeliveries(context, filters)).deliveries.map(({ id }) => id);
  expect(first.endpoint).toBe(second.endpoint);
  expect(await list({ status: 'failed' })).toEqual([first.id]);
  expect(await list({ status: 'not_sent' })).toEqual([second.id]);
  expect(await list({ status: 'delivered' })).toEqual([third.id]);
  expect(await list({ endpoint: first.endpoint })).toEqual([second.id, first.id]);
  expect(await list({ task: third.task })).toEqual([third.id]);
  expect(await list({ from: '2026-11-21T10:00:00Z' })).toEqual([third.id, second.id]);
  expect(await list({ to: '2026-11-21T10:00:00Z' })).toEqual([first.id]);
  expect(await list({ status: 'lost', endpoint: 'x', task: 'x', from: 'x', before: 'x' })).toHaveLength(3);
  for (const before of [`1-${'-'.repeat(36)}`, `1-${'a'.repeat(36)}`, `${'9'.repeat(17)}-${first.id}`]) {
    expect(await list({ before })).toHaveLength(3);
  }
  expect(await list({ from: '-271821-04-20T00:00:00.000Z' })).toHaveLength(3);
  expect(await list({ task: randomUUID() })).toEqual([]);
});

test('shows requests and responses, truncated at 64 KiB, without the secrets in the URL and the signing secret', async () => {
  const context = await webhookService.createContext();
  const { secret } = await enableSigning(context);
  const body = JSON.stringify({ text: 'ü'.repeat(40_000) });
  const { id, taskId } = await insertDelivery(
    context,
    `${endpoint.url}/path/url-secret?key=url-secret`,
    body,
  );
  await webhookService.deliverDue();
  const delivery = await getDelivery(context, { deliveryId: id });
  const [attempt] = delivery.attempts;
  expect(attempt).toMatchObject({
    attempt: 1,
    statusCode: 500,
    error: 'The endpoint responded with 500.',
    responseTruncated: true,
    requestHeaders: {
      'Content-Type': 'application/json',
      'X-Svc-Webhook-Id': `${taskId}-1`,
      'X-Svc-Signature': endpoint.received.at(-1)?.headers['x-svc-signature'],
    },
    responseHeaders: { 'x-reason': 'broken', 'set-cookie': ['a=1', 'b=2'] },
  });
  // The NUL byte becomes U+FFFD, which is two bytes longer.
  expect(attempt?.responseBody).toMatch(/^down\uFFFDé+$/);
  expect(Buffer.byteLength(attempt?.responseBody ?? '')).toBeLessThanOrEqual(64 * 1024 + 2);
  expect(Buffer.byteLength(attempt?.responseBody ?? '')).toBeGreaterThan(64 * 1024 - 3);
  // An “ü” has two bytes, of which only the first would be within 64 KiB.
  expect([delivery.isBodyTruncated, Buffer.byteLength(delivery.body)]).toEqual([true, 64 * 1024 - 1]);
  expect(body.startsWith(delivery.body)).toBe(true);
  expect(delivery.dueAt).toBeInstanceOf(Date);
  const shown = JSON.stringify([delivery, await listDeliveries(context)]);
  expect(shown).not.toContain('url-secret');
  expect(shown).not.toContain(secret);
});

test('stores only the status and the size of a response from an internal host if WEBHOOK_INTERNAL_RESPONSES is “status”', async () => {
  const internal = await startWebhookService(endpoint.host, 'status');
  const context = await internal.createContext();
  const { id } = await insertDelivery(context, `${endpoint.url}/internal`);
  await internal.deliverDue();
  const { attempts } = await getDelivery(context, { deliveryId: id });
  expect(attempts).toMatchObject([
    { statusCode: 500, responseHeaders: { 'content-length': 'over 65536' }, responseBody: null },
  ]);
  expect(JSON.stringify(attempts)).not.toMatch(/down|x-reason/);
  await internal.testService.stop();
});

test('shows deliveries only to members of the organization whose role permits it', async () => {
  const [context, other] = [await webhookService.createContext(), await webhookService.createContext()];
  const { id } = await insertDelivery(context, 'https://hooks.example/x');
  expect((await listDeliveries(other)).deliveries).toEqual([]);
  await expect(getDelivery(other, { deliveryId: id })).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  const viewer: Context = { ...context, actor: { kind: 'member', userId: 'someone', role: 'viewer' } };
  const refusal = { code: 'INSUFFICIENT_PERMISSIONS' };
  await expect(listDeliveries(viewer)).rejects.toMatchObject(refusal);
  await expect(getDelivery(viewer, { deliveryId: id })).rejects.toMatchObject(refusal);
  await context.db.$client.query('DELETE FROM deliveries');
});
