import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hmacSha256Hex } from '#lib/core/crypto';
import { getDelivery, resendDelivery } from '#lib/service/webhooks/deliveries';
import { createDeliverySource } from '#lib/service/webhooks/delivery-source';
import { disableSigning, enableSigning, rotateSigningSecret } from '#lib/service/webhooks/signing';
import { findFreePort } from '#scripts/system/free-port';
import { getServerUrl, startService } from '#tests/support/service';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';
import { waitFor } from '#tests/support/wait';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';

let responseStatus = 200;
let redirected = 0;
const endpoint = await startWebhookEndpoint(({ path }, response) => {
  if (path === '/slow') return sendSlowly(response);
  if (path === '/redirect-target') redirected += 1;
  if (path === '/moved') response.writeHead(responseStatus, { location: '/redirect-target' }).end();
  else response.writeHead(responseStatus).end();
});
const folder = createTempFolder();
const tls = createServer(createCertificate(folder), (_, response) => response.end());
await new Promise<void>((done) => tls.listen(0, '127.0.0.1', done));
const tlsHost = new URL(getServerUrl(tls)).host;
/** A name, which resolves to addresses of this machine. */
const closedHost = `localhost:${await findFreePort()}`;
const testService = await startService({
  WEBHOOK_ALLOWED_HOSTS: `${endpoint.host},${tlsHost},${closedHost}`,
  WEBHOOK_RETRY_SECONDS: '0,0,0,0',
});
const source = createDeliverySource(testService.service);
afterAll(async () => {
  await testService.stop();
  await endpoint.stop();
  tls.closeAllConnections();
  tls.close();
  deleteTempFolder(folder);
});

/** Sends one byte every 50 ms without end: no single read times out, but the response never completes. */
function sendSlowly(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 50);
  response.on('close', () => clearInterval(timer));
}

/** Creates a self-signed certificate. Without openssl it returns no certificate, and the TLS handshake fails. */
function createCertificate(targetFolder: string): ServerOptions {
  const [key, cert] = [join(targetFolder, 'key.pem'), join(targetFolder, 'cert.pem')];
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'];
  const { status } = spawnSync('openssl', ['req', ...options, '-keyout', key, '-out', cert]);
  return status === 0 ? { key: readFileSync(key), cert: readFileSync(cert) } : {};
}

const createContext = (organizationId: string) => ({
  ...testService.service,
  organizationId,
  actor: { kind: 'operator' } as const,
});

async function insertDelivery(organizationId: string, url: string): Promise<string> {
  const id = randomUUID();
  await testService.db.$client.query(
    `INSERT INTO deliveries (organization_id, id, task_id, url, body) VALUES ($1, $2, $2, $3, '{"a":"é"}')`,
    [organizationId, id, url],
  );
  return id;
}

/** Makes the one attempt that is due. */
async function makeAttempt(signal = AbortSignal.timeout(30_000)) {
  const delivery = await waitFor('an attempt is due', async () => (await source.claim(1))[0]);
  const outcome = await source.run(delivery, signal);
  await source.settle([{ item: delivery, outcome }]);
  if (!outcome) throw new Error('Nothing was sent.');
  return outcome;
}

async function readDelivery(organizationId: string, id: string) {
  return getDelivery(createContext(organizationId), { deliveryId: id });
}

