import { afterAll, expect, test } from 'vitest';
import { findDelivery } from '#tests/support/deliveries';
import { startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

const testService = await startService({
  APP_URL: 'https://app.example.com',
  WEBHOOK_RETRY_SECONDS: '0.01,0.01,0.01,0.01',
});
afterAll(() => testService.stop());
const organization = await testService.createTenant();

const createTask = (url: string) =>
  organization.send('POST', '/v1/async/task', {
    taskType: 'CHAT',
    payload: { prompt: 'Which kayak folds?', country: 'US' },
    webhook: { url },
  });

test.each([
  'https://app.example.com/v1/async/queue',
  'http://app.example.com/',
  'https://app.example.com:8443/webhooks/answers/x',
])('rejects a task with a webhook to the instance’s own host: %s', async (url) => {
  const { status, body } = await createTask(url);
  const message = 'The host of the URL must not be the instance itself';
  expect([status, body.details]).toEqual([400, [{ field: 'webhook.url', message }]]);
});

test('accepts the dashboard’s own webhook endpoint', async () => {
  const { status } = await createTask(`https://app.example.com/webhooks/answers/${'a'.repeat(43)}`);
  expect(status).toBe(201);
  await organization.send('DELETE', '/v1/async/queue');
});

test('a delivery to the instance’s own host that was created before is not sent', async () => {
  const { body } = await createTask('https://hooks.example.org/x');
  await testService.db.$client.query(
    `UPDATE tasks SET webhook_url = 'https://app.example.com/v1/async/queue' WHERE id = $1`,
    [body.task.id],
  );
  await testService.startWorker();
  const delivery = await waitFor('the delivery has failed', async () => {
    const context = {
      ...testService.service,
      organizationId: organization.id,
      actor: { kind: 'operator' } as const,
    };
    const found = await findDelivery(context, body.task.id);
    return found.status === 'failed' ? found : undefined;
  });
  expect(delivery.attempts[0]).toMatchObject({
    requestHeaders: null,
    error: 'app.example.com is not a public host, or it is the instance itself.',
  });
});
