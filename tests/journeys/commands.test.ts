import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '#lib/core/permissions';
import { launchBrowser } from '#tests/support/browser';
import { until } from '#tests/support/until';
import { openStage, type Stage, type Tenant } from '../security/stage';
import { fillMarket } from './market';
import { findingsOf, overflowOf, watchPage } from './watch-page';

let stage: Stage;
let tenant: Tenant;
let browser: Browser;
let page: Page;
let faults: string[];

beforeAll(async () => {
  stage = await openStage();
  tenant = await stage.newTenant();
  await fillMarket(tenant.owner, tenant.project);
  await stage.pool.query(
    `INSERT INTO runs (organization_id, project_id, kind, asked_at, engines, countries, samples, cells, status)
     VALUES ($1, $2, 'manual', now(), '{chat,gen}', '{US,JP,SG}', 1, 0, 'ended')`,
    [tenant.owner.organizationId, tenant.project.id],
  );
  browser = await launchBrowser();
  page = await pageOf('owner');
  faults = watchPage(page, stage.instance.address);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await stage?.stop();
});

async function pageOf(role: Role): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const [name = '', value = ''] = tenant.cookies[role].split('=');
  await context.addCookies([{ name, value, url: stage.instance.address }]);
  return context.newPage();
}

const open = (path: string, on = page) =>
  on.goto(`${stage.instance.address}/projects/${tenant.project.id}/${path}`);
const region = (name: string) => page.getByRole('region', { name, exact: true });
const palette = () => page.getByRole('dialog', { name: 'Command palette' });

/** Waits until the overview hears keys: charts answer to the pointer once it has woken up. */
async function awake(): Promise<void> {
  const plot = region('Visibility over time').locator('svg.recharts-surface').first();
  let x = 300;
  await until('the overview has woken up', async () => {
    await page.mouse.move(x++, 2);
    return plot.isVisible();
  });
}

/** Opens the palette and takes what the words find first. */
async function command(words: string, found: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette().getByRole('combobox').fill(words);
  await palette().getByRole('option', { name: found }).first().waitFor();
  await palette().getByRole('option', { name: found }).first().click();
}

it('leads anywhere by the palette and by keys, and the filters go along', async () => {
  await open('overview?days=7');
  await awake();
  await page.keyboard.press('Control+k');
  await palette()
    .getByRole('option', { name: /^Overview/ })
    .waitFor();
  expect(await findingsOf(page)).toEqual([]);
  await palette().getByRole('combobox').fill('sourc');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/sources\?days=7$/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.waitForURL(/\/overview\?days=7$/);
  await command('Japan', 'Japan');
  await page.waitForURL(/overview\?days=7&country=JP$/);
  await page.keyboard.press('Control+k');
  await palette().getByRole('combobox').fill('paddle');
  await expect
    .poll(() => palette().getByRole('option').allTextContents())
    .toEqual(expect.arrayContaining(['Head to head with Paddlemoor', 'Figures of Paddlemoor']));
  await page.keyboard.press('Escape');
  await command('cheap', 'Cheap kayaks');
  await page.waitForURL(/\/prompts\/[0-9a-f-]{36}\?days=7&country=JP$/);
});

it('lists its shortcuts, which rest while somebody writes', async () => {
  await open('overview');
  await awake();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByText('Move through the rows of a table').waitFor();
  expect(await findingsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('textbox', { name: 'What happened' }).pressSequentially('go p? /');
  expect(await page.getByRole('textbox', { name: 'What happened' }).inputValue()).toBe('go p? /');
  expect(page.url()).toMatch(/\/overview$/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await palette().waitFor();
  await page.keyboard.press('Escape');
});

it('moves through the rows of a table by arrows', async () => {
  const table = region('By engine');
  await table.getByRole('button', { name: 'Chat' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Gen');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Chat');
  await page.keyboard.press('Enter');
  await page.waitForURL(/engine=chat/);
});

it('compares with last year or chosen days, and looks from another brand', async () => {
  await open('overview');
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'The same days last year' }).click();
  await page.waitForURL(/compare=year/);
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'Days of your choice' }).click();
  const form = page.locator('form').filter({ has: page.getByText('Compare with these days') });
  await form.getByLabel('From').fill('2026-01-01');
  await form.getByLabel('To').fill('2026-01-14');
  await form.getByRole('button').click();
  await page.waitForURL(/compare=custom&compareFrom=2026-01-01&compareTo=2026-01-14/);
  await page
    .getByRole('button', { name: /^Period/ })
    .filter({ hasText: 'against 1 Jan to 14 Jan 2026' })
    .waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Figures of' }).click();
  await page.getByRole('option', { name: 'Paddlemoor' }).click();
  await page.waitForURL(/brand=/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove filter figures of Paddlemoor' }).click();
  await page.waitForURL((url) => !url.search.includes('brand='));
});

