import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, expect, it } from 'vitest';
import { fillMarket } from './market';
import { openKayaks } from './open-kayaks';
import { findingsOf, overflowOf } from './watch-page';

const kayaks = await openKayaks(({ owner, project }) => fillMarket(owner, project));
afterAll(() => kayaks.close());

const { page, faults, pageOf, open, region } = kayaks;

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
  await page.getByRole('button', { name: 'Views' }).click();
  await link.waitFor();
  // The focus is on the first view, not on what renames it.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('Singapore, a week');
  await page.keyboard.press('Enter');
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
  await page.getByRole('textbox', { name: 'What happened' }).fill('Never mind');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Change the note “New comparison page”' }).click();
  expect(await page.getByRole('textbox', { name: 'What happened' }).inputValue()).toBe('New comparison page');
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
  const { name, rows } = await takenAsCsv();
  expect(name).toMatch(/^Kayaks by-country \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.csv$/);
  expect(rows.map(({ Country }) => Country).sort()).toEqual(['JP', 'SG', 'US']);
  expect(rows.map(({ Answers }) => Answers)).toEqual(['224', '224', '224']);
  // On the page of one prompt its answers alone, though the address does not say so.
  await open('prompts?engine=gen');
  await page.getByRole('link', { name: 'Cheap kayaks' }).click();
  await page.getByRole('button', { name: 'Download “By country”' }).click();
  expect((await takenAsCsv()).rows.map(({ Answers }) => Answers)).toEqual(['56', '56', '56']);
});

/** What the open menu gives as CSV. */
async function takenAsCsv() {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  const rows: Record<string, string>[] = parse(await readFile(await download.path()), {
    bom: true,
    columns: true,
  });
  return { name: download.suggestedFilename(), rows };
}

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
