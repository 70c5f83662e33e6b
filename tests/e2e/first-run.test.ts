import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser';
import { createDatabase, type TestDatabase } from '#tests/support/database';
import { type Instance, startInstance } from '#tests/support/instance';
import { findingsOf, movedBy, watchMoves, watchPage } from './watch-page';

const brands = `name,aliases,domains,role,never_near
Tarnhoof,,tarnhoof.example,own,
Grumblefell,,grumblefell.example,competitor,
Kumonoashi,,kumonoashi.example,competitor,`;
const prompts = `prompt;topic;tags;language
Which trail shoes last longest?;Discovery;evergreen;en
Gute Schuhe für nassen Fels;Discovery;;de
"Tarnhoof or Grumblefell; which one?";Comparison;;en`;
const broken = `prompt,topic
,Discovery
"Which trail shoes are light?",Discovery,too,many`;

let database: TestDatabase;
let instance: Instance;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  database = await createDatabase();
  instance = await startInstance({ databaseUrl: database.url, pages: true });
  browser = await launchBrowser();
  context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Tokyo',
  });
  page = await context.newPage();
  await watchMoves(page);
  faults = watchPage(page, instance.address);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await instance?.stop();
  await database?.drop();
});

function csv(name: string, text: string, encoding: BufferEncoding = 'utf8') {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text, encoding) };
}

