import { afterAll, expect, test } from 'vitest';
import { createOperatorContext } from '#lib/db/context';
import { createApiKey, revokeApiKey, rotateApiKey } from '#lib/service/api-keys/api-keys';
import { findFreePort } from '#scripts/system/free-port';
import { startProcess, waitUntilOk } from '#tests/support/process';
import { startService } from '#tests/support/service';

const testService = await startService();
const ports = [await findFreePort(), await findFreePort()];
const urls = ports.map((port) => `http://127.0.0.1:${port}`);
const processes = ports.map((port) =>
  startProcess(['lib/web/main.ts', '--service-only'], {
    DATABASE_URL: testService.databaseUrl,
    PORT: String(port),
    LOG_LEVEL: 'error',
    ENCRYPTION_KEY: 'ab'.repeat(32),
    NEXTAUTH_SECRET: 'only-for-tests-'.repeat(3),
  }),
);
await Promise.all(urls.map((url) => waitUntilOk(`${url}/healthz`, processes)));
afterAll(async () => {
  await Promise.all(processes.map((web) => web.end()));
  await testService.stop();
});

const { id: organizationId } = await testService.createTenant();
const context = createOperatorContext(testService.service, organizationId);

/** Sends a request with the key to every process. @returns the statuses */
const getStatuses = (secret: string) =>
  Promise.all(
    urls.map(async (url) => {
      const headers = { authorization: `Bearer ${secret}` };
      const response = await fetch(`${url}/v1/credits`, { headers });
      await response.arrayBuffer();
      return response.status;
    }),
  );

test('every web process rejects a key from the moment it is revoked', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, secret } = await createApiKey(context, { name: `key ${round}` });
    expect(await getStatuses(secret)).toEqual([200, 200]);
    await revokeApiKey(context, { id });
    expect(await getStatuses(secret)).toEqual([401, 401]);
  }
});

test('every web process rejects a key from the moment it is rotated without an overlap', async () => {
  const { id, secret } = await createApiKey(context, { name: 'rotated' });
  expect(await getStatuses(secret)).toEqual([200, 200]);
  const { secret: next } = await rotateApiKey(context, { id, overlapDays: 0 });
  expect(await getStatuses(secret)).toEqual([401, 401]);
  expect(await getStatuses(next)).toEqual([200, 200]);
});
