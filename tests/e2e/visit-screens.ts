import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Demo } from '#tests/e2e/open-demo';
import type { Screen } from '#tests/e2e/screens/screen';
import { waitFor } from '#tests/support/wait';
import {
  colorRules,
  findAccessibilityIssues,
  getLayoutShift,
  getShiftedElements,
  measureOverflow,
  observeLayoutShift,
} from './page-checks';
import { tabThroughDialog, tabThroughPage, watchFocus } from './watch-focus';

/** Folder for screenshots of every view, if set. */
const screenshotFolder = process.env.SCREENSHOTS;

/**
 * Runs that take screenshots check everything at three widths. Others leave out what hardly depends on the width: colors and
 * overlays at 390 px, unless they are only shown there, and at 768 px all but overflow.
 */
const isThorough = screenshotFolder !== undefined;
const narrow = 390;
const medium = 768;
const wide = 1440;
const widths = isThorough ? [narrow, medium, wide] : [narrow, wide];
const height = 844;
const maxLayoutShift = 0.02;
/** Pages that are checked at once. More than two take no less time on two cores, and pages become so slow that checks fail. */
const concurrency = 2;
const maxNetworkWaitMs = 8_000;
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** A screen in one of its states, at one width. */
interface View {
  page: Page;
  /** For example, `overview` or `overview-palette`. */
  name: string;
  width: number;
  /** True if a dialog or menu is open. */
  hasOverlay: boolean;
  /** Color schemes in which axe runs. */
  schemesWithAxe: readonly ColorScheme[];
}

const colorSchemes = ['dark', 'light'] as const;
type ColorScheme = (typeof colorSchemes)[number];

/**
 * Visits every screen and its states at every width, in light and dark, and moves the focus through it with the Tab key.
 * @returns problems: axe violations, layout shifts, overflow, and elements that the keyboard cannot use
 */
export async function visitScreens(demo: Demo, screens: readonly Screen[]): Promise<string[]> {
  const queue = screens.flatMap((screen, index) =>
    widths.map((width) => ({
      screen,
      width,
      // The order of the focus hardly depends on the width.
      checksFocus: width === wide || (width === narrow && index % 3 === 0),
    })),
  );
  const visitQueued = async () => {
    const page = await demo.context.newPage();
    await observeLayoutShift(page);
    await watchFocus(page);
    const problems: string[] = [];
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { screen, width } = next;
      const viewProblems = await visitScreen(page, demo.instance.url, next);
      problems.push(...viewProblems.map((problem) => `${screen.name} at ${width}: ${problem}`));
    }
    await page.close();
    return problems;
  };
  return (await Promise.all(Array.from({ length: concurrency }, visitQueued))).flat();
}

interface Visit {
  screen: Screen;
  width: number;
  /** Whether the Tab key moves the focus through the whole page. */
  checksFocus: boolean;
}

async function visitScreen(
  page: Page,
  instanceUrl: string,
  { screen, width, checksFocus }: Visit,
): Promise<string[]> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(instanceUrl + screen.path);
  const problems: string[] = [];
  try {
    await screen.getLastElement(page).waitFor();
    await page.evaluate(() => document.fonts.ready);
    // The first pointer event loads the interactive charts, which must not shift the layout either.
    await page.mouse.move(2, 2);
    await waitForNetwork(page);
    const shift = await getLayoutShift(page);
    if (shift > maxLayoutShift)
      problems.push(`layout shift of ${shift.toFixed(3)} while loading: ${await getShiftedElements(page)}`);
    const schemesWithAxe: readonly ColorScheme[] = isThorough || width === wide ? colorSchemes : ['light'];
    problems.push(
      ...(await checkView({ page, name: screen.name, width, hasOverlay: false, schemesWithAxe })),
    );
    if (checksFocus) problems.push(...(await tabThroughPage(page)));
    for (const state of screen.states ?? []) {
      if (state.layout && (state.layout === 'narrow') !== width < medium) continue;
      const name = `${screen.name}-${state.name.replaceAll(/\W+/g, '-')}`;
      await state.open(page);
      const hasOverlay = (await page.locator(overlays).count()) > 0;
      const isFirst = isThorough || width === wide || state.layout === 'narrow';
      const stateProblems = await checkView({
        page,
        name,
        width,
        hasOverlay,
        schemesWithAxe: isFirst ? colorSchemes : [],
      });
      if (!state.staysOpen) {
        if (width === wide) stateProblems.push(...(await tabThroughDialog(page)));
        await closeOverlay(page);
        if (width === wide) stateProblems.push(...(await checkReturnedFocus(page)));
      }
      problems.push(...stateProblems.map((problem) => `${state.name}: ${problem}`));
    }
    if (!isThorough && width === wide) {
      await page.setViewportSize({ width: medium, height });
      const mediumProblems = await checkOverflow(page);
      problems.push(...mediumProblems.map((problem) => `at ${medium}: ${problem}`));
    }
  } catch (error) {
    problems.push(String(error));
  }
  return problems;
}

/** Waits for network idle, with a limit for screens that poll. */
async function waitForNetwork(page: Page): Promise<void> {
  await Promise.race([page.waitForLoadState('networkidle'), delay(maxNetworkWaitMs)]);
}

async function closeOverlay(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await waitFor('the dialog is closed', async () => (await page.locator(overlays).count()) === 0);
}

/** Returns a problem if the focus is neither on the button that opens the popup nor on no element. */
async function checkReturnedFocus(page: Page): Promise<string[]> {
  const isExpected = await page.evaluate(
    () =>
      document.activeElement?.getAttribute('aria-haspopup') !== null ||
      document.activeElement === document.body,
  );
  return isExpected ? [] : ['after it closed, the focus is on an element that opens no popup'];
}

/** Checks for overflow and runs axe: all rules in light mode, color rules in dark mode; only in the dialog if one is open. */
async function checkView(view: View): Promise<string[]> {
  const { page, width, hasOverlay, schemesWithAxe } = view;
  const problems: string[] = [];
  // On a scrolled page, axe would report rows partly under the sticky bar as targets that are too small.
  if (!hasOverlay) await page.evaluate(() => window.scrollTo(0, 0));
  for (const scheme of schemesWithAxe) {
    await page.emulateMedia({ colorScheme: scheme });
    if (screenshotFolder)
      await takeScreenshot(view, `${screenshotFolder}/${view.name}-${width}-${scheme}.png`);
    const issues = await findAccessibilityIssues(page, {
      ...(scheme === 'dark' ? { rules: colorRules } : {}),
      ...(hasOverlay ? { within: overlays } : {}),
    });
    problems.push(...issues.map((issue) => `in ${scheme}: ${issue}`));
  }
  return [...problems, ...(await checkOverflow(page))];
}

/** Returns a problem if the page is wider than the window and stays so. */
async function checkOverflow(page: Page): Promise<string[]> {
  try {
    await waitFor('the page fits', async () => (await measureOverflow(page)) === 0, { seconds: 3 });
    return [];
  } catch {
    return [`overflow of ${await measureOverflow(page)} px`];
  }
}

async function takeScreenshot({ page, hasOverlay }: View, path: string): Promise<void> {
  // Renders sections that are otherwise skipped while off-screen.
  const style = '.lazy-sections section { content-visibility: visible !important }';
  await page.screenshot({ path, style, fullPage: !hasOverlay });
}
