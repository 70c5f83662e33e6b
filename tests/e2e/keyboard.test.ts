import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  listDetailScreens,
  listRestrictedScreens,
  listSignedInScreens,
  listUnverifiedScreens,
  listVisitorScreens,
} from '#tests/e2e/screens/alerts-and-account';
import { listDataAndReportScreens } from '#tests/e2e/screens/data-and-reports';
import { listMetricScreens } from '#tests/e2e/screens/metrics';
import type { Screen } from '#tests/e2e/screens/screen';
import { listEmptyScreens, listRunningScreens, listSetupScreens } from '#tests/e2e/screens/setup';
import { waitFor } from '#tests/support/wait';
import { type Demo, openDemo } from './open-demo';
import { tabThroughDialog, tabThroughPage, watchFocus } from './watch-focus';

const concurrency = 2;
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]';

let demo: Demo;
let screens: Screen[];

beforeAll(async () => {
  demo = await openDemo();
  screens = [
    listMetricScreens,
    listDataAndReportScreens,
    listSetupScreens,
    listDetailScreens,
    listRestrictedScreens,
    listSignedInScreens,
    listEmptyScreens,
    listRunningScreens,
  ].flatMap((listScreens) => listScreens(demo.ids));
}, 900_000);

afterAll(() => demo?.close());

interface Visit {
  screen: Screen;
  width: number;
}

/** Opens each screen and checks it, several at once. @returns the problems with the names of their screens */
async function visitAll(
  visits: readonly Visit[],
  check: (page: Page, screen: Screen) => Promise<string[]>,
  context: BrowserContext = demo.context,
): Promise<string[]> {
  const queue = [...visits];
  const visitQueued = async () => {
    const page = await context.newPage();
    await watchFocus(page);
    const problems: string[] = [];
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { screen, width } = next;
      await page.setViewportSize({ width, height: 844 });
      await page.goto(demo.instance.url + screen.path);
      await screen.getLastElement(page).waitFor();
      const found = await check(page, screen).catch((error: unknown) => [String(error)]);
      problems.push(...found.map((problem) => `${screen.name} at ${width}: ${problem}`));
    }
    await page.close();
    return problems;
  };
  return (await Promise.all(Array.from({ length: concurrency }, visitQueued))).flat();
}

it('on every screen, elements focused with Tab are visible, not covered, and have a focus indicator', async () => {
  const visits = [
    ...screens.map((screen) => ({ screen, width: 1440 })),
    ...screens.filter((_, index) => index % 3 === 0).map((screen) => ({ screen, width: 390 })),
  ];
  expect(await visitAll(visits, tabThroughPage)).toEqual([]);
}, 900_000);

it('on pages for visitors and new users, elements focused with Tab are visible and have a focus indicator', async () => {
  const visit = (listed: readonly Screen[], context: BrowserContext) =>
    visitAll(
      listed.map((screen) => ({ screen, width: 1440 })),
      tabThroughPage,
      context,
    );
  expect(await visit(listVisitorScreens(demo.ids), demo.visitorContext)).toEqual([]);
  expect(await visit(listUnverifiedScreens(), demo.unverifiedContext)).toEqual([]);
  expect(await visit(listRestrictedScreens(), demo.restrictedContext)).toEqual([]);
}, 300_000);

it('dialogs keep the focus, close with Escape, and then leave it on a button that opens a popup or on no element', async () => {
  const withDialogs = screens.filter(({ states }) => states?.some(({ staysOpen }) => !staysOpen));
  const visits = withDialogs.map((screen) => ({ screen, width: 1440 }));
  const problems = await visitAll(visits, async (page, { states = [] }) => {
    const found: string[] = [];
    for (const state of states) {
      if (state.layout === 'narrow') continue;
      await state.open(page);
      if (state.staysOpen) continue;
      const stateProblems = await tabThroughDialog(page);
      await page.keyboard.press('Escape');
      await waitFor(`${state.name} is closed`, async () => (await page.locator(overlays).count()) === 0);
      const isFocusExpected = await page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-haspopup') !== null ||
          document.activeElement === document.body,
      );
      if (!isFocusExpected)
        stateProblems.push('after it closed, the focus is on an element that opens no popup');
      found.push(...stateProblems.map((problem) => `${state.name}: ${problem}`));
    }
    return found;
  });
  expect(problems).toEqual([]);
}, 900_000);

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
