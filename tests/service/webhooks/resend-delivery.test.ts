import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hmacSha256Hex } from '#lib/core/crypto';
import { listDeliveries, resendDelivery } from '#lib/service/webhooks/deliveries';
import { createDeliverySource } from '#lib/service/webhooks/delivery-source';
import { disableSigning, enableSigning, rotateSigning } from '#lib/service/webhooks/signing';
import { getServerUrl, startService } from '#tests/support/service';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';
import { waitFor } from '#tests/support/wait';
import { startWebhookReceiver } from '#tests/support/webhook-receiver';

let answer = 200;
let redirected = 0;
const receiver = await startWebhookReceiver(({ path }, response) => {
  if (path === '/drip') return drip(response);
  if (path === '/elsewhere') redirected += 1;
  if (path === '/moved') response.writeHead(answer, { location: '/elsewhere' }).end();
  else response.writeHead(answer).end();
});
const folder = createTempFolder();
const tls = createServer(certificate(folder), (_, response) => response.end());
await new Promise<void>((done) => tls.listen(0, '127.0.0.1', done));
const tlsHost = new URL(getServerUrl(tls)).host;
const run = await startService({
  WEBHOOK_ALLOWED_HOSTS: `${receiver.host},${tlsHost}`,
  WEBHOOK_RETRY_SECONDS: '0,0,0,0',
});
const source = createDeliverySource(run.service);
afterAll(async () => {
  await run.stop();
  await receiver.stop();
  tls.closeAllConnections();
  tls.close();
  deleteTempFolder(folder);
});

/** A byte now and then, for as long as the other side listens: every read is in time, the whole never is. */
function drip(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 50);
  response.on('close', () => clearInterval(timer));
}

/** Its own signature is all it has; empty where there is no openssl to make it, and TLS then fails earlier. */
function certificate(inside: string): ServerOptions {
  const [key, cert] = [join(inside, 'key.pem'), join(inside, 'cert.pem')];
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'];
  const { status } = spawnSync('openssl', ['req', ...options, '-keyout', key, '-out', cert]);
  return status === 0 ? { key: readFileSync(key), cert: readFileSync(cert) } : {};
}

const contextOf = (organizationId: string) => ({
  ...run.service,
  organizationId,
  actor: { kind: 'operator' } as const,
});

async function newDelivery(organizationId: string, url: string): Promise<string> {
  const id = randomUUID();
  await run.db.$client.query(
    `INSERT INTO deliveries (organization_id, id, task_id, url, body) VALUES ($1, $2, $2, $3, '{"a":"é"}')`,
    [organizationId, id, url],
  );
  return id;
}

/** Makes the one attempt that is due. */
async function attempt(signal = AbortSignal.timeout(30_000)) {
  const job = await waitFor('an attempt is due', async () => (await source.claim(1))[0]);
  const outcome = await source.run(job, signal);
  await source.settle([{ item: job, outcome }]);
  return outcome;
}

async function read(organizationId: string, id: string) {
  return (await listDeliveries(contextOf(organizationId))).find((one) => one.id === id);
}

test('resends delivered and failed deliveries with the same body as the next attempt', async () => {
  const { id: organization } = await run.newOrganization();
  const { secret } = await enableSigning(contextOf(organization));
  const id = await newDelivery(organization, `${receiver.url}/hook`);
  answer = 200;
  await attempt();
  expect(await read(organization, id)).toMatchObject({ status: 'delivered' });
  answer = 500;
  await resendDelivery(contextOf(organization), { deliveryId: id });
  await expect(resendDelivery(contextOf(organization), { deliveryId: id })).rejects.toMatchObject({
    code: 'RESOURCE_ALREADY_EXISTS',
  });
  for (const _ of [2, 3, 4, 5]) await attempt();
  expect(await read(organization, id)).toMatchObject({ status: 'failed' });
  await resendDelivery(contextOf(organization), { deliveryId: id });
  await attempt();
  expect(await read(organization, id)).toMatchObject({ status: 'failed', dueAt: null });
  answer = 200;
  await resendDelivery(contextOf(organization), { deliveryId: id });
  await attempt();
  const delivery = await read(organization, id);
  expect([delivery?.status, delivery?.attempts.map(({ statusCode }) => statusCode)]).toEqual([
    'delivered',
    [200, 500, 500, 500, 500, 500, 200],
  ]);
  const sent = receiver.received.filter(({ headers }) => String(headers['x-svc-webhook-id']).startsWith(id));
  expect(sent.map(({ headers }) => headers['x-svc-webhook-id'])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((number) => `${id}-${number}`),
  );
  for (const { headers, body } of sent) {
    expect(body).toBe('{"a":"é"}');
    expect(headers['x-svc-signature']).toBe(
      `v1=${hmacSha256Hex(secret, `${headers['x-svc-timestamp']}.${body}`)}`,
    );
  }
});

