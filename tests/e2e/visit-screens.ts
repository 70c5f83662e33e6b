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

/** A screen, or a dialog open on it. */
export interface View {
  page: Page;
  /** Such as `overview` or `overview-palette`. */
  name: string;
  width: number;
  scheme: Scheme;
  /** Whether a dialog or menu is open. */
  open: boolean;
}

interface Visit {
  context: BrowserContext;
  /** URL of the instance. */
  address: string;
  /** Checks a view and returns its issues. */
  look(view: View): Promise<string[]>;
}

/**
 * Visits every screen at every width with its dialogs, in light and dark.
 * @returns issues: those found by `look`, layout shifts, overflow, console errors and requests to other hosts
 */
export async function visitScreens(visit: Visit, screens: readonly Screen[]): Promise<string[]> {
  const left = screens.flatMap((screen) => widths.map((width) => ({ screen, width })));
  const found = await Promise.all(
    Array.from({ length: pagesAtOnce }, async () => {
      const page = await visit.context.newPage();
      await observeLayoutShift(page);
      const faults = watchPage(page, visit.address);
      const found: string[] = [];
      for (let next = left.shift(); next; next = left.shift()) {
        const { screen, width } = next;
        const issues = await visitScreen(visit, page, screen, width);
        found.push(
          ...[...issues, ...faults.splice(0)].map((fault) => `${screen.name} at ${width}: ${fault}`),
        );
      }
      await page.close();
      return found;
    }),
  );
  return found.flat();
}

async function visitScreen(visit: Visit, page: Page, screen: Screen, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(visit.address + screen.path);
  const found: string[] = [];
  try {
    await screen.shown(page).waitFor();
    await page.evaluate(() => document.fonts.ready);
    // The first pointer event loads the interactive charts, which must not shift the layout either.
    await page.mouse.move(2, 2);
    await settled(page);
    const moved = await getLayoutShift(page);
    if (moved > maxLayoutShift)
      found.push(`layout shift of ${moved.toFixed(3)}  while loading: ${await getShiftedElements(page)}`);
    found.push(...(await lookAt(visit, { page, name: screen.name, width, open: false })));
    for (const opening of screen.opens ?? []) {
      if (opening.at && (opening.at === 'narrow') !== width < 768) continue;
      const name = `${screen.name}-${opening.name.replaceAll(/\W+/g, '-')}`;
      await opening.open(page);
      const issues = await lookAt(visit, { page, name, width, open: !opening.stays });
      found.push(...issues.map((finding) => `${opening.name}: ${finding}`));
      if (!opening.stays) await close(page);
    }
  } catch (error) {
    found.push(String(error));
  }
  return found;
}

/** Waits for network idle, with a limit for screens that poll. */
async function settled(page: Page): Promise<void> {
  await Promise.race([page.waitForLoadState('networkidle'), delay(maxSettlingMs)]);
}

const floating = '[role="dialog"], [role="alertdialog"], [role="menu"]';

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await waitFor('the dialog is closed', async () => (await page.locator(floating).count()) === 0);
}

/** Checks the page in both color schemes. */
async function lookAt({ look }: Visit, view: Omit<View, 'scheme'>): Promise<string[]> {
  const { page } = view;
  const found: string[] = [];
  // Scrolled down, rows partly under the sticky bar would count as too small targets.
  if (!view.open) await page.evaluate(() => window.scrollTo(0, 0));
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme });
    found.push(...(await look({ ...view, scheme })).map((finding) => `in ${scheme}: ${finding}`));
  }
  try {
    await waitFor('the page fits', async () => (await measureOverflow(page)) === 0, { seconds: 3 });
  } catch {
    found.push(`overflow of ${await measureOverflow(page)} px`);
  }
  return found;
}
