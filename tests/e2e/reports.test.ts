import { afterAll, expect, it } from 'vitest';
import { fillRollups } from './fill-rollups';
import { openTestProject } from './open-test-project';
import { findAccessibilityIssues } from './page-checks';

const testProject = await openTestProject(({ owner, project }) => fillRollups(owner, project));
afterAll(() => testProject.close());

const { page, problems, open } = testProject;
/** A folder for screenshots to look at; none are taken without it. */
const folder = process.env.SCREENSHOTS;
const look = async (name: string, target = page) => {
  if (folder) await target.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

it('creates a report from a template, and edits it', async () => {
  await open('reports');
  await page.getByRole('heading', { name: 'Start from a template' }).waitFor();
  await look('reports-empty');
  await page.getByRole('button', { name: /^Executive summary/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Executive summary' }).waitFor();
  const blocks = page.getByRole('region', { name: /^Block \d+:/ });
  await expect.poll(() => blocks.count()).toBe(4);

  await page.getByRole('combobox', { name: 'Block' }).click();
  await page.getByRole('option', { name: 'Domains', exact: true }).click();
  await page.getByRole('button', { name: 'Add block' }).click();
  await expect.poll(() => blocks.count()).toBe(5);
  await page.getByRole('button', { name: 'Move “Domains” up' }).press('Enter');
  await page.getByRole('region', { name: 'Block 4: Domains' }).waitFor();
  await page.getByRole('button', { name: 'Edit text' }).click();
  await page
    .getByRole('textbox', { name: 'Text' })
    .fill('Mentioned in {{visibility}} of {{answers}} answers.');
  await page.getByRole('button', { name: 'Save text' }).click();
  await page.getByText(/^Mentioned in [\d.]+% of [\d,]+ answers\.$/).waitFor();
  await look('report-editor');
  expect(await findAccessibilityIssues(page)).toEqual([]);

  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
  const menu = page.getByRole('button', { name: 'More actions' });
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await page.getByRole('dialog', { name: 'Delete this report?' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);

  expect(problems).toEqual([]);
}, 120_000);