test('lets only owners and admins resend, in their own organization', async () => {
  const [mine, other] = [await run.newOrganization(), await run.newOrganization()];
  const id = await newDelivery(mine.id, `${receiver.url}/hook`);
  await attempt();
  await expect(resendDelivery(contextOf(other.id), { deliveryId: id })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
  const actor = { kind: 'member', userId: 'someone', role: 'editor' } as const;
  await expect(resendDelivery({ ...contextOf(mine.id), actor }, { deliveryId: id })).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
  await expect(resendDelivery(contextOf(mine.id), { deliveryId: 'no-id' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: [{ field: 'deliveryId' }],
  });
});

test('applies a rotated or removed secret from the next attempt on', async () => {
  const { id: organization } = await run.newOrganization();
  const first = (await enableSigning(contextOf(organization))).secret;
  const id = await newDelivery(organization, `${receiver.url}/rotating`);
  answer = 500;
  await attempt();
  const second = (await rotateSigning(contextOf(organization))).secret;
  await attempt();
  await disableSigning(contextOf(organization));
  answer = 200;
  await attempt();
  const sent = receiver.received.filter(({ path }) => path === '/rotating');
  const signed = (secret: string, index: number) =>
    `v1=${hmacSha256Hex(secret, `${sent[index]?.headers['x-svc-timestamp']}.${sent[index]?.body}`)}`;
  expect(sent.map(({ headers }) => headers['x-svc-signature'])).toEqual([
    signed(first, 0),
    signed(second, 1),
    undefined,
  ]);
  expect(sent[2]?.headers['x-svc-webhook-id']).toBeUndefined();
  expect(await read(organization, id)).toMatchObject({ status: 'delivered' });
});

test.each([300, 301, 302, 303, 304, 307, 308])('neither accepts nor follows a %i', async (status) => {
  const { id: organization } = await run.newOrganization();
  const id = await newDelivery(organization, `${receiver.url}/moved`);
  answer = status;
  expect(await attempt()).toMatchObject({
    statusCode: status,
    error: `The endpoint responded with ${status}.`,
  });
  expect(redirected).toBe(0);
  expect(await read(organization, id)).toMatchObject({ status: 'pending' });
  await run.db.$client.query('DELETE FROM deliveries WHERE id = $1', [id]);
});

test.each([
  ['an untrusted certificate', tlsHost],
  ['a receiver that speaks no TLS', receiver.host],
])('%s makes a failed attempt', async (_, host) => {
  const { id: organization } = await run.newOrganization();
  const id = await newDelivery(organization, `https://${host}/hook`);
  const outcome = await attempt();
  expect([outcome.statusCode, outcome.error]).toEqual([null, expect.stringContaining('is unreachable')]);
  await run.db.$client.query('DELETE FROM deliveries WHERE id = $1', [id]);
});

test('aborts a slow response after 10 seconds in total', { timeout: 30_000 }, async () => {
  const { id: organization } = await run.newOrganization();
  await newDelivery(organization, `${receiver.url}/drip`);
  const outcome = await attempt();
  expect(outcome.durationMs).toBeLessThan(11_500);
  expect(outcome).toMatchObject({ statusCode: null, error: expect.stringContaining('10000 ms') });
});
