import { createHmac } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { disableSigning, enableSigning, rotateSigningSecret } from '#lib/service/webhooks/signing';
import { startService, type Tenant } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';
import { type ReceivedRequest, startWebhookEndpoint } from '#tests/support/webhook-endpoint';

const endpoint = await startWebhookEndpoint(({ path }, response) => {
  response.statusCode = Number(path.match(/\/status-(\d+)/)?.[1] ?? 200);
  response.end();
});
const testService = await startService({
  WEBHOOK_ALLOWED_HOSTS: endpoint.host,
  WEBHOOK_RETRY_SECONDS: '0.1,0.2,0.3,0.4',
});
const worker = await testService.startWorker();
afterAll(async () => {
  await worker.stop();
  await testService.stop();
  await endpoint.stop();
});
const payload = { prompt: 'Which trail shoes last longest?', country: 'US' };
const createContext = (organization: Tenant) => ({
  ...testService.service,
  organizationId: organization.id,
  actor: { kind: 'operator' } as const,
});

async function createTask(organization: Tenant, url: string | undefined, fields: object = {}) {
  const body = { taskType: 'GEN', payload, ...(url === undefined ? {} : { webhook: { url } }), ...fields };
  return organization.send('POST', '/v1/async/task', body);
}

/** Creates a task whose webhook URL is unique, and waits for `count` delivery attempts, to which the endpoint responds with `status`. */
async function waitForAttempts(organization: Tenant, count: number, status = 200, fields: object = {}) {
  const path = `/${crypto.randomUUID()}/status-${status}`;
  const { body } = await createTask(organization, endpoint.url + path, fields);
  const received = await waitFor('the attempts have arrived', () => {
    const all = endpoint.received.filter((request) => request.path === path);
    return all.length >= count ? all : undefined;
  });
  return { id: body.task.id as string, received, path };
}

const computeSignature = (secret: string, { headers, body }: ReceivedRequest) =>
  `v1=${createHmac('sha256', secret).update(`${headers['x-svc-timestamp']}.${body}`).digest('hex')}`;

describe('webhook URLs', () => {
  test.each<[unknown, string]>([
    ['', 'empty'],
    ['hooks.example.com/x', 'without a scheme'],
    ['ftp://hooks.example.com/x', 'an unsupported scheme'],
    ['javascript:alert(1)', 'a script'],
    ['http://', 'without a host'],
    ['http:///x', 'with three slashes'],
    ['http:hooks.example.com/x', 'without slashes'],
    ['http:\\\\hooks.example.com\\x', 'with backslashes'],
    [' https://hooks.example.com/x', 'leading whitespace'],
    ['https://hooks.exa\tmple.com/x', 'with a tab in its host'],
    ['https://hooks.example.com/a b', 'with a space in its path'],
    ['https://user:pass@hooks.example.com/', 'with user info'],
    ['https://user@hooks.example.com/', 'with a user'],
    [`https://hooks.example.com/${'x'.repeat(2_023)}`, '2,049 characters'],
    ['http://localhost/x', 'localhost'],
    ['http://LOCALHOST:8080/x', 'localhost in upper case'],
    ['http://localhost./x', 'localhost with a dot'],
    ['http://127.0.0.1/x', 'loopback'],
    ['http://127.1/x', 'loopback, short'],
    ['http://2130706433/x', 'loopback, decimal'],
    ['http://0x7f000001/x', 'loopback, hexadecimal'],
    ['http://0177.0.0.1/x', 'loopback, octal'],
    ['http://0.0.0.0/x', 'the unspecified address'],
    ['http://10.0.0.1/x', 'a private network'],
    ['http://172.16.0.1/x', 'a private network'],
    ['http://192.168.1.1/x', 'a private network'],
    ['http://169.254.169.254/latest/meta-data', 'the metadata service of a cloud'],
    ['http://100.64.0.1/x', 'carrier-grade NAT'],
    ['http://[::1]/x', 'loopback, IPv6'],
    ['http://[::ffff:127.0.0.1]/x', 'loopback, IPv4-mapped'],
    ['http://[fc00::1]/x', 'a private network, IPv6'],
    ['http://[fe80::1]/x', 'a link-local address'],
    ['http://224.0.0.1/x', 'a multicast address'],
    [7, 'a number'],
    [null, 'null'],
  ])('rejects the URL %j (%s)', async (url) => {
    const organization = await testService.createTenant();
    const body = { taskType: 'GEN', payload, webhook: { url } };
    const response = await organization.send('POST', '/v1/async/task', body);
    expect([response.status, response.body.details?.[0]?.field]).toEqual([400, 'webhook.url']);
    const batch = await organization.send('POST', '/v1/async/task/batch', [body]);
    expect([batch.status, batch.body.results[0].error.code]).toEqual([200, 'VALIDATION_ERROR']);
  });

  test('accepts public URLs of up to 2,048 characters with port and query, and tasks without a webhook', async () => {
    const organization = await testService.createTenant();
    for (const url of [
      `https://hooks.example.com/${'x'.repeat(2_022)}`,
      'http://hooks.example.com:8080/x?y=z',
      undefined,
    ]) {
      expect((await createTask(organization, url)).status).toBe(201);
    }
    expect((await createTask(organization, undefined, { webhook: null })).status).toBe(201);
    expect((await createTask(organization, undefined, { webhook: {} })).status).toBe(400);
  });
});

