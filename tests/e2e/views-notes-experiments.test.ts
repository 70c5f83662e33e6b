import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright';
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

const { page, problems, openPageAs, open, getRegion } = testProject;

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
  await page.getByRole('button', { name: 'Show “Visibility over time” as a table' }).click();
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

it('creates an experiment and shows which data is missing', async () => {
  await open('experiments');
  await page.getByRole('button', { name: 'Create experiment' }).click();
  await page.getByLabel('Name').fill('New page');
  await page.getByLabel('What was changed').fill('A page that compares kayaks');
  const day = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('First day with the change').fill(day);
  await page.getByText('Not enough data to estimate the power').waitFor();
  await page.getByRole('radio', { name: /^Choose prompts/ }).click();
  await page.getByRole('checkbox', { name: 'Cheap kayaks' }).click();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create experiment' }).last().click();
  await page.getByRole('heading', { name: 'New page' }).waitFor();
  await page.getByText(/^Not enough data: .*The treatment group has 1, the control group 3\./).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await findAccessibilityIssues(page), `${width} ${colorScheme}`).toEqual([]);
      await expect.poll(() => measureOverflow(page), { message: `${width} ${colorScheme}` }).toBe(0);
    }
  }
  await page.getByRole('button', { name: 'Edit experiment' }).click();
  await page.getByLabel('Name').fill('Newer page');
  await page.getByRole('button', { name: 'Save experiment' }).click();
  await page.getByRole('heading', { name: 'Newer page' }).waitFor();
  await page.getByRole('button', { name: 'Delete experiment' }).click();
  await page.getByText('No experiments yet').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Newer page' }).waitFor();
  await page.getByRole('button', { name: 'Delete experiment' }).click();
  await page.getByRole('heading', { name: 'Experiments' }).waitFor();
  await page.getByText('No experiments yet').waitFor();
  await page.emulateMedia({ colorScheme: null });
});

it('assigns the prompts of a planned experiment at random', async () => {
  await open('experiments');
  await page.getByRole('button', { name: 'Create experiment' }).click();
  await page.getByLabel('Name').fill('Planned page');
  await page.getByLabel('What was changed').fill('A page for half of the prompts');
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('First day with the change').fill(day);
  await page.getByLabel('Treatment prompts').fill('2');
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create experiment' }).last().click();
  await page.getByRole('heading', { name: 'Planned page' }).waitFor();
  await page.getByText('Not started yet').waitFor();
  await page.getByText('2 prompts, assigned at random; all others are the control group.').waitFor();
  await page.getByRole('button', { name: 'Delete experiment' }).click();
  await page.getByText('No experiments yet').waitFor();
});

const reasons = {
  projects: 'Only owners, admins and editors can create and edit projects. Ask an owner for access.',
  reports: 'Only owners, admins and editors can edit reports. Ask an owner for access.',
  organization: 'Only owners and admins can rename the organization. Ask an owner for access.',
  branding: 'Only owners and admins can change the branding of reports. Ask an owner for access.',
  exports: 'Only owners can export all data. Ask an owner for access.',
  owners: 'Only owners can manage owners. Ask an owner for access.',
  deletion: 'Only owners can delete the organization. Ask an owner for access.',
  members: 'Only owners and admins can manage members. Ask an owner for access.',
  keys: 'Only owners and admins can manage API keys. Ask an owner for access.',
  webhooks: 'Only owners and admins can manage webhooks. Ask an owner for access.',
  signing: 'Only owners and admins can manage the signing secret. Ask an owner for access.',
  providers: 'Only owners and admins can manage provider keys. Ask an owner for access.',
} as const;

const getDisabledButton = (target: Page, name: string | RegExp, reason: keyof typeof reasons) =>
  target.getByRole('button', { name, disabled: true, description: reasons[reason] }).first();

it('disables actions that a viewer isn’t allowed to use, and says why', async () => {
  const viewer = await openPageAs('viewer');
  await open('overview', viewer);
  await viewer.getByRole('heading', { name: 'Visibility over time' }).waitFor();
  // Playwright does not click disabled buttons, so the test presses Enter.
  await getDisabledButton(viewer, 'Add note', 'projects').press('Enter');
  await viewer.getByRole('dialog').getByText(reasons.projects).waitFor();
  await viewer.keyboard.press('Escape');
  await viewer.getByRole('button', { name: 'Views' }).click();
  await viewer.getByRole('link', { name: /Singapore, a week/ }).waitFor();
  for (const name of [/^Rename “/, /^Delete “/, 'Save view']) {
    await getDisabledButton(viewer, name, 'projects').waitFor();
  }
  // The reason opens above the views, which stay open.
  await getDisabledButton(viewer, /^Rename “/, 'projects').press('Enter');
  await viewer.getByRole('dialog', { name: 'Why this isn’t available' }).waitFor();
  await viewer.keyboard.press('Escape');
  await viewer.getByRole('link', { name: /Singapore, a week/ }).waitFor();
  expect(await findAccessibilityIssues(viewer)).toEqual([]);
  await open('prompts', viewer);
  await viewer
    .getByRole('checkbox', { name: /^Select “/ })
    .first()
    .click();
  for (const name of ['Edit 1 prompt', 'Archive 1 prompt', 'Import CSV', 'Add prompts']) {
    await getDisabledButton(viewer, name, 'projects').waitFor();
  }
  await open('experiments', viewer);
  await viewer.getByText('No experiments yet').waitFor();
  await getDisabledButton(viewer, 'Create experiment', 'projects').waitFor();
  await open('reports', viewer);
  await getDisabledButton(viewer, /^Monthly review/, 'reports').waitFor();
  await viewer.goto(new URL('/projects/new', viewer.url()).href);
  await viewer.getByText(reasons.projects).waitFor();
  expect(await viewer.getByRole('textbox').count()).toBe(0);
  await viewer.goto(new URL('/organization', viewer.url()).href);
  await getDisabledButton(viewer, 'Save name', 'organization').waitFor();
  await getDisabledButton(viewer, 'Save branding', 'branding').waitFor();
  await getDisabledButton(viewer, 'Export data', 'exports').waitFor();
  await getDisabledButton(viewer, 'Transfer ownership', 'owners').waitFor();
  await getDisabledButton(viewer, 'Delete organization', 'deletion').waitFor();
  expect(await findAccessibilityIssues(viewer)).toEqual([]);
  await viewer.goto(new URL('/members', viewer.url()).href);
  await getDisabledButton(viewer, 'Invite member', 'members').waitFor();
  await getDisabledButton(viewer, /^Remove /, 'owners').waitFor();
  await getDisabledButton(viewer, /^Remove /, 'members').waitFor();
  await viewer.context().close();
});

it('disables actions that an editor isn’t allowed to use, and says why', async () => {
  const editor = await openPageAs('editor');
  const visit = (path: string) => editor.goto(new URL(path, page.url()).href);
  await visit('/developers');
  await getDisabledButton(editor, 'Create API key', 'keys').waitFor();
  await visit('/developers/webhooks');
  await getDisabledButton(editor, 'Send test event', 'webhooks').waitFor();
  await getDisabledButton(editor, /^(Enable signing|Rotate secret)$/, 'signing').waitFor();
  await visit('/developers/webhooks/deliveries');
  await getDisabledButton(editor, 'Recover deliveries', 'webhooks').waitFor();
  await visit('/developers/engines');
  await getDisabledButton(editor, 'Add key for OpenAI', 'providers').waitFor();
  expect(await findAccessibilityIssues(editor)).toEqual([]);
  await editor.context().close();
  expect(problems).toEqual([]);
});
