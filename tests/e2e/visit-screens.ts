import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';
import type { Screen } from '#tests/e2e/screens/screen';
import { waitFor } from '#tests/support/wait';
import {
  getLayoutShift,
  getShiftedElements,
  measureOverflow,
  observeLayoutShift,
  watchPage,
} from './watch-page';

const widths = [390, 768, 1440] as const;
const height = 844;
const schemes = ['dark', 'light'] as const;
const maxLayoutShift = 0.02;
const pagesAtOnce = 4;
const maxSettlingMs = 8_000;

export type Scheme = (typeof schemes)[number];

/** A screen as it stands, or with something open on it. */
export interface View {
  page: Page;
  /** Such as `overview` or `overview-palette`. */
  name: string;
  width: number;
  scheme: Scheme;
  /** Whether something lies over the page. */
  open: boolean;
}

interface Walk {
  context: BrowserContext;
  /** The instance's, such as http://127.0.0.1:41234 */
  address: string;
  /** Looks at each view; tells what it finds wrong. */
  look(view: View): Promise<string[]>;
}

/**
 * Loads every screen at every width, opens what can be opened on it, and has it looked at in light and dark.
 * @returns what no screen may have, a line each: what the look found, a shift while it loads, something wider than
 * the window, a console error, a request to another host
 */
export async function visitScreens(walk: Walk, screens: readonly Screen[]): Promise<string[]> {
  const left = screens.flatMap((screen) => widths.map((width) => ({ screen, width })));
  const found = await Promise.all(
    Array.from({ length: pagesAtOnce }, async () => {
      const page = await walk.context.newPage();
      await observeLayoutShift(page);
      const faults = watchPage(page, walk.address);
      const found: string[] = [];
      for (let next = left.shift(); next; next = left.shift()) {
        const { screen, width } = next;
        const told = await walkScreen(walk, page, screen, width);
        found.push(...[...told, ...faults.splice(0)].map((fault) => `${screen.name} at ${width}: ${fault}`));
      }
      await page.close();
      return found;
    }),
  );
  return found.flat();
}

async function walkScreen(walk: Walk, page: Page, screen: Screen, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(walk.address + screen.path);
  const found: string[] = [];
  try {
    await screen.shown(page).waitFor();
    await page.evaluate(() => document.fonts.ready);
    // The first sign of a reader has the charts loaded that answer to the pointer; they must not move anything either.
    await page.mouse.move(2, 2);
    await settled(page);
    const moved = await getLayoutShift(page);
    if (moved > maxLayoutShift)
      found.push(`it moves by ${moved.toFixed(3)} while it loads: ${await getShiftedElements(page)}`);
    found.push(...(await lookAt(walk, { page, name: screen.name, width, open: false })));
    for (const opening of screen.opens ?? []) {
      if (opening.at && (opening.at === 'narrow') !== width < 768) continue;
      const name = `${screen.name}-${opening.name.replaceAll(/\W+/g, '-')}`;
      await opening.open(page);
      const told = await lookAt(walk, { page, name, width, open: !opening.stays });
      found.push(...told.map((finding) => `${opening.name}: ${finding}`));
      if (!opening.stays) await close(page);
    }
  } catch (error) {
    found.push(String(error));
  }
  return found;
}

/** Until nothing is asked for any more; a screen that renews itself while runs go on never gets there. */
async function settled(page: Page): Promise<void> {
  await Promise.race([page.waitForLoadState('networkidle'), delay(maxSettlingMs)]);
}

const floating = '[role="dialog"], [role="alertdialog"], [role="menu"]';

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await waitFor('what was open has closed', async () => (await page.locator(floating).count()) === 0);
}

/** Has the page looked at as it stands, in both schemes, and leaves it light. */
async function lookAt({ look }: Walk, view: Omit<View, 'scheme'>): Promise<string[]> {
  const { page } = view;
  const found: string[] = [];
  // Farther down, rows half under the bar would count as too small to press.
  if (!view.open) await page.evaluate(() => window.scrollTo(0, 0));
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme });
    found.push(...(await look({ ...view, scheme })).map((finding) => `in ${scheme}: ${finding}`));
  }
  try {
    await waitFor('the page fits', async () => (await measureOverflow(page)) === 0, { seconds: 3 });
  } catch {
    found.push(`it sticks out by ${await measureOverflow(page)} px`);
  }
  return found;
}
