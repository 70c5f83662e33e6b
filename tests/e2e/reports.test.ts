import { afterAll, expect, it } from 'vitest';
import { fillRollups } from './fill-rollups';
import { openTestProject } from './open-test-project';
import { findAccessibilityIssues, measureOverflow } from './page-checks';

const testProject = await openTestProject(({ owner, project }) => fillRollups(owner, project));
afterAll(() => testProject.close());

const { page, open, openPageAs } = testProject;
/** The folder for screenshots. None are taken if it is not set. */
const folder = process.env.SCREENSHOTS;
const takeScreenshot = async (name: string, target = page) => {
  if (folder) await target.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

it('creates a report from a template, edits, freezes and shares it', async () => {
  await open('reports');
  await page.getByRole('heading', { name: 'Start from a template' }).waitFor();
  await takeScreenshot('reports-empty');
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
  await takeScreenshot('report-editor');
  expect(await findAccessibilityIssues(page)).toEqual([]);

  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
  const menu = page.getByRole('button', { name: 'More actions' });
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await page.getByRole('dialog', { name: 'Delete this report?' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
  const viewer = await openPageAs('viewer');
  await viewer.goto(page.url());
  await viewer.getByRole('button', { name: 'More actions' }).press('Enter');
  await viewer.getByRole('menuitem', { name: 'Print', disabled: false }).waitFor();
  const reason = 'Only owners, admins and editors can edit reports.';
  const denied = { disabled: true, description: new RegExp(reason) };
  await viewer.getByRole('menuitem', { name: 'Duplicate', ...denied }).waitFor();
  await viewer.getByRole('menuitem', { name: 'Delete', ...denied }).press('Enter');
  await viewer.getByText('Delete isn’t available').first().waitFor();
  await viewer.context().close();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('checkbox', { name: /^Allow downloads/ }).click();
  await takeScreenshot('report-share');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = (await page.locator('code').textContent()) ?? '';
  expect(link).toContain('/share/');
  await page.keyboard.press('Escape');

  const visitor = await page.context().browser()?.newContext({ reducedMotion: 'reduce' });
  if (!visitor) throw new Error('The browser is closed.');
  const shared = await visitor.newPage();
  await shared.goto(link);
  await shared.getByRole('heading', { level: 1, name: 'Executive summary' }).waitFor();
  expect(await shared.title()).toContain('Executive summary');
  // In server components, a constant of a client module is a function. Used as a class name, it would show its source text.
  expect(await shared.locator('[class*="function"]').count()).toBe(0);
  await takeScreenshot('shared-wide', shared);
  await shared.setViewportSize({ width: 390, height: 844 });
  expect(await measureOverflow(shared)).toBe(0);
  await takeScreenshot('shared-narrow', shared);
  await shared.emulateMedia({ colorScheme: 'dark' });
  await takeScreenshot('shared-narrow-dark', shared);
  expect(await findAccessibilityIssues(shared)).toEqual([]);
  const csv = await shared.request.get(`${link}/export/headline?format=csv`);
  expect([csv.status(), (await csv.text()).includes('Visibility')]).toEqual([200, true]);
  await shared.getByRole('link', { name: 'About this report' }).click();
  await shared.getByRole('heading', { level: 1, name: 'About this report' }).waitFor();
  await shared.getByText('The wording of the prompts is not part of this report.').waitFor();
  expect(await measureOverflow(shared)).toBe(0);
  expect(await findAccessibilityIssues(shared)).toEqual([]);
  await takeScreenshot('about-shared-narrow', shared);
  const [engines, wording] = await Promise.all(
    ['disclosure-engines', 'disclosure-prompts'].map((table) =>
      shared.request.get(`${link}/export/${table}?format=csv`),
    ),
  );
  expect([engines?.status(), wording?.status()]).toEqual([200, 404]);
  expect(await engines?.text()).toContain('Not reported');
  await shared.getByRole('link', { name: 'Back to the report' }).click();
  await shared.getByRole('heading', { level: 1, name: 'Executive summary' }).waitFor();
  const picture = await shared.request.get(`${link}/preview.png`);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  if (folder) {
    const { writeFile } = await import('node:fs/promises');
    await writeFile(`${folder}/preview.png`, await picture.body());
  }
  await shared.getByRole('combobox', { name: 'Country' }).selectOption({ index: 1 });
  await shared.getByRole('button', { name: 'Apply filters' }).click();
  await shared.getByRole('link', { name: 'Show the whole report' }).waitFor();

  await page.getByRole('button', { name: 'Freeze' }).click();
  await page.getByText(/^Frozen: numbers, definitions and answers as of/).waitFor();
  await takeScreenshot('report-frozen');
  await page.setViewportSize({ width: 390, height: 844 });
  await takeScreenshot('report-frozen-narrow');
  await expect.poll(() => measureOverflow(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await shared.reload();
  await shared.getByText(/^Frozen: numbers/).waitFor();
  await page.getByRole('link', { name: 'About this report' }).click();
  await page.getByText(/^Frozen as of/).waitFor();
  await page.locator('summary', { hasText: 'Wording of the prompts' }).click();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await takeScreenshot('about-frozen');
  await page.getByRole('link', { name: 'Back to the report' }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const links = page.getByRole('region', { name: 'Links' });
  await links.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit link' });
  await editor.getByLabel('Name (optional)').fill('For the board');
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await editor.getByRole('button', { name: 'Save link' }).click();
  await links.getByText('For the board').waitFor();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByRole('region', { name: 'Links' }).waitFor({ state: 'detached' });
  for (const path of ['', '/about', '/export/headline', '/export/disclosure-engines', '/preview.png']) {
    expect((await shared.request.get(`${link}${path}`)).status(), path).toBe(404);
  }
}, 300_000);
