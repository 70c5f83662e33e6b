import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DemoIds, Screen } from '#tests/e2e/screens/screen';
import { type Demo, openDemo } from './open-demo';
import { type View, visitScreens } from './visit-screens';
import { findAccessibilityIssues } from './watch-page';

/** A folder for a picture of every view. */
const shots = process.env.SHOTS;

/** Holds every screen of a kind, with what opens on it, at every width and in light and dark. */
export function checkScreens(kinds: Record<string, (places: DemoIds) => Screen[]>): void {
  let demo: Demo;

  beforeAll(async () => {
    demo = await openDemo();
  }, 400_000);

  afterAll(() => demo?.close());

  it.each(Object.entries(kinds))(
    '%s screens do not shift or overflow, and pass axe without console errors',
    async (_, screensOf) => {
      const { context, instance, places } = demo;
      expect(await visitScreens({ context, address: instance.address, look }, screensOf(places))).toEqual([]);
    },
    480_000,
  );
}

/** Judges a view with axe: all rules in light, in dark those of colours; of what lies over the page itself. */
async function look({ page, name, width, scheme, open }: View): Promise<string[]> {
  if (shots) {
    const path = `${shots}/${name}-${width}-${scheme}.png`;
    // A whole page shows what is otherwise laid out only near the reader.
    const style = '.below section { content-visibility: visible !important }';
    await page.screenshot({ path, style, fullPage: !open });
  }
  return findAccessibilityIssues(page, {
    coloursOnly: scheme === 'dark',
    ...(open ? { within: '[role="dialog"], [role="alertdialog"], [role="menu"]' } : {}),
  });
}
