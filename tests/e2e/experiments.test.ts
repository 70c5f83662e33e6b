import { afterAll, expect, it } from 'vitest';
import { fillRollups } from './fill-rollups';
import { openTestProject } from './open-test-project';
import { findAccessibilityIssues, measureOverflow } from './page-checks';

const testProject = await openTestProject(({ owner, project }) => fillRollups(owner, project));
afterAll(() => testProject.close());
const { page, open } = testProject;

it('creates, edits, deletes and restores an experiment, and shows which data is missing', async () => {
  await open('experiments');
  await page.getByRole('button', { name: 'Create experiment' }).click();
  await page.getByLabel('Name').fill('New page');
  await page.getByLabel('What changes').fill('A page that compares kayaks');
  const day = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('First day with the change').fill(day);
  await page.getByText('Not enough data to calculate the smallest difference').waitFor();
  await page.getByRole('radio', { name: /^Choose prompts/ }).click();
  await page.getByRole('checkbox', { name: 'Cheap kayaks' }).click();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create experiment' }).last().click();
  await page.getByRole('heading', { name: 'New page' }).waitFor();
  await page.getByText(/^Not comparable: .*There are 1 and 3\./).waitFor();
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
  await page.getByLabel('What changes').fill('A page for half of the prompts');
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('First day with the change').fill(day);
  await page.getByLabel('Number of affected prompts').fill('2');
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create experiment' }).last().click();
  await page.getByRole('heading', { name: 'Planned page' }).waitFor();
  await page.getByText('Not started yet').waitFor();
  await page.getByText('2 prompts, assigned at random and compared with all others.').waitFor();
  await page.getByRole('button', { name: 'Delete experiment' }).click();
  await page.getByText('No experiments yet').waitFor();
});
