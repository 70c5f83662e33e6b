import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { engineName } from '#tests/support/engine-name';
import { fixturesFolder } from '#tests/support/recordings';
import { type EmptyInstance, openEmptyInstance, signUp } from './open-empty-instance';
import {
  findAccessibilityIssues,
  getLayoutShift,
  getShiftedElements,
  observeLayoutShift,
} from './page-checks';

const brandsCsv = `name,aliases,domains,role,must_not_appear_near
Tarnhoof,,tarnhoof.example,own,
Grumblefell,,grumblefell.example,competitor,
Kumonoashi,,kumonoashi.example,competitor,`;
const promptsCsv = `prompt;topic;tags;language
Which trail shoes last longest?;Discovery;evergreen;en
Gute Schuhe für nassen Fels;Discovery;;de
"Tarnhoof or Grumblefell; which one?";Comparison;;en`;
const invalidPromptsCsv = `prompt,topic
,Discovery
"Which trail shoes are light?",Discovery,too,many`;

let mockProviders: MockProviderServer;
let app: EmptyInstance;
let page: Page;

beforeAll(async () => {
  mockProviders = await startMockProviders({
    folder: fixturesFolder,
    getBehavior: ({ headers }) =>
      headers.authorization === 'Bearer sk-mistyped'
        ? { kind: 'recording', file: 'error-401-bad-key.json' }
        : undefined,
  });
  app = await openEmptyInstance(
    { viewport: { width: 1440, height: 900 }, timezoneId: 'Asia/Tokyo' },
    { OPENAI_BASE_URL: mockProviders.url },
  );
  page = app.page;
  await observeLayoutShift(page);
}, 600_000);

afterAll(async () => {
  await app?.close();
  await mockProviders?.close();
});

function createCsvFile(name: string, text: string, encoding: BufferEncoding = 'utf8') {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text, encoding) };
}

/** Saves a screenshot of a step in the folder SCREENSHOTS, if it is set. */
async function saveScreenshot(target: Page, name: string) {
  const folder = process.env.SCREENSHOTS;
  if (folder) await target.screenshot({ path: `${folder}/first-run-${name}.png`, fullPage: true });
}

/** Signs up and opens the first step of the wizard. */
async function openWizard(target: Page, organization: string, email: string) {
  await signUp(target, app.url, { organization, email });
  await target.getByRole('heading', { level: 1, name: 'Brand' }).waitFor();
  await target.waitForLoadState('networkidle');
}

