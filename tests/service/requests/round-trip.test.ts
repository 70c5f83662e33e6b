import { afterAll, expect, test, vi } from 'vitest';
import { hmacSha256Hex } from '#lib/core/crypto';
import { enableSigning } from '#lib/service/webhooks/signing';
import { startService } from '#tests/support/service';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';

const endpoint = await startWebhookEndpoint();
const testService = await startService({ WEBHOOK_ALLOWED_HOSTS: endpoint.host });
afterAll(async () => {
  await testService.stop();
  await endpoint.stop();
});

const payload = { prompt: 'Which trail shoes last longest?', country: 'US' };

test('responds to a sync request with an answer and charges it', async () => {
  const tenant = await testService.createTenant();
  const response = await tenant.send('POST', '/v1/monitor/chat', payload);
  expect(response.body).toMatchObject({
    success: true,
    result: {
      text: expect.any(String),
      sources: expect.any(Array),
      meta: { provider: 'sandbox', access: 'sandbox' },
    },
  });
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-concurrent-limit': '10',
    'x-concurrent-current': '1',
    'x-concurrent-remaining': '9',
    'x-credits-charged': '5',
    'x-credits-remaining': '495',
    'x-ratelimit-limit': '500',
    'x-ratelimit-remaining': '499',
    'x-latency-ms': expect.stringMatching(/^\d+$/),
  });
});

test('creates, completes, charges and delivers a task with a signature', async () => {
  const worker = await testService.startWorker();
  const tenant = await testService.createTenant();
  const { secret } = await enableSigning({
    ...testService.service,
    organizationId: tenant.id,
    actor: { kind: 'operator' },
  });
  const created = await tenant.send('POST', '/v1/async/task', {
    taskType: 'CHAT',
    payload,
    webhook: { url: `${endpoint.url}/hook` },
    idempotencyKey: 'first',
  });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    success: true,
    task: {
      id: expect.any(String),
      taskType: 'CHAT',
      status: 'QUEUED',
      priority: 1,
      createdAt: expect.any(String),
      idempotencyKey: 'first',
    },
    credits: { creditsToCharge: 5, creditsCharged: null },
  });
  await vi.waitFor(() => expect(endpoint.received).toHaveLength(1), { timeout: 10_000 });
  const [delivery] = endpoint.received;
  const record = await tenant.send('GET', `/v1/async/task/${created.body.task.id}`);
  expect(record.body.task.status).toBe('COMPLETED');
  expect(record.body.credits).toEqual({ creditsToCharge: 5, creditsCharged: 5 });
  expect(JSON.parse(delivery?.body ?? '')).toEqual(record.body);
  const timestamp = delivery?.headers['x-svc-timestamp'];
  expect(delivery?.headers['x-svc-signature']).toBe(
    `v1=${hmacSha256Hex(secret, `${timestamp}.${delivery?.body}`)}`,
  );
  expect(delivery?.headers['x-svc-webhook-id']).toBe(`${created.body.task.id}-1`);
  const status = await tenant.send('GET', '/v1/async/status');
  expect(status.body).toEqual({
    queuedTasks: 0,
    processingTasks: 0,
    priorityBreakdown: [],
    concurrency: { used: 0, max: 10 },
  });
  await worker.stop();
});
