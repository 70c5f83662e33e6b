import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/security/test-app';
import { countFileDescriptors, formatUpgrade, openRawSocket } from '#tests/support/raw-socket';
import { waitFor } from '#tests/support/wait';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.get('/sign-in');
}, 300_000);
afterAll(() => app?.stop());

const paths = [
  '/nothing',
  '/',
  '/sign-in',
  '/_next/hmr',
  '/_next/nothing',
  '/v1/countries',
  '/mcp',
  '/healthz',
];
const socketsPerPath = 40;

test.each(paths)(
  'WebSockets to %s are answered and closed, even if their clients keep them open',
  async (path) => {
    const idle = countFileDescriptors(app.instance.web.pid);
    const sockets = await Promise.all(
      Array.from({ length: socketsPerPath }, () => openRawSocket(app.instance.url, formatUpgrade(path))),
    );
    await waitFor('all are closed', () => sockets.every(({ isEnded }) => isEnded()), { seconds: 10 });
    for (const { received } of sockets) {
      expect(received()).toMatch(/^HTTP\/1\.1 [24]\d\d [\s\S]*\r\nConnection: close\r\n/i);
    }
    await waitFor(
      'the file descriptors are closed',
      () => countFileDescriptors(app.instance.web.pid) <= idle,
      { seconds: 10 },
    );
    for (const { socket } of sockets) socket.destroy();
  },
);