test('resends delivered and failed deliveries as the next attempt, with an unchanged body', async () => {
  const { id: organization } = await testService.createTenant();
  const { secret } = await enableSigning(createContext(organization));
  const id = await insertDelivery(organization, `${endpoint.url}/hook`);
  responseStatus = 200;
  await makeAttempt();
  expect(await readDelivery(organization, id)).toMatchObject({ status: 'delivered' });
  responseStatus = 500;
  await resendDelivery(createContext(organization), { deliveryId: id });
  await expect(resendDelivery(createContext(organization), { deliveryId: id })).rejects.toMatchObject({
    code: 'RESOURCE_ALREADY_EXISTS',
  });
  for (const _ of [2, 3, 4, 5]) await makeAttempt();
  expect(await readDelivery(organization, id)).toMatchObject({ status: 'failed' });
  await resendDelivery(createContext(organization), { deliveryId: id });
  await makeAttempt();
  expect(await readDelivery(organization, id)).toMatchObject({ status: 'failed', dueAt: null });
  responseStatus = 200;
  await resendDelivery(createContext(organization), { deliveryId: id });
  await makeAttempt();
  const delivery = await readDelivery(organization, id);
  expect([delivery.status, delivery.attempts.map(({ statusCode }) => statusCode)]).toEqual([
    'delivered',
    [200, 500, 500, 500, 500, 500, 200],
  ]);
  const sent = endpoint.received.filter(({ headers }) => String(headers['x-svc-webhook-id']).startsWith(id));
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

test('lets only owners and admins resend deliveries, and only those of their own organization', async () => {
  const [owner, other] = [await testService.createTenant(), await testService.createTenant()];
  const id = await insertDelivery(owner.id, `${endpoint.url}/hook`);
  await makeAttempt();
  await expect(resendDelivery(createContext(other.id), { deliveryId: id })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
  const actor = { kind: 'member', userId: 'someone', role: 'editor' } as const;
  await expect(
    resendDelivery({ ...createContext(owner.id), actor }, { deliveryId: id }),
  ).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
  await expect(resendDelivery(createContext(owner.id), { deliveryId: 'not-an-id' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: [{ field: 'deliveryId' }],
  });
});

test('applies a rotated or removed secret from the next attempt on', async () => {
  const { id: organization } = await testService.createTenant();
  const first = (await enableSigning(createContext(organization))).secret;
  const id = await insertDelivery(organization, `${endpoint.url}/rotating`);
  responseStatus = 500;
  await makeAttempt();
  const second = (await rotateSigningSecret(createContext(organization))).secret;
  await makeAttempt();
  await disableSigning(createContext(organization));
  responseStatus = 200;
  await makeAttempt();
  const sent = endpoint.received.filter(({ path }) => path === '/rotating');
  const formatSignature = (secret: string, index: number) =>
    `v1=${hmacSha256Hex(secret, `${sent[index]?.headers['x-svc-timestamp']}.${sent[index]?.body}`)}`;
  expect(sent.map(({ headers }) => headers['x-svc-signature'])).toEqual([
    formatSignature(first, 0),
    formatSignature(second, 1),
    undefined,
  ]);
  expect(sent[2]?.headers['x-svc-webhook-id']).toBeUndefined();
  expect(await readDelivery(organization, id)).toMatchObject({ status: 'delivered' });
});

test.each([300, 301, 302, 303, 304, 307, 308])(
  'counts a response of %i as a failed attempt and does not follow its redirect',
  async (status) => {
    const { id: organization } = await testService.createTenant();
    const id = await insertDelivery(organization, `${endpoint.url}/moved`);
    responseStatus = status;
    expect(await makeAttempt()).toMatchObject({
      statusCode: status,
      error: `The endpoint responded with ${status}.`,
    });
    expect(redirected).toBe(0);
    expect(await readDelivery(organization, id)).toMatchObject({ status: 'pending' });
    await testService.db.$client.query('DELETE FROM deliveries WHERE id = $1', [id]);
  },
);

test.each([
  ['an untrusted certificate', tlsHost, /^A secure connection to \S+ could not be established/],
  ['an endpoint without TLS', endpoint.host, /^A secure connection to \S+ could not be established/],
  ['a port without a server', closedHost, /^\S+ refused the connection\.$/],
])('records a failed attempt for %s without what the system says', async (_, host, sentence) => {
  const { id: organization } = await testService.createTenant();
  const id = await insertDelivery(organization, `https://${host}/hook`);
  const outcome = await makeAttempt();
  expect([outcome.statusCode, outcome.error]).toEqual([null, expect.stringMatching(sentence)]);
  await testService.db.$client.query('DELETE FROM deliveries WHERE id = $1', [id]);
});

test('aborts a slow response after 10 seconds in total', { timeout: 30_000 }, async () => {
  const { id: organization } = await testService.createTenant();
  await insertDelivery(organization, `${endpoint.url}/slow`);
  const outcome = await makeAttempt();
  expect(outcome.durationMs).toBeLessThan(11_500);
  expect(outcome).toMatchObject({ statusCode: null, error: expect.stringContaining('10000 ms') });
});
