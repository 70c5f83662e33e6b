import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SnippetLanguage, snippetLanguages } from '#components/sections/request-snippets';
import { findReferenceEntry, listReferenceGroups } from '#lib/contract/openapi/reference';
import { webhookSamples } from '#lib/contract/openapi/webhook';
import { routes } from '#lib/contract/routes';
import { errorTable } from '#lib/core/errors';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { startTestApp, type TestApp } from '#tests/security/test-app';
import { launchBrowser } from '#tests/support/browser';
import { document, findResponseProblems } from '#tests/support/openapi';
import { inheritedEnv, node } from '#tests/support/process';

let app: TestApp;
let browser: Browser;
let page: Page;
const folder = mkdtempSync(join(tmpdir(), 'answerscope-samples-'));

beforeAll(async () => {
  app = await startTestApp();
  browser = await launchBrowser();
  page = await browser.newPage();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ids = listReferenceGroups().flatMap(({ entries }) => entries.map(({ id }) => id));
const maxScriptBytes = 1_000_000;

test('the reference is served without a session, leads back, and loads less than 1 MB of script', async () => {
  await page.goto(`${app.instance.url}/reference`);
  for (const code of Object.keys(errorTable)) {
    expect(await page.getByRole('cell', { name: code, exact: true }).count()).toBe(1);
  }
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType === 'script')
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).decodedBodySize, 0),
  );
  console.info(`The reference loads ${bytes} bytes of script.`);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(maxScriptBytes);
  await page.getByRole('link', { name: 'Answerscope' }).click();
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
});

test('every endpoint has a page, which the navigation lists', async () => {
  expect(ids.length).toBe(Object.keys(routes).length);
  const introduction = await (await app.get('/reference')).text();
  for (const id of ids) {
    expect(introduction).toContain(`href="/reference/${id}"`);
    const response = await app.get(`/reference/${id}`);
    expect([id, response.status]).toEqual([id, 200]);
    expect(await response.text()).toContain(findReferenceEntry(id)?.path);
  }
  expect((await app.get('/reference/nothing')).status).toBe(404);
});

const programs: Record<SnippetLanguage, { command: string; file: string }> = {
  curl: { command: 'sh', file: 'sample.sh' },
  TypeScript: { command: node, file: 'sample.mts' },
  Python: { command: 'python3', file: 'sample.py' },
};
const requiredPrograms = { curl: 'curl', TypeScript: node, Python: 'python3' };
const isInstalled = (language: SnippetLanguage) =>
  spawnSync(requiredPrograms[language], ['--version']).status === 0;

const sampledIds = [
  'monitorChat',
  'monitorSearchai',
  'createTask',
  'createTasks',
  'listStates',
  'getCredits',
];

test.each(sampledIds)('the code samples of %s run and get a documented response', async (id) => {
  const entry = findReferenceEntry(id);
  if (!entry) throw new Error(`There is no endpoint ${id}.`);
  await page.goto(`${app.instance.url}/reference/${id}`);
  for (const language of snippetLanguages.filter(isInstalled)) {
    await page.getByRole('tab', { name: language }).click();
    const sample = await page.getByRole('tabpanel').locator('pre').textContent();
    // A new organization for each language, because an idempotency key works once.
    const { owner } = await app.createTenant();
    const { secret } = await createApiKey(owner, { name: 'Samples' });
    const { command, file } = programs[language];
    const path = join(folder, file);
    writeFileSync(path, sample ?? '');
    const { stdout } = await promisify(execFile)(command, [path], {
      env: { ...inheritedEnv, ANSWERSCOPE_API_KEY: secret },
    });
    expect(findResponseProblems(entry.name, entry.responseStatus, JSON.parse(stdout))).toEqual([]);
  }
});

test.each(['typescript', 'python'] as const)(
  'the OpenAPI document contains the sample webhook endpoint in %s',
  (language) => {
    expect(document.tags).toContainEqual(
      expect.objectContaining({ description: expect.stringContaining(webhookSamples[language]) }),
    );
  },
);
