import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/db/database';
import { findFreePort } from '#scripts/system/free-port';
import { createDatabase } from '#tests/support/database';
import { type Instance, startInstance } from '#tests/support/instance';

const database = await createDatabase();
const db = openDatabase(database.url, { max: 2 });
const metricsPort = await findFreePort();
let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({
    databaseUrl: database.url,
    pages: true,
    env: { TRUSTED_PROXIES: '1', WORKER_METRICS_PORT: String(metricsPort) },
  });
}, 300_000);
afterAll(async () => {
  await instance?.stop();
  await db.$client.end();
  await database.drop();
});

const report = {
  message: 'TypeError: cleanup is not a function',
  stack: 'TypeError: cleanup is not a function\n    at https://app.example/_next/a.js?token=hidden:1:2',
  page: '/projects/5b1c7cf2-0c1d-4a8e-9d5e-1f1f5a8a2b11/overview?words=hidden',
  version: '0.1.0+3f9a2c41',
};

/** Sends a report as a browser at an IP address does. */
async function send(body: string, ipAddress: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${instance.url}/browser-errors`, {
    method: 'POST',
    body,
    headers: {
      'x-forwarded-for': ipAddress,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/153.0',
      ...headers,
    },
  });
  await response.arrayBuffer();
  return response.status;
}

const readMetrics = async () => (await fetch(`${instance.url}/metrics`)).text();

test('logs an error without query values, counts it, and shows it to the operator', async () => {
  expect(await send(JSON.stringify(report), '198.51.100.1')).toBe(204);
  expect(await send(JSON.stringify(report), '198.51.100.2')).toBe(204);
  const output = instance.web.output();
  expect(output).toContain('"msg":"browser error"');
  expect(output).toContain(
    '"page":"/projects/:id/overview","version":"0.1.0+3f9a2c41","browser":"Firefox on Linux"',
  );
  expect(output).toContain('https://app.example/_next/a.js:1:2');
  expect(output).not.toContain('hidden');
  expect(await readMetrics()).toContain('answerscope_browser_errors_total{outcome="logged"} 2');
  const status = await (await fetch(`http://127.0.0.1:${metricsPort}/status`)).text();
  expect(status).toContain('<li>Browsers reported errors in pages within the last day.');
  expect(status).toMatch(
    /<td>TypeError: cleanup is not a function<\/td><td>\/projects\/:id\/overview<\/td><td>0\.1\.0\+3f9a2c41<\/td><td>Firefox on Linux<\/td>.*<td class="number">2<\/td>/,
  );
});

test.each([
  ['text that is not JSON', '{', 400],
  ['a report without a message', JSON.stringify({ ...report, message: undefined }), 400],
  ['a message of more than 1,000 characters', JSON.stringify({ ...report, message: 'x'.repeat(1_001) }), 400],
  ['deep nesting', `${'['.repeat(8_000)}${']'.repeat(8_000)}`, 400],
  ['more than 16 KB', JSON.stringify({ ...report, more: 'x'.repeat(17_000) }), 413],
])('rejects %s', async (_name, body, status) => {
  expect(await send(body, '198.51.100.3')).toBe(status);
});

test('rejects reports from other sites, and answers only to POST', async () => {
  expect(await send(JSON.stringify(report), '198.51.100.4', { 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect((await fetch(`${instance.url}/browser-errors`)).status).toBe(404);
});

test('stores null characters and other control characters as text', async () => {
  expect(await send(JSON.stringify({ ...report, message: 'nul \u0000 and \ud800' }), '198.51.100.5')).toBe(
    204,
  );
});

test('accepts at most 20 reports per minute from one network, and 200 different errors in the database', async () => {
  const statuses = [];
  for (let sent = 0; sent < 22; sent += 1) {
    statuses.push(await send(JSON.stringify({ ...report, message: `E${sent}` }), '203.0.113.1'));
  }
  expect(statuses.filter((status) => status === 204).length).toBe(20);
  expect(statuses.slice(20)).toEqual([429, 429]);
  for (let sent = 0; sent < 240; sent += 1) {
    await send(JSON.stringify({ ...report, message: `F${sent}` }), `203.0.113.${10 + Math.floor(sent / 20)}`);
  }
  const { rows } = await db.$client.query('SELECT count(*)::int FROM browser_errors');
  expect(rows[0].count).toBe(200);
  expect(await readMetrics()).toMatch(/answerscope_browser_errors_total\{outcome="limited"\} [1-9]/);
});
