import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { signWebhook } from '#lib/contract/sign-webhook';
import { hmacSha256Hex } from '#lib/core/crypto';
import { parseEnv } from '#lib/core/env';
import { toDatabase } from '#lib/db/database';
import { startDispatcher } from '#lib/queue/dispatcher';
import { parseWebhookUrl } from '#lib/service/tasks/parse-task';
import { claimDeliveries } from '#lib/service/webhooks/delivery-leases';
import { createDeliverySource } from '#lib/service/webhooks/delivery-source';
import { disableSigning, enableSigning, rotateSigningSecret } from '#lib/service/webhooks/signing';
import { findDelivery } from '#tests/support/deliveries';
import { startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';

const endpoint = await startWebhookEndpoint((received, response) => {
  const [, scenario = '200'] = received.path.split('/');
  if (scenario === 'redirect') response.writeHead(302, { location: '/200' }).end();
  else if (scenario === 'huge') response.writeHead(200).end(Buffer.alloc(50_000_000));
  else response.writeHead(Number(scenario)).end();
});
// Accepts connections and never responds.
const unresponsive = createServer((socket) => socket.on('error', () => socket.destroy()));
await new Promise<void>((done) => unresponsive.listen(0, '127.0.0.1', done));
const unresponsivePort = Object.entries(unresponsive.address() ?? {}).find(([name]) => name === 'port')?.[1];
const testService = await startService({
  WEBHOOK_ALLOWED_HOSTS: `${endpoint.host},127.0.0.1:${unresponsivePort}`,
  WEBHOOK_RETRY_SECONDS: '0.02,0.02,0.02,0.02',
});
const options = { concurrency: 256, leaseMs: 25_000, pollMs: 30, batchSize: 200 };
const dispatcher = startDispatcher(createDeliverySource(testService.service), options);
afterAll(async () => {
  await dispatcher.stop(0);
  await testService.stop();
  await endpoint.stop();
  unresponsive.close();
});

async function insertDelivery(organizationId: string, url: string, body = '{"task":"ünïcode ✓"}') {
  const taskId = randomUUID();
  await testService.db.$client.query(
    'INSERT INTO deliveries (organization_id, task_id, url, body) VALUES ($1, $2, $3, $4)',
    [organizationId, taskId, url, body],
  );
  dispatcher.wake();
  return taskId;
}

function createContext(organizationId: string) {
  return { ...testService.service, organizationId, actor: { kind: 'operator' } as const };
}

async function waitForCompletion(organizationId: string, taskId: string, seconds = 20) {
  return waitFor(
    'the delivery has ended',
    async () => {
      const delivery = await findDelivery(createContext(organizationId), taskId);
      return delivery.status === 'pending' ? undefined : delivery;
    },
    { seconds },
  );
}

test('signs the timestamp and the body with the whole secret, including its prefix', () => {
  const now = new Date('2026-01-02T03:04:05.678Z');
  const signable = { id: 'task', attempt: 3, body: '{"a":"é"}' };
  expect(signWebhook(signable, { current: 'whsec_c2VjcmV0', previous: null }, now)).toEqual({
    'X-Svc-Timestamp': '1767323045',
    'X-Svc-Signature': 'v1=d5aabe39dcea4daeac0355d7ea995eff14677e58f2d9f1f4edac5997291aaf72',
    'X-Svc-Webhook-Id': 'task-3',
  });
});

test('applies a rotated or removed signing secret from the next delivery on', async () => {
  const { id } = await testService.createTenant();
  const secrets = [(await enableSigning(createContext(id))).secret];
  const deliverOnce = async () => {
    const taskId = await insertDelivery(id, `${endpoint.url}/200/${randomUUID()}`);
    await waitForCompletion(id, taskId);
    return endpoint.received.at(-1);
  };
  const expectSigned = (request: Awaited<ReturnType<typeof deliverOnce>>, secret = '') =>
    expect(request?.headers['x-svc-signature']).toBe(
      `v1=${hmacSha256Hex(secret, `${request?.headers['x-svc-timestamp']}.${request?.body}`)}`,
    );
  expectSigned(await deliverOnce(), secrets[0]);
  const { secret } = await rotateSigningSecret(createContext(id));
  expectSigned(await deliverOnce(), secret);
  await disableSigning(createContext(id));
  const unsigned = await deliverOnce();
  expect(unsigned?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': expect.any(String),
  });
  expect(Object.keys(unsigned?.headers ?? {}).filter((name) => name.startsWith('x-svc'))).toEqual([]);
});

