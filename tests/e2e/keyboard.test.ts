import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitFor } from '#tests/support/wait';
import { type Demo, openDemo } from './open-demo';

let demo: Demo;

beforeAll(async () => {
  demo = await openDemo();
}, 900_000);

afterAll(() => demo?.close());

/** Presses a key until the text or label of the focused element matches `name`. */
async function pressUntil(page: Page, key: string, name: RegExp): Promise<void> {
  await waitFor(`the focus is on ${name}`, async () => {
    await page.keyboard.press(key);
    const focused = await page.evaluate(() => {
      const { activeElement } = document;
      const id = activeElement?.getAttribute('id');
      const label = id ? document.querySelector(`label[for="${CSS.escape(id)}"]`)?.textContent : null;
      return label ?? activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
    });
    return name.test(focused.trim());
  });
}

it('skips to the content, changes a filter, opens an answer and adds a prompt with the keyboard only', async () => {
  const page = await demo.context.newPage();
  const base = `${demo.instance.url}/projects/${demo.ids.projectId}`;
  await page.setViewportSize({ width: 1440, height: 844 });
  await page.goto(`${base}/overview`);
  await page.getByRole('heading', { name: 'Latest answers' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: 'Skip to content' }).waitFor();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);

  await pressUntil(page, 'Shift+Tab', /^Filter$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Filters' }).waitFor();
  await pressUntil(page, 'Tab', /^Japan$/);
  await page.keyboard.press('Space');
  await page.waitForURL(/country=JP/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove filter country Japan' }).waitFor();

  // A menu opens with the down arrow, which also moves through it.
  await pressUntil(page, 'Tab', /^Export “By engine”$/);
  await page.keyboard.press('ArrowDown');
  await pressUntil(page, 'ArrowDown', /^JSON/);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Export “By engine”',
  );

  await page.goto(`${base}/answers`);
  await page.getByRole('table', { name: 'Answers' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  const row = await page.evaluate(() => document.activeElement?.getAttribute('data-row'));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('tab', { name: 'Answer' }).waitFor();
  expect(page.url()).toContain(`answer=${row}`);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe(row);

  await page.goto(`${base}/prompts`);
  await page.getByRole('table', { name: 'Prompts' }).waitFor();
  await page.waitForLoadState('networkidle');
  await pressUntil(page, 'Tab', /^Add prompts$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Prompts').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Add prompts', disabled: true }).waitFor();
  await page.keyboard.type('Which shoes are easy to repair?');
  await pressUntil(page, 'Tab', /^Add prompt$/);
  await page.keyboard.press('Enter');
  await page.getByText('1 prompt added', { exact: true }).waitFor();
  await page.close();
}, 300_000);
