import { createServer } from 'node:http';
import { afterAll, expect, test, vi } from 'vitest';
import { getServerUrl } from '#tests/support/service';

let megabytes = 16;
const server = createServer((_, response) => response.end(Buffer.alloc(megabytes * 1024 * 1024, ' ')));
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
process.env.API_BASE_URL = getServerUrl(server);

// This process reads its settings once, so the modules that read them are loaded after they are set.
vi.resetModules();
const { saveApiCredentials } = await import('#lib/dashboard/api-credentials/api-credentials');
const { sendPlaygroundRequest } = await import('#lib/dashboard/playground/send-playground-request');
const { startDashboard } = await import('#tests/support/dashboard');

const dashboard = await startDashboard();
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await dashboard.stop();
});

test('says that a response of more than 16 MB cannot be shown', async () => {
  const context = await dashboard.createContext();
  await saveApiCredentials(context, { apiKey: 'any', signingSecret: null });
  const send = () => sendPlaygroundRequest(context, { endpoint: 'listCountries', input: {} });
  expect(await send()).toMatchObject({ status: 200, text: expect.stringMatching(/^ +$/) });
  megabytes = 17;
  await expect(send()).rejects.toMatchObject({
    code: 'EXTERNAL_SERVICE_ERROR',
    message: expect.stringContaining('larger than 16 MB'),
  });
});