test('records a failed attempt if the secret cannot be decrypted', async () => {
  const { id } = await testService.createTenant();
  await testService.db.$client.query(
    `UPDATE organizations SET signing_secret_encrypted = 'AAAA' WHERE id = $1`,
    [id],
  );
  const before = endpoint.received.length;
  const delivery = await waitForCompletion(id, await insertDelivery(id, `${endpoint.url}/200`));
  expect(delivery.status).toBe('failed');
  expect(delivery.attempts).toHaveLength(5);
  expect(delivery.attempts[0]?.error).toBe('The signing secret could not be decrypted. Rotate it.');
  expect(endpoint.received).toHaveLength(before);
});

test.each(['500', '404', '301', 'redirect'])(
  'retries after a response of %s, in up to 5 numbered attempts',
  async (scenario) => {
    const { id } = await testService.createTenant();
    await enableSigning(createContext(id));
    const path = `/${scenario}/${randomUUID()}`;
    const taskId = await insertDelivery(id, endpoint.url + path);
    const delivery = await waitForCompletion(id, taskId);
    expect(delivery.status).toBe('failed');
    expect(delivery.attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
    const status = scenario === 'redirect' ? 302 : Number(scenario);
    expect(new Set(delivery.attempts.map(({ statusCode }) => statusCode))).toEqual(new Set([status]));
    const requests = endpoint.received.filter((request) => request.path === path);
    expect(requests.map(({ headers }) => headers['x-svc-webhook-id'])).toEqual(
      [1, 2, 3, 4, 5].map((attempt) => `${taskId}-${attempt}`),
    );
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
  },
);

test('accepts a 200 response of 50 MB', async () => {
  const { id } = await testService.createTenant();
  const delivery = await waitForCompletion(id, await insertDelivery(id, `${endpoint.url}/huge`));
  expect(delivery).toMatchObject({
    status: 'delivered',
    attempts: [{ attempt: 1, statusCode: 200, error: null }],
  });
});

test('waits for the scheduled delays between attempts, within 10%', async () => {
  const delaysInSeconds = [120, 240, 480, 960];
  const defaultService = await startService({ WEBHOOK_ALLOWED_HOSTS: endpoint.host });
  const source = createDeliverySource(defaultService.service);
  const { id } = await defaultService.createTenant();
  await defaultService.db.$client.query(
    `INSERT INTO deliveries (organization_id, task_id, url, body) VALUES ($1, gen_random_uuid(), $2, '{}')`,
    [id, `${endpoint.url}/500`],
  );
  for (const seconds of delaysInSeconds) {
    const [delivery] = await source.claim(1);
    if (!delivery) throw new Error('No delivery was due.');
    await source.settle([
      { item: delivery, outcome: await source.run(delivery, AbortSignal.timeout(10_000)) },
    ]);
    const { rows } = await defaultService.db.$client.query(
      `UPDATE deliveries SET due_at = now() RETURNING (
         SELECT extract(epoch FROM d.due_at - now()) FROM deliveries d WHERE d.id = deliveries.id) AS wait`,
    );
    expect(rows[0].wait / seconds).toBeGreaterThan(0.89);
    expect(rows[0].wait / seconds).toBeLessThan(1.11);
  }
  await defaultService.stop();
});

test('ignores the result of an expired claim', async () => {
  const other = await startService({ WEBHOOK_ALLOWED_HOSTS: endpoint.host });
  const { id } = await other.createTenant();
  const source = createDeliverySource(other.service);
  const taskId = randomUUID();
  await other.db.$client.query(
    `INSERT INTO deliveries (organization_id, task_id, url, body) VALUES ($1, $2, $3, '{}')`,
    [id, taskId, `${endpoint.url}/200`],
  );
  const [late] = await source.claim(1);
  expect(await source.claim(1)).toEqual([]);
  await other.db.$client.query('UPDATE deliveries SET due_at = now()');
  const [next] = await source.claim(1);
  if (!late || !next) throw new Error('No delivery was claimed.');
  const outcome = {
    startedAt: new Date(),
    durationMs: 1,
    statusCode: 500,
    error: 'late',
    requestHeaders: {},
    responseHeaders: {},
    responseBody: '',
    responseTruncated: false,
  };
  await source.settle([{ item: late, outcome }]);
  await source.settle([{ item: next, outcome: { ...outcome, statusCode: 200, error: null } }]);
  const delivery = await findDelivery(
    { ...other.service, organizationId: id, actor: { kind: 'operator' } },
    taskId,
  );
  expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ attempt: 1, statusCode: 200 }] });
  await other.stop();
});

