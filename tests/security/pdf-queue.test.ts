import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser } from '#tests/support/browser';
import { shareOverview } from '#tests/support/reports';
import { waitFor } from '#tests/support/wait';
import { startTestApp, type TestApp } from './test-app';

let app: TestApp;
let pdfUrl: string;
beforeAll(async () => {
  const { executablePath, env } = await findBrowser();
  const { LD_LIBRARY_PATH = '', FONTCONFIG_PATH = '' } = env;
  app = await startTestApp({
    env: { CHROMIUM_PATH: executablePath, LD_LIBRARY_PATH, FONTCONFIG_PATH, TRUSTED_PROXIES: '1' },
  });
  const { owner, project } = await app.createTenant();
  const { token } = await shareOverview(owner, { projectId: project.id, allowsDownloads: true });
  pdfUrl = `${app.instance.url}/share/${token}/pdf`;
}, 300_000);
afterAll(() => app?.stop());

/** Requests the PDF of the shared report from an IP address. */
const request = (ipAddress: string, signal?: AbortSignal) =>
  fetch(pdfUrl, { headers: { 'x-forwarded-for': ipAddress }, ...(signal && { signal }) });

/** Requests the PDF again and again, so that a place of the link is taken until the client disconnects. */
async function requestAgain(ipAddress: string, signal: AbortSignal): Promise<never> {
  for (;;) {
    const response = await request(ipAddress, signal);
    await response.arrayBuffer();
    await setTimeout(50, undefined, { signal });
  }
}

test('a PDF leaves the queue when its client disconnects, and others learn when to try again', {
  timeout: 300_000,
}, async () => {
  const whole = await request('192.0.2.9');
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  await whole.arrayBuffer();
  const startedAt = performance.now();
  await (await request('192.0.2.9')).arrayBuffer();
  const printSeconds = (performance.now() - startedAt) / 1000;
  const clients = new AbortController();
  const disconnected = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) =>
    requestAgain(address, clients.signal).catch((error: Error) => error.name),
  );
  const refused = await waitFor('the places of the link are taken', async () => {
    const response = await request('192.0.2.4', AbortSignal.timeout(2_000));
    return response.status === 429 ? response : undefined;
  });
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refused.text()).toMatch(/^A PDF .* Try again in about \d+ seconds\.\n$/);
  clients.abort();
  expect(await Promise.all(disconnected)).toEqual(['AbortError', 'AbortError', 'AbortError']);
  // Printing three reports takes three times as long as one.
  const accepted = await waitFor(
    'the places are free',
    async () => {
      const response = await request('192.0.2.1');
      return response.status === 429 ? undefined : response;
    },
    { seconds: Math.max(1, printSeconds) },
  );
  expect([accepted.status, accepted.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});