it('leads from signing up to a charted run', async () => {
  await page.goto(`${instance.address}/sign-up`);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Organization').fill('Fell Runners');
  await page.getByLabel('Email').fill('ada@fell.example');
  await page.getByLabel('Password').fill('a long password');
  await page.getByRole('button', { name: 'Create account' }).click();

  await page.getByRole('heading', { name: 'Which brand do you watch?' }).waitFor();
  // No name resolves here: the site cannot be read, and everything goes on without it.
  await page.getByRole('textbox', { name: 'Website' }).fill('https://www.tarnhoof.example/shoes');
  await page.getByRole('button', { name: 'Read the site' }).click();
  await page.getByText('tarnhoof.example could not be read.', { exact: false }).waitFor();
  expect(await page.getByLabel('Domains').inputValue()).toBe('tarnhoof.example');
  await page.getByLabel('Read brands from a CSV').setInputFiles(csv('brands.csv', brands));
  await expect
    .poll(() => page.getByLabel('Name', { exact: true }).inputValue(), { timeout: 20_000 })
    .toBe('Tarnhoof');
  expect(await findingsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Next: competitors' }).click();

  await page.getByRole('heading', { name: 'Who is it measured against?' }).waitFor();
  await page.getByText('grumblefell.example').waitFor();
  // What was typed and not added goes along.
  await page.getByRole('textbox', { name: 'Names', exact: true }).fill('Mudlarkin; Grumblefell');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Next: competitors' }).click();
  expect(await page.getByRole('button', { name: 'Remove Grumblefell' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Remove Mudlarkin' }).press('Enter');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Remove Kumonoashi',
  );
  expect(await findingsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Next: prompts' }).click();

  await page.getByRole('heading', { name: 'What would customers ask?' }).waitFor();
  await page.getByLabel('What do you sell?').fill('trail running shoes');
  await page.getByRole('button', { name: 'Draft prompts' }).click();
  await page.getByText('14 of 14 prompts chosen').waitFor();
  await page.getByRole('checkbox', { name: 'What are the best trail running shoes?' }).click();
  await page.getByText('13 of 14 prompts chosen').waitFor();
  await page
    .getByLabel('Your own, one a line')
    .fill('1. Which trail shoes are light?\n\n2. Which trail shoes are light?');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('14 of 15 prompts chosen').waitFor();
  expect(await findingsOf(page)).toEqual([]);
  // The browser's own Back goes a step back, and a reload loses nothing.
  await page.goBack();
  await page.getByRole('button', { name: 'Remove Kumonoashi' }).waitFor();
  await page.goForward();
  await page.reload();
  await page.getByText('14 of 15 prompts chosen').waitFor();
  await page.getByRole('button', { name: 'Next: engines' }).click();

  await page.getByRole('heading', { name: 'Who is asked, where and how often?' }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Time zone' }).textContent()).toBe('Asia/Tokyo');
  // A step begins at its top, however long the one before was.
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  // 14 prompts × 1 country × (5 + 4 + 4) credits, and 2 more for Chat's searches and products.
  await page.getByText('210', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'searches and products' }).click();
  await page.getByText('182', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'searches and products' }).click();
  expect(await findingsOf(page)).toEqual([]);
  // One run is paid for, a month of them is not.
  const tooFew = page.getByText('of at most 31', { exact: false });
  await tooFew.waitFor();
  await page.getByRole('checkbox', { name: 'Keep asking' }).click();
  await tooFew.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Create the project and ask now' }).click();

  await page.getByRole('heading', { name: /How (is|did) this run go/ }).waitFor();
  const moved = await movedBy(page);
  await page.getByText('42 of 42 answers').waitFor({ timeout: 60_000 });
  expect((await movedBy(page)) - moved, 'shifts while answers arrive').toBeLessThan(0.02);
  expect(await findingsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Read all 42 answers' }).click();
  await page.getByRole('heading', { name: 'What did they say?' }).waitFor();
  await page.getByText('42 answers from one run', { exact: false }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'See the figures' }).click();
  await page.waitForURL(/overview\?from=[\d-]+&to=[\d-]+/);

  await page.getByRole('heading', { name: 'Where are we named?' }).waitFor();
  await expect.poll(() => page.locator('main').textContent(), { timeout: 20_000 }).toContain('of 42 answers');
  const standings = page.getByRole('table', { name: 'Who is named' });
  expect(await standings.getByRole('row').count()).toBe(4);
  expect(await findingsOf(page)).toEqual([]);
  expect(faults).toEqual([]);
}, 180_000);

it('imports prompts, asks them in more places, and charts both runs', async () => {
  await page.getByRole('link', { name: 'Prompts' }).first().click();
  await page.getByRole('heading', { name: 'What do we ask?' }).waitFor();
  await page.getByRole('button', { name: 'Import a CSV' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Choose a file').setInputFiles(csv('broken.csv', broken));
  await dialog.getByText('2 lines are not right, so nothing is imported.', { exact: false }).waitFor();
  await dialog.getByText('Line 2', { exact: true }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
  await dialog.getByLabel('choose another file').setInputFiles(csv('prompts.csv', prompts, 'latin1'));
  await dialog.getByText('3 new.').waitFor();
  await dialog.getByRole('button', { name: 'Import 3 prompts' }).click();
  await page.getByText('Gute Schuhe für nassen Fels').first().waitFor();
  expect(await findingsOf(page)).toEqual([]);

  await page.getByRole('link', { name: 'Schedule' }).click();
  await page.getByRole('heading', { name: 'When do we ask?' }).waitFor();
  await page.getByRole('button', { name: 'Add a country' }).click();
  await page.getByPlaceholder('Search countries').fill('Germ');
  await page.getByRole('option', { name: /Germany/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Chat', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Gen' }).click();
  // 17 prompts × 2 countries × 4 credits.
  await page.getByText('136', { exact: true }).waitFor();
  expect(await findingsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Run now, once' }).click();

  await page.getByRole('heading', { name: 'What was asked, and when?' }).waitFor();
  await page.getByText('34 answers', { exact: true }).waitFor({ timeout: 60_000 });
  expect(await findingsOf(page)).toEqual([]);
  await page
    .getByRole('link', { name: /^See the figures/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Where are we named?' }).waitFor();
  await expect.poll(() => page.locator('main').textContent(), { timeout: 20_000 }).toContain('of 76 answers');
  expect(faults).toEqual([]);
}, 180_000);

it('shows the overview to whoever has the link, until it is revoked', async () => {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /link/i }).first().click();
  const link = await dialog.locator('code').textContent();
  expect(link).toContain(`${instance.address}/share/`);
  const visitor = await browser.newContext({ reducedMotion: 'reduce' });
  const shared = await visitor.newPage();
  const sharedFaults = watchPage(shared, instance.address);
  await shared.goto(link ?? '');
  await expect
    .poll(() => shared.locator('main').textContent(), { timeout: 20_000 })
    .toContain('of 76 answers');
  expect(await shared.getByRole('link', { name: 'Prompts' }).count()).toBe(0);
  expect(await findingsOf(shared)).toEqual([]);
  expect(sharedFaults).toEqual([]);
  await dialog
    .getByRole('button', { name: /revoke/i })
    .first()
    .click();
  await expect
    .poll(async () => (await shared.request.get(link ?? '')).status(), { timeout: 20_000 })
    .toBe(404);
  await visitor.close();
}, 90_000);