test('does not let an unresponsive endpoint block other organizations', async () => {
  const [blocked, healthy] = [await testService.createTenant(), await testService.createTenant()];
  await testService.db.$client.query(
    `INSERT INTO deliveries (organization_id, task_id, url, body, due_at)
     SELECT $1, gen_random_uuid(), $2, '{}', now() - interval '1 hour' FROM generate_series(1, 2000)`,
    [blocked.id, `http://127.0.0.1:${unresponsivePort}/`],
  );
  dispatcher.wake();
  // An organization has 32 slots for deliveries.
  await waitFor('the unresponsive endpoint uses all its slots', async () => {
    const { rows } = await testService.db.$client.query(
      'SELECT sum(claim_number) AS claims FROM deliveries WHERE organization_id = $1',
      [blocked.id],
    );
    return rows[0].claims >= 32;
  });
  const delivery = await waitForCompletion(
    healthy.id,
    await insertDelivery(healthy.id, `${endpoint.url}/200`),
    5,
  );
  expect(delivery.status).toBe('delivered');
  const { rows } = await testService.db.$client.query(
    'SELECT sum(claim_number) AS claims FROM deliveries WHERE organization_id = $1',
    [blocked.id],
  );
  expect(rows[0].claims).toBe(32);
  await testService.db.$client.query('DELETE FROM deliveries WHERE organization_id = $1', [blocked.id]);
});

test('claims no more deliveries of an organization than it has free slots', async () => {
  const db = testService.open().db;
  const [flooding, quiet] = [await testService.createTenant(), await testService.createTenant()];
  const client = await db.$client.connect();
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO deliveries (organization_id, task_id, url, body, due_at)
     SELECT $1, gen_random_uuid(), 'http://127.0.0.1:1/', '{}', now() - interval '1 hour' FROM generate_series(1, 40)`,
    [flooding.id],
  );
  await client.query(
    `INSERT INTO deliveries (organization_id, task_id, url, body) VALUES ($1, gen_random_uuid(), 'http://127.0.0.1:1/', '{}')`,
    [quiet.id],
  );
  const claimed = await claimDeliveries(toDatabase(client), {
    limit: 30,
    leaseSeconds: 25,
    defaultSlots: 20,
    freeSlots: new Map([[flooding.id, 3]]),
  });
  await client.query('ROLLBACK');
  client.release();
  const countClaimed = (id: string) => claimed.filter(({ organizationId }) => organizationId === id).length;
  expect([countClaimed(flooding.id), countClaimed(quiet.id)]).toEqual([3, 1]);
});

test('never connects to a host name that resolves to the local machine', async () => {
  const { id } = await testService.createTenant();
  const before = endpoint.received.length;
  const { port } = new URL(endpoint.url);
  const delivery = await waitForCompletion(id, await insertDelivery(id, `http://localhost.:${port}/200`));
  expect(delivery.status).toBe('failed');
  expect(delivery.attempts).toHaveLength(5);
  expect(delivery.attempts[0]?.error).toContain('not a public');
  expect(endpoint.received.length).toBe(before);
});

test.each([
  'http://localhost/',
  'http://localhost./',
  'http://a.localhost/',
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://10.1.2.3/',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[fe80::1]/',
  'http://0/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://user:password@example.com/',
  'https://user@example.com/',
  'example.com/hook',
  'http://',
  '',
  `https://example.com/${'x'.repeat(2048)}`,
])('rejects the webhook URL %j', (url) => {
  expect(parseWebhookUrl(url, parseEnv({}))).toMatchObject({ ok: false });
});

test('accepts public and allowed hosts', () => {
  const settings = parseEnv({ WEBHOOK_ALLOWED_HOSTS: '10.0.0.5:8080' });
  expect(parseWebhookUrl('https://example.com/hook?a=1', settings).ok).toBe(true);
  expect(parseWebhookUrl('http://10.0.0.5:8080/hook', settings).ok).toBe(true);
  expect(parseWebhookUrl('http://10.0.0.5:8081/hook', settings).ok).toBe(false);
});
