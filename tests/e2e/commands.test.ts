import { afterAll, expect, it } from 'vitest';
import { waitFor } from '#tests/support/wait';
import { fillRollups } from './fill-rollups';
import { openTestProject } from './open-test-project';
import { findAccessibilityIssues, measureOverflow } from './page-checks';

const testProject = await openTestProject(async ({ owner, project }, { db }) => {
  await fillRollups(owner, project);
  await db.$client.query(
    `INSERT INTO runs (organization_id, project_id, kind, requested_at, engines, countries, samples, item_count, status)
     VALUES ($1, $2, 'manual', now(), '{chat,gen}', '{US,JP,SG}', 1, 0, 'completed')`,
    [owner.organizationId, project.id],
  );
});
afterAll(() => testProject.close());

const { page, open, getRegion } = testProject;
const getPalette = () => page.getByRole('dialog', { name: 'Command palette' });

/** Moves the pointer until the interactive charts have loaded, which shows that the overview handles input. */
async function waitUntilInteractive(): Promise<void> {
  const plot = getRegion('Visibility over time').locator('svg.recharts-surface').first();
  let pointerX = 300;
  await waitFor('the overview is interactive', async () => {
    await page.mouse.move(pointerX++, 2);
    return plot.isVisible();
  });
}

/** Opens the palette, searches for `query` and selects the first option with the name `option`. */
async function runCommand(query: string, option: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await getPalette().getByRole('combobox').fill(query);
  await getPalette().getByRole('option', { name: option }).first().waitFor();
  await getPalette().getByRole('option', { name: option }).first().click();
}

it('navigates by command palette and shortcuts and keeps the filters', async () => {
  await open('overview?days=7');
  await waitUntilInteractive();
  await page.keyboard.press('Control+k');
  await getPalette()
    .getByRole('option', { name: /^Overview/ })
    .waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await getPalette().getByRole('combobox').fill('sourc');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/sources\?days=7$/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.waitForURL(/\/overview\?days=7$/);
  await runCommand('Japan', 'Japan');
  await page.waitForURL(/overview\?days=7&country=JP$/);
  await page.keyboard.press('Control+k');
  await getPalette().getByRole('combobox').fill('paddle');
  await expect
    .poll(() => getPalette().getByRole('option').allTextContents())
    .toEqual(expect.arrayContaining(['Head to head with Paddlemoor', 'Metrics for Paddlemoor']));
  await page.keyboard.press('Escape');
  await runCommand('cheap', 'Cheap kayaks');
  await page.waitForURL(/\/prompts\/[0-9a-f-]{36}\?days=7&country=JP$/);
});

it('lists shortcuts and disables them while typing', async () => {
  await open('overview');
  await waitUntilInteractive();
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await shortcuts.getByText('Move through the rows of a table').waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await shortcuts.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('textbox', { name: 'What happened' }).pressSequentially('go p? /');
  expect(await page.getByRole('textbox', { name: 'What happened' }).inputValue()).toBe('go p? /');
  expect(page.url()).toMatch(/\/overview$/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await getPalette().waitFor();
  await page.keyboard.press('Escape');
});

it('moves through table rows with the arrow keys', async () => {
  const table = getRegion('By engine');
  await table.getByRole('button', { name: /^ChatGPT/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Gemini/);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^ChatGPT/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/engine=chat/);
});

it('compares with last year or custom dates, and selects another brand', async () => {
  await open('overview');
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'Same period last year' }).click();
  await page.waitForURL(/compare=year/);
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'Custom dates' }).click();
  const form = page.locator('form').filter({ has: page.getByText('Compare with these dates') });
  await form.getByLabel('From').fill('2026-01-01');
  await form.getByLabel('To').fill('2026-01-14');
  await form.getByRole('button').click();
  await page.waitForURL(/compare=custom&compareFrom=2026-01-01&compareTo=2026-01-14/);
  await page
    .getByRole('button', { name: /^Period/ })
    .filter({ hasText: 'compared with 1 Jan to 14 Jan 2026' })
    .waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Brand', exact: true }).click();
  await page.getByRole('option', { name: 'Paddlemoor' }).click();
  await page.waitForURL(/brand=/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove filter brand Paddlemoor' }).click();
  await page.waitForURL((url) => !url.search.includes('brand='));
});

it('shows dates, filters and the palette in sheets at 390 px', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open('overview');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: '91 days' }).click();
  await page.waitForURL(/days=91/);
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Search and commands' }).click();
  await getPalette()
    .getByRole('option', { name: /^Overview/ })
    .waitFor();
  expect(await measureOverflow(page)).toBe(0);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
});

it('prints metrics without interactive controls', async () => {
  await open('overview');
  await page.getByRole('heading', { name: 'Visibility over time' }).waitFor();
  const plots = page.locator('svg.recharts-surface');
  await page.mouse.move(300, 300);
  await plots.first().waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 700, height: 1000 });
  for (const name of ['Add note', 'Filter', 'Views', 'Share', 'Export “By engine”']) {
    expect(await page.getByRole('button', { name, exact: true }).isVisible(), name).toBe(false);
  }
  expect(await page.getByRole('navigation', { name: 'Main' }).first().isVisible()).toBe(false);
  const summary = page.getByRole('main').getByText(/^.+ · \d+ \w+ to \d+ \w+ \d{4}/);
  expect(await summary.isVisible(), 'project and period').toBe(true);
  await expect.poll(() => measureOverflow(page)).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  // Interactive charts have the width of the window, so static ones replace them in print.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect.poll(() => plots.count()).toBe(0);
  expect(await page.getByRole('img', { name: 'Visibility by day' }).isVisible()).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null, colorScheme: null });
});
