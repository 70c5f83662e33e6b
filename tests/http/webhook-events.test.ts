import { createHmac } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { disableSigning, enableSigning, rotateSigning } from '#lib/service/webhooks/signing';
import { startService, type Tenant } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';
import { type ReceivedRequest, startWebhookReceiver } from '#tests/support/webhook-receiver';

const endpoint = await startWebhookReceiver(({ path }, response) => {
  response.statusCode = Number(path.match(/\/answer-(\d+)/)?.[1] ?? 200);
  response.end();
});
const run = await startService({
  WEBHOOK_ALLOWED_HOSTS: endpoint.host,
  WEBHOOK_RETRY_SECONDS: '0.1,0.2,0.3,0.4',
});
const worker = await run.startWorker();
afterAll(async () => {
  await worker.stop();
  await run.stop();
  await endpoint.stop();
});
const payload = { prompt: 'Which trail shoes last longest?', country: 'US' };
const asOperator = (organization: Tenant) => ({
  ...run.service,
  organizationId: organization.id,
  actor: { kind: 'operator' } as const,
});

async function create(organization: Tenant, url: string | undefined, more: object = {}) {
  const body = { taskType: 'GEN', payload, ...(url === undefined ? {} : { webhook: { url } }), ...more };
  return organization.send('POST', '/v1/async/task', body);
}

/** Creates a task that is delivered to a path of its own, and waits for its deliveries. */
async function deliveries(organization: Tenant, count: number, status = 200, more: object = {}) {
  const path = `/${crypto.randomUUID()}/answer-${status}`;
  const { body } = await create(organization, endpoint.url + path, more);
  const received = await waitFor('it is delivered', () => {
    const all = endpoint.received.filter((one) => one.path === path);
    return all.length >= count ? all : undefined;
  });
  return { id: body.task.id as string, received, path };
}

const signatureOf = (secret: string, { headers, body }: ReceivedRequest) =>
  `v1=${createHmac('sha256', secret).update(`${headers['x-svc-timestamp']}.${body}`).digest('hex')}`;

describe('Webhooks: accepted URLs', () => {
  test.each<[unknown, string]>([
    ['', 'empty'],
    ['hooks.example.com/x', 'without a scheme'],
    ['ftp://hooks.example.com/x', 'of another scheme'],
    ['javascript:alert(1)', 'that is a script'],
    ['http://', 'without a host'],
    ['http:///x', 'with three slashes'],
    ['http:hooks.example.com/x', 'without slashes'],
    ['http:\\\\hooks.example.com\\x', 'with backslashes'],
    [' https://hooks.example.com/x', 'after white space'],
    ['https://hooks.exa\tmple.com/x', 'with a tab in its host'],
    ['https://hooks.example.com/a b', 'with a space in its path'],
    ['https://user:pass@hooks.example.com/', 'with user info'],
    ['https://user@hooks.example.com/', 'with a user'],
    [`https://hooks.example.com/${'x'.repeat(2_023)}`, 'of 2,049 characters'],
    ['http://localhost/x', 'of localhost'],
    ['http://LOCALHOST:8080/x', 'of localhost in capitals'],
    ['http://localhost./x', 'of localhost with a dot'],
    ['http://127.0.0.1/x', 'of loopback'],
    ['http://127.1/x', 'of loopback, short'],
    ['http://2130706433/x', 'of loopback, decimal'],
    ['http://0x7f000001/x', 'of loopback, hexadecimal'],
    ['http://0177.0.0.1/x', 'of loopback, octal'],
    ['http://0.0.0.0/x', 'of nowhere'],
    ['http://10.0.0.1/x', 'of a private network'],
    ['http://172.16.0.1/x', 'of a private network'],
    ['http://192.168.1.1/x', 'of a private network'],
    ['http://169.254.169.254/latest/meta-data', 'of the metadata of clouds'],
    ['http://100.64.0.1/x', 'of a shared network'],
    ['http://[::1]/x', 'of loopback, version 6'],
    ['http://[::ffff:127.0.0.1]/x', 'of loopback, mapped'],
    ['http://[fc00::1]/x', 'of a private network, version 6'],
    ['http://[fe80::1]/x', 'of a link'],
    ['http://224.0.0.1/x', 'of many'],
    [7, 'that is a number'],
    [null, 'that is null'],
  ])('%j is refused: one %s', async (url) => {
    const organization = await run.newOrganization();
    const body = { taskType: 'GEN', payload, webhook: { url } };
    const answer = await organization.send('POST', '/v1/async/task', body);
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, 'webhook.url']);
    const batch = await organization.send('POST', '/v1/async/task/batch', [body]);
    expect([batch.status, batch.body.results[0].error.code]).toEqual([200, 'VALIDATION_ERROR']);
  });

  test('accepts public URLs of up to 2,048 characters with port and query, and no webhook', async () => {
    const organization = await run.newOrganization();
    for (const url of [
      `https://hooks.example.com/${'x'.repeat(2_022)}`,
      'http://hooks.example.com:8080/x?y=z',
      undefined,
    ]) {
      expect((await create(organization, url)).status).toBe(201);
    }
    expect((await create(organization, undefined, { webhook: null })).status).toBe(201);
    expect((await create(organization, undefined, { webhook: {} })).status).toBe(400);
  });
});

