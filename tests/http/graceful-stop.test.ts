import { createServer, type ServerResponse } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '#tests/support/database';
import { createTenant, startInstance } from '#tests/support/instance';
import { getServerUrl } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

/** Requests that the provider received and never responds to. */
const received: ServerResponse[] = [];
const provider = createServer((_, response) => received.push(response));
await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
const database = await createDatabase();
const instance = await startInstance({
  databaseUrl: database.url,
  worker: false,
  env: {
    ...{ OPENAI_API_KEY: 'test', OPENAI_BASE_URL: getServerUrl(provider) },
    ...{ SHUTDOWN_DELAY_SECONDS: '1.5', SHUTDOWN_GRACE_SECONDS: '0.5', LOG_LEVEL: 'silent' },
  },
});
afterAll(async () => {
  await instance.stop();
  await database.drop();
  provider.closeAllConnections();
  provider.close();
});

test('on SIGTERM first reports that it stops, then ends what takes too long without charging it', async () => {
  const tenant = await createTenant(instance);
  const getStatus = async (path: string) => (await fetch(instance.url + path)).status;
  const before = await tenant.send('GET', '/v1/credits');
  expect([before.headers.get('connection'), await getStatus('/healthz')]).toEqual(['keep-alive', 200]);
  const slow = tenant.send('POST', '/v1/monitor/chat', { prompt: 'Which kayak folds?', country: 'US' });
  await waitFor('the provider has the request', () => received.length === 1);
  instance.web.signal('SIGTERM');
  await waitFor('the process reports that it stops', async () => (await getStatus('/healthz')) === 503);
  expect(await getStatus('/readyz')).toBe(503);
  const meanwhile = await tenant.send('GET', '/v1/credits');
  expect([meanwhile.status, meanwhile.body.held]).toEqual([200, 5]);
  expect(meanwhile.headers.get('connection')).toBe('close');
  const { status, body, headers } = await slow;
  expect([status, body.error.code, headers.get('connection')]).toEqual([503, 'SERVICE_UNAVAILABLE', 'close']);
  expect(await instance.web.ended()).toBe(0);
  instance.web.start();
  await instance.waitUntilReady();
  expect((await tenant.send('GET', '/v1/credits')).body).toMatchObject({ remaining: 500, held: 0 });
});