describe('webhook deliveries', () => {
  test('posts the records of completed and failed tasks as JSON, without signature headers', async () => {
    const organization = await testService.createTenant();
    for (const [taskType, status] of [
      ['GEN', 'COMPLETED'],
      ['SOCIAL', 'FAILED'],
    ] as const) {
      const fields = { taskType, priority: 3, idempotencyKey: `key-${taskType}` };
      const { id, received } = await waitForAttempts(organization, 1, 204, fields);
      const [{ headers, body } = { headers: {}, body: '' }] = received;
      expect(headers['content-type']).toBe('application/json');
      expect(headers['user-agent']).toMatch(/\S/);
      expect(Object.keys(headers).filter((name) => name.startsWith('x-svc-'))).toEqual([]);
      const record = JSON.parse(body);
      expect(Object.keys(record).sort()).toEqual(['credits', 'response', 'task']);
      expect(record.task).toEqual({
        id,
        taskType,
        status,
        priority: 3,
        createdAt: expect.any(String),
        idempotencyKey: `key-${taskType}`,
      });
      expect(record.credits).toEqual({ creditsToCharge: 4, creditsCharged: status === 'FAILED' ? 0 : 4 });
      expect((await organization.send('GET', `/v1/async/task/${id}`)).body).toEqual(record);
    }
  });

  test('signs the raw bytes and numbers attempts; rotating and disabling signing take effect immediately', async () => {
    const organization = await testService.createTenant();
    const context = createContext(organization);
    const { secret } = await enableSigning(context);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { id, received } = await waitForAttempts(organization, 5, 500);
    for (const [index, request] of received.entries()) {
      expect(request.headers['x-svc-webhook-id']).toBe(`${id}-${index + 1}`);
      expect(request.headers['x-svc-signature']).toBe(computeSignature(secret, request));
      expect(Math.abs(Number(request.headers['x-svc-timestamp']) - Date.now() / 1_000)).toBeLessThan(30);
      expect(request.body).toBe(received[0]?.body);
    }
    const { secret: rotatedSecret } = await rotateSigningSecret(context);
    expect(rotatedSecret).not.toBe(secret);
    const [rotated] = (await waitForAttempts(organization, 1)).received;
    expect(rotated?.headers['x-svc-signature']).toBe(rotated && computeSignature(rotatedSecret, rotated));
    await disableSigning(context);
    const [unsigned] = (await waitForAttempts(organization, 1)).received;
    expect(unsigned?.headers).not.toHaveProperty('x-svc-signature');
    expect(unsigned?.headers).not.toHaveProperty('x-svc-timestamp');
    expect(unsigned?.headers).not.toHaveProperty('x-svc-webhook-id');
  });

  test('stops at a 2xx response and retries anything else, 5 attempts in total', async () => {
    const organization = await testService.createTenant();
    const accepted = [200, 201, 202, 204, 299];
    const rejected = [301, 400, 401, 404, 410, 429, 500, 503];
    const paths = await Promise.all([
      ...accepted.map(async (status) => [(await waitForAttempts(organization, 1, status)).path, 1] as const),
      ...rejected.map(async (status) => [(await waitForAttempts(organization, 5, status)).path, 5] as const),
    ]);
    // An extra attempt of one of these deliveries would have arrived before the last attempt of this one.
    await waitForAttempts(organization, 5, 503);
    for (const [path, attempts] of paths) {
      const attempted = endpoint.received.filter((request) => request.path === path);
      expect([path, attempted.length]).toEqual([path, attempts]);
    }
  });
});
