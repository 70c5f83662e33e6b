import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { startRun } from '#lib/dashboard/runs/run-store';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { startTestApp, type Tenant, type TestApp } from '#tests/security/test-app';
import { launchBrowser } from '#tests/support/browser';
import { buildDelivery, listRunItems, receiveDelivery } from '#tests/support/dashboard';

let app: TestApp;
let tenant: Tenant;
let browser: Browser;
let promptUrl: string;

async function storeAnswers() {
  const { owner, project } = tenant;
  const options = { projectId: project.id, kind: 'manual' as const, countries: ['US'] };
  const run = await startRun(owner, { ...options, engines: ['gen', 'chat'], samples: 3 });
  for (const [index, item] of (await listRunItems(owner, run?.runId ?? '')).entries()) {
    const text = index % 2 === 0 ? 'Fjordwing leads.' : 'Paddlemoor leads.';
    await receiveDelivery(owner, buildDelivery(item, { text, sources: [], cited: [] }));
  }
  await ingestAnswers(owner);
}

async function openPage(role: 'editor' | 'viewer', width = 1440): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  const [name = '', value = ''] = tenant.cookies[role].split('=');
  await context.addCookies([{ name, value, url: app.instance.url }]);
  return context.newPage();
}

/** Stores a screenshot if the environment names a folder for them. */
async function capture(page: Page, name: string) {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  tenant = await app.createTenant();
  const { secret } = await createApiKey(tenant.owner, { name: 'Dashboard' });
  await saveApiCredentials(tenant.owner, { apiKey: secret, signingSecret: null });
  await storeAnswers();
  const [prompt] = await listPrompts(tenant.owner, { projectId: tenant.project.id });
  promptUrl = `${app.instance.url}/projects/${tenant.project.id}/prompts/${prompt?.id}`;
  browser = await launchBrowser();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

it('says what people see who ask a prompt, asks it live and opens a stored answer', async () => {
  const page = await openPage('editor');
  await page.goto(promptUrl);
  const section = page.getByRole('region', { name: 'Spot check' });
  await section.getByText(/^Ask it yourself three times: at \d+%, about \d+ of 100 people/).waitFor();
  expect(await section.getByText(/^\d of 3$/).count()).toBe(4);
  await section.scrollIntoViewIfNeeded();
  await capture(page, 'prompt-wide');

  await section.getByLabel('Number of tries').click();
  await page.getByRole('option', { name: '2 tries' }).click();
  await section.getByText(/^Ask it yourself twice/).waitFor();
  await section.getByText(/^Costs \d+ credits\. The answers aren’t stored/).waitFor();
  await section.getByRole('button', { name: 'Ask twice now' }).click();
  await section.getByText(/^\d of 2 answers mentions? Fjordwing: .* of 100 people sees? this/).waitFor();
  await capture(page, 'asked-wide');

  await section.getByRole('link').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: 'Spot check' }).click();
  await drawer.getByText(/^Ask it yourself three times/).waitFor();
  await drawer.getByText('3 stored answers').waitFor();
  await capture(page, 'answer-wide');
});

it('lets viewers read but not ask, also on a phone', async () => {
  const page = await openPage('viewer', 390);
  await page.goto(promptUrl);
  const section = page.getByRole('region', { name: 'Spot check' });
  await section.getByText(/^Ask it yourself three times/).waitFor();
  await section.getByRole('button', { name: 'Ask 3 times now' }).waitFor();
  expect(await section.getByRole('button', { name: 'Ask 3 times now' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await section.scrollIntoViewIfNeeded();
  await capture(page, 'prompt-narrow');
  const { scrollWidth } = await page.evaluate(() => ({ scrollWidth: document.documentElement.scrollWidth }));
  expect(scrollWidth).toBeLessThanOrEqual(390);
});
