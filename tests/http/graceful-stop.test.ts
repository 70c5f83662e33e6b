import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '#tests/support/database';
import { createTenant, startInstance } from '#tests/support/instance';
import { startUnresponsiveProvider } from '#tests/support/unresponsive-provider';
import { waitFor } from '#tests/support/wait';

const provider = await startUnresponsiveProvider();
const database = await createDatabase();
const instance = await startInstance({
  databaseUrl: database.url,
  worker: false,
  env: {
    OPENAI_API_KEY: 'test',
    OPENAI_BASE_URL: provider.url,
    SHUTDOWN_DELAY_SECONDS: '1.5',
    SHUTDOWN_GRACE_SECONDS: '0.5',
    LOG_LEVEL: 'silent',
  },
});
afterAll(async () => {
  await instance.stop();
  await database.drop();
  provider.stop();
});

test('at SIGTERM, the web process reports that it is stopping, then ends requests that take too long without charging them', async () => {
  const tenant = await createTenant(instance);
  const getStatus = async (path: string) => (await fetch(instance.url + path)).status;
  const before = await tenant.send('GET', '/v1/credits');
  expect([before.headers.get('connection'), await getStatus('/healthz')]).toEqual(['keep-alive', 200]);
  const slowRequest = tenant.send('POST', '/v1/monitor/chat', {
    prompt: 'Which kayak folds?',
    country: 'US',
  });
  await waitFor('the provider has the request', () => provider.received.length === 1);
  instance.web.signal('SIGTERM');
  await waitFor('the process reports that it is stopping', async () => (await getStatus('/healthz')) === 503);
  expect(await getStatus('/readyz')).toBe(503);
  const meanwhile = await tenant.send('GET', '/v1/credits');
  expect([meanwhile.status, meanwhile.body.held]).toEqual([200, 5]);
  expect(meanwhile.headers.get('connection')).toBe('close');
  const { status, body, headers } = await slowRequest;
  expect([status, body.error.code, headers.get('connection')]).toEqual([503, 'SERVICE_UNAVAILABLE', 'close']);
  expect(await instance.web.waitForExit()).toBe(0);
  instance.web.start();
  await instance.waitUntilReady();
  expect((await tenant.send('GET', '/v1/credits')).body).toMatchObject({ remaining: 500, held: 0 });
});
