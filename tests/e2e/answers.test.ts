import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { startRun } from '#lib/dashboard/runs/run-store';
import { startTestApp, type Tenant, type TestApp } from '#tests/security/test-app';
import { launchBrowser } from '#tests/support/browser';
import { buildDelivery, listRunItems, receiveDelivery } from '#tests/support/dashboard';

let app: TestApp;
let tenant: Tenant;
let browser: Browser;
let page: Page;
let projectUrl: string;

const text = 'Fjordwing leads, and Paddlemoor follows. Fjordwing is light. A table and a picture follow.';
const hostileMarkdown = [
  '# **Fjordwing** leads, and Paddlemoor follows.[1]',
  'Fjordwing is light ([a source](https://boats.example/kayaks)).',
  '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">',
  '[press](javascript:window.hacked=3) [data](data:text/html,<script>window.hacked=4</script>)',
  '![a picture](https://pictures.test/kayak.png)',
  '<iframe src="https://frames.test/"></iframe>',
  '| boat | price |\n| --- | --- |\n| Fjordwing | 9 |',
].join('\n\n');

/** Runs all prompts once and stores the same answer for each. */
async function storeAnswers(text: string, markdown: string, createdAt: Date) {
  const { owner, project } = tenant;
  const run = await startRun(owner, {
    projectId: project.id,
    kind: 'manual',
    engines: ['gen'],
    countries: ['US'],
    samples: 1,
  });
  for (const item of await listRunItems(owner, run?.runId ?? '')) {
    const sources = ['https://boats.example/kayaks', 'https://news.example/'];
    const record = buildDelivery(item, { text, sources, cited: sources.slice(0, 1) }, { createdAt });
    const response = { ...record.response, markdown };
    await receiveDelivery(owner, { ...record, response });
  }
  await ingestAnswers(owner);
}

beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.createTenant();
  const hourMs = 3_600_000;
  const now = Date.now();
  await storeAnswers(
    'Paddlemoor leads. A table and a picture follow.',
    'Paddlemoor leads.',
    new Date(now - 2 * hourMs),
  );
  await storeAnswers(text, hostileMarkdown, new Date(now - hourMs));
  browser = await launchBrowser();
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const [name = '', value = ''] = tenant.cookies.viewer.split('=');
  await context.addCookies([{ name, value, url: app.instance.url }]);
  page = await context.newPage();
  projectUrl = `${app.instance.url}/projects/${tenant.project.id}`;
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

it('lists the answers that match a filter and removes the filter', async () => {
  await page.goto(`${projectUrl}/answers?mentioned=${tenant.project.own.id}`);
  await page.getByText('4 answers mentioning Fjordwing, out of 8 in this period.').waitFor();
  expect(await page.locator('[data-row]').count()).toBe(4);
  await page.getByRole('link', { name: 'Remove filter mentioning Fjordwing' }).click();
  await page.getByText('8 answers from 8 requests to engines.').waitFor();
  await page.getByRole('searchbox', { name: 'Search answers' }).pressSequentially('is LIGHT');
  await page.getByText('4 answers containing “is LIGHT”, out of 8 in this period.').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
  await page.getByRole('link', { name: /^Failed/ }).click();
  await page.getByText('No matching answers').waitFor();
});

it('opens an answer by keyboard and sanitizes its content', async () => {
  await page.goto(`${projectUrl}/answers?mentioned=${tenant.project.own.id}`);
  await page.locator('[data-row]').first().waitFor();
  await expect
    .poll(async () => {
      await page.keyboard.press('j');
      return page.evaluate(() => document.activeElement?.hasAttribute('data-row') ?? false);
    })
    .toBe(true);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: 'Answer' }).waitFor();
  await expect.poll(() => page.url()).toContain('answer=');
  const panel = drawer.getByRole('tabpanel');
  expect(await panel.locator('script, img, iframe').count()).toBe(0);
  expect(await panel.locator('[href^="javascript:"], [href^="data:"], [onerror]').count()).toBe(0);
  for (const name of ['press', 'data']) expect(await panel.getByRole('link', { name }).count()).toBe(0);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await panel.getByRole('link', { name: 'Image: a picture' }).getAttribute('rel')).toContain(
    'noreferrer',
  );
  expect(await panel.locator('mark').allTextContents()).toEqual([
    'Fjordwing',
    'Paddlemoor',
    'Fjordwing',
    'Fjordwing',
  ]);
  expect(await panel.getByRole('list', { name: 'Brands mentioned' }).textContent()).toMatch(
    /1\s*Fjordwing\s*2\s*Paddlemoor/,
  );
});

it('links citations to sources, and shows the comparison and the raw result', async () => {
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Source 1' }).first().click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-position')))
    .toBe('1');
  expect(await drawer.getByRole('tabpanel').textContent()).toMatch(/1 of 2 cited in the text/);
  await drawer.getByRole('tab', { name: 'Compare' }).click();
  await drawer.getByText('+ Fjordwing added').waitFor();
  await drawer.getByText('Changed', { exact: true }).waitFor();
  expect(await drawer.locator('del').count()).toBeGreaterThan(0);
  expect(await drawer.locator('ins').first().textContent()).toContain('Fjordwing');
  await drawer.getByRole('tab', { name: 'JSON' }).click();
  await drawer.getByText('"citationPills"').waitFor();
  await drawer.getByRole('tab', { name: 'Page' }).click();
  await drawer.getByText('No page was stored for this answer.').waitFor();
});

it('navigates between answers and opens the same answer from a copied URL', async () => {
  const first = new URL(page.url()).searchParams.get('answer');
  await page.getByRole('button', { name: 'Next answer' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('answer')).not.toBe(first);
  await page.keyboard.press('k');
  await expect.poll(() => new URL(page.url()).searchParams.get('answer')).toBe(first);
  await page.reload();
  await page.getByRole('dialog').getByRole('tab', { name: 'Compare' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.url()).not.toContain('answer=');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe(first);
});

it('opens a linked answer outside the selected period', async () => {
  const row = page.locator('[data-row]').first();
  const prompt = (await row.textContent()) ?? '';
  await row.click();
  await expect.poll(() => new URL(page.url()).searchParams.get('answer')).not.toBeNull();
  const url = new URL(page.url());
  url.searchParams.set('from', '2020-01-01');
  url.searchParams.set('to', '2020-01-07');
  await page.goto(url.href);
  await page.getByRole('dialog', { name: prompt }).getByRole('tab', { name: 'Compare' }).waitFor();
});