it('keeps a view under a name, finds it again, and takes its deletion back', async () => {
  await open('overview?days=7&country=SG');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Save this view as').fill('Singapore, a week');
  await page.getByRole('button', { name: 'Save view' }).click();
  const link = page.getByRole('link', { name: /Singapore, a week/ });
  await link.waitFor();
  expect(await link.getAttribute('aria-current')).toBe('page');
  expect(await findingsOf(page)).toEqual([]);
  await open('overview');
  await awake();
  await command('singapore, a', 'Singapore, a week');
  await page.waitForURL(/\/overview\?days=7&country=SG$/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Delete “Singapore, a week”' }).click();
  await page.getByText('None yet.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await link.waitFor();
});

it('puts a note on its day in the charts and their tables, changes it and takes it away', async () => {
  await open('overview');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('textbox', { name: 'What happened' }).fill('New comparison page');
  await page.getByRole('dialog').getByRole('button', { name: 'Add note' }).click();
  const list = page.getByRole('list', { name: 'What happened on these days' });
  await list.getByText('New comparison page').waitFor();
  await expect
    .poll(() => region('Share of voice over time').locator('svg title').allTextContents())
    .toContain('New comparison page');
  await page.getByRole('button', { name: 'Show “Visibility over time” as a table' }).click();
  await region('Visibility over time')
    .getByRole('cell', { name: /Flag 1/ })
    .waitFor();
  await page.getByRole('button', { name: 'Change the note “New comparison page”' }).click();
  await page.getByRole('textbox', { name: 'What happened' }).fill('Page moved');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await list.getByText('Page moved').waitFor();
  for (const path of ['competitors', 'sources/trail.example']) {
    await open(path);
    await list.getByText('Page moved').waitFor();
  }
  await page.getByRole('button', { name: 'Change the note “Page moved”' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await list.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await list.getByText('Page moved').waitFor();
  await page.getByRole('button', { name: 'Change the note “Page moved”' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await list.waitFor({ state: 'detached' });
});

it('takes a table away as a file under the filters of the address', async () => {
  await open('overview?engine=gen');
  await page.getByRole('button', { name: 'Download “By country”' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Kayaks by-country \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.csv$/);
  const rows: Record<string, string>[] = parse(await readFile(await download.path()), {
    bom: true,
    columns: true,
  });
  expect(rows.map(({ Country }) => Country).sort()).toEqual(['JP', 'SG', 'US']);
  expect(rows.map(({ Answers }) => Answers)).toEqual(['224', '224', '224']);
});

it('marks a change and says what it lacks to be told', async () => {
  await open('experiments');
  await page.getByRole('button', { name: 'Mark a change' }).click();
  await page.getByLabel('Name').fill('New page');
  await page.getByLabel('What was changed').fill('A page that compares kayaks');
  const day = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('First day with the change').fill(day);
  await page.getByRole('checkbox', { name: 'Cheap kayaks' }).click();
  expect(await findingsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Mark the change' }).click();
  await page.getByRole('heading', { name: 'Did “New page” work?' }).waitFor();
  await page.getByText('there are 1 changed and 3 other ones').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await findingsOf(page), `${width} ${colorScheme}`).toEqual([]);
      await expect.poll(() => overflowOf(page), { message: `${width} ${colorScheme}` }).toBe(0);
    }
  }
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name').fill('Newer page');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'Did “Newer page” work?' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No change marked yet').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Did “Newer page” work?' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Did our changes work?' }).waitFor();
  await page.getByText('No change marked yet').waitFor();
  await page.emulateMedia({ colorScheme: null });
});

it('holds dates, filters and the palette in sheets at 390', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open('overview');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: '13 weeks' }).click();
  await page.waitForURL(/days=91/);
  expect(await findingsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Search and commands' }).click();
  await palette()
    .getByRole('option', { name: /^Overview/ })
    .waitFor();
  expect(await overflowOf(page)).toBe(0);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
});

it('prints the figures without what only a screen needs', async () => {
  await open('overview');
  await page.getByRole('heading', { name: 'Visibility over time' }).waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 700, height: 1000 });
  for (const name of ['Add note', 'Filter', 'Views', 'Share', 'Download “By engine”']) {
    expect(await page.getByRole('button', { name, exact: true }).isVisible(), name).toBe(false);
  }
  expect(await page.getByRole('navigation', { name: 'Main' }).first().isVisible()).toBe(false);
  await expect.poll(() => overflowOf(page)).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  await page.emulateMedia({ media: null, colorScheme: null });
});

it('offers a viewer nothing that would be refused', async () => {
  const viewer = await pageOf('viewer');
  await open('overview', viewer);
  await viewer.getByRole('heading', { name: 'Visibility over time' }).waitFor();
  expect(await viewer.getByRole('button', { name: 'Add note' }).count()).toBe(0);
  await viewer.getByRole('button', { name: 'Views' }).click();
  await viewer.getByRole('link', { name: /Singapore, a week/ }).waitFor();
  expect(await viewer.getByLabel('Save this view as').count()).toBe(0);
  expect(await viewer.getByRole('button', { name: /^(Rename|Delete)/ }).count()).toBe(0);
  await open('experiments', viewer);
  await viewer.getByText('No change marked yet').waitFor();
  expect(await viewer.getByRole('button', { name: 'Mark a change' }).count()).toBe(0);
  await viewer.context().close();
  expect(faults).toEqual([]);
});
