import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, expect, it } from 'vitest';
import { listCalendarPeriods, toUtcDay } from '#lib/core/time';
import { shareOverview } from '#tests/support/reports';
import { fillRollups } from './fill-rollups';
import { openTestProject } from './open-test-project';
import { findAccessibilityIssues, measureOverflow } from './page-checks';

const testProject = await openTestProject(({ owner, project }) => fillRollups(owner, project));
afterAll(() => testProject.close());

/** The folder for screenshots. None are taken if it is not set. */
const folder = process.env.SCREENSHOTS;
async function takeScreenshot(name: string): Promise<void> {
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

const { page, open, getRegion } = testProject;

it('saves, opens, deletes and restores a view', async () => {
  await open('overview?days=7&country=SG');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Name').fill('Singapore, a week');
  await page.getByRole('button', { name: 'Save view' }).click();
  const link = page.getByRole('link', { name: /Singapore, a week/ });
  await link.waitFor();
  expect(await link.getAttribute('aria-current')).toBe('page');
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await open('overview');
  await page.getByRole('button', { name: 'Views' }).click();
  await link.waitFor();
  // The focus is on the first view, not on its rename button.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('Singapore, a week');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/overview\?days=7&country=SG$/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Delete “Singapore, a week”' }).click();
  await page.getByText('No saved views yet.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await link.waitFor();
});

it('keeps a calendar period in the URL, in a saved view and in a report', async () => {
  const period = page.getByRole('button', { name: /^Period/ });
  await open('overview');
  await period.click();
  await page.getByRole('button', { name: 'This month' }).click();
  await page.waitForURL(/\/overview\?period=this-month$/);
  await period.filter({ hasText: /This month · .*compared with/ }).waitFor();
  await period.click();
  await page.getByRole('button', { name: 'This month', pressed: true }).waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await takeScreenshot('calendar-period');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('The month');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('link', { name: /The month/ }).waitFor();
  await open('overview?days=7');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('link', { name: /The month/ }).click();
  await page.waitForURL(/\/overview\?period=this-month$/);
  await open('reports/new?period=last-quarter');
  await page
    .getByRole('combobox', { name: 'Period' })
    .filter({ hasText: 'Last quarter, updated daily' })
    .waitFor();
});

it('narrows a shared report to a calendar period', async () => {
  const { owner, project } = testProject.tenant;
  const shared = await shareOverview(owner, { projectId: project.id, filters: 'days=91' });
  await page.goto(new URL(`/share/${shared.token}`, page.url()).href);
  const periods = page.getByRole('navigation', { name: 'Period' });
  await periods.locator('[aria-current=true]').filter({ hasText: 'Whole period' }).waitFor();
  await periods.getByRole('link', { name: 'Last month' }).click();
  await page.waitForURL(/period=last-month/);
  await periods.locator('[aria-current=true]').filter({ hasText: 'Last month' }).waitFor();
  const [, lastMonth] = listCalendarPeriods(toUtcDay(new Date()));
  expect(await page.getByLabel('From').inputValue()).toBe(lastMonth?.from);
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => measureOverflow(page)).toBe(0);
  await takeScreenshot('calendar-period-shared');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Show the whole report' }).click();
  await page.waitForURL((url) => url.search === '');
  await open(`reports/${shared.reportId}?edit=1`);
  await page.getByRole('combobox', { name: 'Filters' }).click();
  const saved = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('option', { name: 'Last quarter' }).click();
  await saved;
  await open('reports');
  await page.getByRole('cell', { name: 'Last quarter' }).waitFor();
});

it('adds, edits and deletes a note on charts and tables', async () => {
  await open('overview');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('textbox', { name: 'What happened' }).fill('New comparison page');
  await page.getByRole('dialog').getByRole('button', { name: 'Add note' }).click();
  const notes = page.getByRole('list', { name: 'Annotations' });
  await notes.getByText('New comparison page').waitFor();
  await expect
    .poll(() => getRegion('Share of voice over time').locator('svg title').allTextContents())
    .toContain('New comparison page');
  const chartLegend = getRegion('Visibility over time').getByText(
    'Shaded: where each day’s true value most likely is.',
  );
  expect(await chartLegend.count()).toBe(1);
  await page.getByRole('button', { name: 'Show “Visibility over time” as a table' }).click();
  expect(await chartLegend.count()).toBe(0);
  await getRegion('Visibility over time')
    .getByRole('cell', { name: /Annotation 1/ })
    .waitFor();
  await page.getByRole('button', { name: 'Edit note “New comparison page”' }).click();
  await page.getByRole('textbox', { name: 'What happened' }).fill('Never mind');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit note “New comparison page”' }).click();
  expect(await page.getByRole('textbox', { name: 'What happened' }).inputValue()).toBe('New comparison page');
  await page.getByRole('textbox', { name: 'What happened' }).fill('Page moved');
  await page.getByRole('button', { name: 'Save note' }).click();
  await notes.getByText('Page moved').waitFor();
  for (const path of ['competitors', 'sources/trail.example']) {
    await open(path);
    await notes.getByText('Page moved').waitFor();
  }
  await page.getByRole('button', { name: 'Edit note “Page moved”' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click();
  await notes.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await notes.getByText('Page moved').waitFor();
  // The page is still being refreshed when the note appears.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Edit note “Page moved”' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click();
  await notes.waitFor({ state: 'detached' });
});

it('exports a table with the filters in the URL', async () => {
  await open('overview?engine=gen');
  await page.getByRole('button', { name: 'Export “By country”' }).click();
  const { name, rows } = await downloadCsv();
  expect(name).toMatch(/^Kayaks by-country \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d gen\.csv$/);
  expect(rows.map(({ Country }) => Country).sort()).toEqual(['JP', 'SG', 'US']);
  // 4 prompts × 28 days × 2 samples.
  expect(rows.map(({ Answers }) => Answers)).toEqual(['224', '224', '224']);
  // The page of a prompt exports only its answers, although the URL has no such filter.
  await open('prompts?engine=gen');
  await page.getByRole('link', { name: 'Cheap kayaks' }).click();
  await page.getByRole('button', { name: 'Export “By country”' }).click();
  const ofPrompt = await downloadCsv();
  expect(ofPrompt.name).toMatch(/ gen Cheap kayaks\.csv$/);
  expect(ofPrompt.rows.map(({ Answers }) => Answers)).toEqual(['56', '56', '56']);
});

/** Downloads the CSV of the open export menu. */
async function downloadCsv() {
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