it('guides a new user from sign-up to the metrics of a first run', async () => {
  await openWizard(page, 'Fell Runners', 'ada@fell.example');
  // The domain does not resolve, so the site cannot be read. The form works without it.
  await page.getByRole('textbox', { name: 'Website' }).fill('https://www.tarnhoof.example/shoes');
  await page.getByRole('button', { name: 'Get brand details' }).click();
  await page.getByText('tarnhoof.example could not be read.', { exact: false }).waitFor();
  expect(await page.getByLabel('Domains').inputValue()).toBe('tarnhoof.example');
  await page.getByLabel('Import brands from CSV').setInputFiles(createCsvFile('brands.csv', brandsCsv));
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Tarnhoof');
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.getByRole('button', { name: 'Next: competitors' }).click();

  await page.getByRole('heading', { level: 1, name: 'Competitors' }).waitFor();
  expect(await page.getByLabel('Website of Grumblefell').inputValue()).toBe('grumblefell.example');
  // Text that was typed but not added is kept.
  await page
    .getByRole('textbox', { name: 'Names or websites' })
    .fill('Mudlarkin mudlarkin.example; Grumblefell');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Next: competitors' }).click();
  expect(await page.getByRole('button', { name: 'Remove Grumblefell' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Remove Mudlarkin' }).press('Enter');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Remove Kumonoashi',
  );
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.getByRole('button', { name: 'Next: prompts' }).click();

  await page.getByRole('heading', { level: 1, name: 'Prompts' }).waitFor();
  await page.getByLabel('Product category').fill('trail running shoes');
  await page.getByRole('button', { name: 'Draft prompts' }).click();
  await page.getByText('14 of 14 prompts selected').waitFor();
  await page.getByRole('checkbox', { name: 'What are the best trail running shoes?' }).click();
  await page.getByText('13 of 14 prompts selected').waitFor();
  await page
    .getByLabel('Your own prompts, one per line')
    .fill('1. Which trail shoes are light?\n\n2. Which trail shoes are light?');
  await page.getByRole('button', { name: 'Add prompts' }).click();
  await page.getByText('14 of 15 prompts selected').waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  // The browser's Back returns to the previous step, and a reload keeps the input.
  await page.goBack();
  await page.getByRole('button', { name: 'Remove Kumonoashi' }).waitFor();
  await page.goForward();
  await page.reload();
  await page.getByText('14 of 15 prompts selected').waitFor();
  await page.getByRole('button', { name: 'Next: engines' }).click();

  await page.getByRole('heading', { level: 1, name: 'Engines and schedule' }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Time zone' }).textContent()).toBe('Asia/Tokyo');
  // Each step starts at the top of the page.
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByText('None of the selected engines has a real provider yet').waitFor();
  // 14 prompts × 1 country × (5 + 2 + 4 + 4) credits; the 2 are for ChatGPT's search queries and products.
  await page.getByText('210', { exact: true }).first().waitFor();
  await page.getByRole('checkbox', { name: 'search queries and products' }).click();
  await page.getByText('182', { exact: true }).first().waitFor();
  await page.getByRole('checkbox', { name: 'search queries and products' }).click();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  // The 500 credits cover one run a month, which is therefore preselected, but not daily runs.
  const cadence = page.getByRole('combobox', { name: 'Cadence' });
  expect(await cadence.textContent()).toContain('Monthly');
  await cadence.click();
  await page.getByRole('option', { name: 'Daily' }).click();
  // The form names a run that the credits don’t cover. At the end of a month, it says that they cover the remaining runs.
  const coverage = page.getByText(/cover the (run on|remaining runs)/);
  await coverage.waitFor();
  await page.getByRole('checkbox', { name: 'Run on this schedule' }).click();
  await coverage.waitFor({ state: 'detached' });
  // Two samples take more than half of the remaining credits, so the form asks for confirmation.
  await page.getByRole('combobox', { name: 'Samples per run' }).click();
  await page.getByRole('option', { name: '2', exact: true }).click();
  await page.getByRole('button', { name: 'Create project and run anyway · 420 credits' }).click();
  await page.getByRole('dialog').getByText('Spend 420 of 500 credits?').waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('combobox', { name: 'Samples per run' }).click();
  await page.getByRole('option', { name: '1', exact: true }).click();
  await page.getByRole('button', { name: 'Create project and run anyway · 210 credits' }).click();

  await page.getByRole('heading', { level: 1, name: 'Run' }).waitFor();
  const shiftBefore = await getLayoutShift(page);
  await page.getByText('42 of 42 run items').waitFor({ timeout: 60_000 });
  const shift = (await getLayoutShift(page)) - shiftBefore;
  expect(shift, `layout shift while answers arrive: ${await getShiftedElements(page)}`).toBeLessThan(0.02);
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.getByRole('link', { name: 'View all 42 answers' }).click();
  await page.getByRole('heading', { level: 1, name: 'Answers' }).waitFor();
  await page.getByText('42 answers from one run', { exact: false }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'View metrics' }).click();
  await page.waitForURL(/overview\?from=[\d-]+&to=[\d-]+/);

  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await expect.poll(() => page.locator('main').textContent()).toContain('of 42 answers');
  const brandTable = page.getByRole('table', { name: 'Brands' });
  expect(await brandTable.getByRole('row').count()).toBe(4);
  expect(await findAccessibilityIssues(page)).toEqual([]);
});

it('imports prompts, adds a country, and shows the metrics of both runs', async () => {
  await page.getByRole('link', { name: 'Prompts' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Prompts' }).waitFor();
  await page.getByRole('button', { name: 'Import CSV' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Choose file').setInputFiles(createCsvFile('invalid.csv', invalidPromptsCsv));
  await dialog.getByText('2 rows can’t be imported.').waitFor();
  await dialog.getByText('Line 2', { exact: true }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download skipped rows' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('invalid skipped rows.csv');
  const skippedLines = readFileSync(await download.path(), 'utf8').replaceAll('\r', '');
  expect(skippedLines).toBe(`\ufeff${invalidPromptsCsv}\n`);
  await dialog.getByLabel('change file').setInputFiles(createCsvFile('prompts.csv', promptsCsv, 'latin1'));
  await dialog.getByText('3 new prompts.').waitFor();
  await dialog
    .getByText('The schedule is paused. When it’s resumed, it will cost', { exact: false })
    .waitFor();
  await dialog.getByRole('button', { name: 'Import 3 prompts' }).click();
  await page.getByText('Gute Schuhe für nassen Fels').first().waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);

  await page.getByRole('link', { name: 'Schedule' }).click();
  await page.getByRole('heading', { level: 1, name: 'Schedule' }).waitFor();
  await page.getByRole('button', { name: 'Add country' }).click();
  await page.getByPlaceholder('Search countries').fill('Germ');
  await page.getByRole('option', { name: /Germany/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'ChatGPT', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Gemini' }).click();
  // 17 prompts × 2 countries × 4 credits.
  await page.getByText('136', { exact: true }).waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.getByRole('button', { name: 'Run now' }).click();

  await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
  await page.getByText('34 answers', { exact: true }).waitFor({ timeout: 60_000 });
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page
    .getByRole('link', { name: /^View metrics/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await expect.poll(() => page.locator('main').textContent()).toContain('of 76 answers');
});

it('shares the overview by link until it is revoked', async () => {
  await page.getByRole('link', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Create report' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.locator('code').textContent();
  expect(link).toContain(`${app.url}/share/`);
  const visitor = await app.browser.newContext({ reducedMotion: 'reduce' });
  const shared = await visitor.newPage();
  await shared.goto(link ?? '');
  await expect.poll(() => shared.locator('main').textContent()).toContain('of 76 answers');
  expect(await shared.getByRole('link', { name: 'Prompts' }).count()).toBe(0);
  expect(await findAccessibilityIssues(shared)).toEqual([]);
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await expect.poll(async () => (await shared.request.get(link ?? '')).status()).toBe(404);
  await dialog.getByRole('button', { name: 'Create link' }).waitFor();
  await expect.poll(() => dialog.getByText('Revoke').count()).toBe(0);
  await visitor.close();
});

it('guides a new user with a provider key to an overview within three minutes', async () => {
  const startedAt = performance.now();
  const visitor = await app.browser.newContext({ reducedMotion: 'reduce' });
  const tab = await visitor.newPage();
  await openWizard(tab, 'Kelpcraft', 'ada@kelpcraft.example');
  const sandboxNotice = tab.getByText('No engine has a provider key yet', { exact: false });
  await sandboxNotice.waitFor();
  await saveScreenshot(tab, '1-brand');
  await tab.getByRole('button', { name: 'Add provider key' }).click();
  const dialog = tab.getByRole('dialog');
  await dialog.getByLabel('API key').fill('sk-mistyped');
  await dialog.getByRole('button', { name: 'Check and save key' }).click();
  await dialog.getByText('The key was not saved.', { exact: false }).waitFor();
  expect(await findAccessibilityIssues(tab)).toEqual([]);
  await dialog.getByLabel('API key').fill('sk-key-of-ada');
  await dialog.getByRole('button', { name: 'Check and save key' }).click();
  await tab.getByText('OpenAI key works', { exact: true }).waitFor();
  await sandboxNotice.waitFor({ state: 'detached' });
  await saveScreenshot(tab, '2-key-works');

  await tab.getByLabel('Name', { exact: true }).fill('Kelpcraft');
  await tab.getByLabel('Domains').fill('kelpcraft.example');
  await tab.getByRole('button', { name: 'Next: competitors' }).click();
  await tab.getByRole('textbox', { name: 'Names or websites' }).fill('otterline.example');
  await saveScreenshot(tab, '3-competitors');
  await tab.getByRole('button', { name: 'Next: prompts' }).click();
  await tab.getByLabel('Your own prompts, one per line').fill('Which kayak folds?\nWhich kayak is light?');
  await tab.getByRole('button', { name: 'Add prompts' }).click();
  await tab.getByText('credits (500 are left this month) and gives 2 answers', { exact: false }).waitFor();
  await saveScreenshot(tab, '4-prompts');
  await tab.getByRole('button', { name: 'Next: engines' }).click();
  await tab.getByText('OpenAI gpt-5.2, through its API with web search').waitFor();
  expect(await tab.getByRole('checkbox', { checked: true, name: engineName }).count()).toBe(1);
  await saveScreenshot(tab, '5-engines');
  await tab.getByRole('button', { name: /^Create project and run now · \d+ credits/ }).click();

  await tab.getByText('2 of 2 run items').waitFor({ timeout: 60_000 });
  await saveScreenshot(tab, '6-run');
  await tab.getByRole('link', { name: 'View metrics' }).click();
  await tab.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await expect.poll(() => tab.locator('main').textContent()).toContain('of 2 answers');
  await tab.getByText('Only one day with answers').waitFor();
  expect(performance.now() - startedAt).toBeLessThan(180_000);
  await saveScreenshot(tab, '7-overview');
  expect(await findAccessibilityIssues(tab)).toEqual([]);

  await tab.getByRole('link', { name: 'Review suggested competitors' }).click();
  await tab.getByRole('button', { name: 'Add Driftwell Coracle as a competitor' }).click();
  await dialog.getByText('mentioned in 2 of the latest 2 answers', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Add competitor' }).click();
  await tab.getByRole('button', { name: 'Remove Driftwell Coracle' }).waitFor();
  await tab.getByText('Suggested competitors').waitFor({ state: 'detached' });
  expect(await findAccessibilityIssues(tab)).toEqual([]);
  await visitor.close();
});