describe('Events: content of deliveries', () => {
  test('posts the records of completed and failed tasks as JSON, without signature headers', async () => {
    const organization = await run.newOrganization();
    for (const [taskType, status] of [
      ['GEN', 'COMPLETED'],
      ['SOCIAL', 'FAILED'],
    ] as const) {
      const more = { taskType, priority: 3, idempotencyKey: `mine-${taskType}` };
      const { id, received } = await deliveries(organization, 1, 204, more);
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
        idempotencyKey: `mine-${taskType}`,
      });
      expect(record.credits).toEqual({ creditsToCharge: 4, creditsCharged: status === 'FAILED' ? 0 : 4 });
      expect((await organization.send('GET', `/v1/async/task/${id}`)).body).toEqual(record);
    }
  });

  test('signs the raw bytes and numbers attempts; rotating and disabling signing apply at once', async () => {
    const organization = await run.newOrganization();
    const context = asOperator(organization);
    const { secret } = await enableSigning(context);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { id, received } = await deliveries(organization, 5, 500);
    for (const [index, one] of received.entries()) {
      expect(one.headers['x-svc-webhook-id']).toBe(`${id}-${index + 1}`);
      expect(one.headers['x-svc-signature']).toBe(signatureOf(secret, one));
      expect(Math.abs(Number(one.headers['x-svc-timestamp']) - Date.now() / 1_000)).toBeLessThan(30);
      expect(one.body).toBe(received[0]?.body);
    }
    const { secret: next } = await rotateSigning(context);
    expect(next).not.toBe(secret);
    const [rotated] = (await deliveries(organization, 1)).received;
    expect(rotated?.headers['x-svc-signature']).toBe(rotated && signatureOf(next, rotated));
    await disableSigning(context);
    const [plain] = (await deliveries(organization, 1)).received;
    expect(plain?.headers).not.toHaveProperty('x-svc-signature');
    expect(plain?.headers).not.toHaveProperty('x-svc-timestamp');
    expect(plain?.headers).not.toHaveProperty('x-svc-webhook-id');
  });

  test('stops at a 2xx response and retries anything else, 5 attempts in total', async () => {
    const organization = await run.newOrganization();
    const taken = [200, 201, 202, 204, 299];
    const refused = [301, 400, 401, 404, 410, 429, 500, 503];
    const paths = await Promise.all([
      ...taken.map(async (status) => [(await deliveries(organization, 1, status)).path, 1] as const),
      ...refused.map(async (status) => [(await deliveries(organization, 5, status)).path, 5] as const),
    ]);
    // A sixth attempt, or a second one of what was acknowledged, would have come before the end of this one.
    await deliveries(organization, 5, 503);
    for (const [path, attempts] of paths) {
      const made = endpoint.received.filter((one) => one.path === path).length;
      expect([path, made]).toEqual([path, attempts]);
    }
  });
});
