import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DemoIds, Screen } from '#tests/e2e/screens/screen';
import { type Demo, openDemo } from './open-demo';
import { type View, visitScreens } from './visit-screens';
import { findAccessibilityIssues } from './watch-page';

/** Folder for screenshots of every view, if set. */
const shots = process.env.SHOTS;

/** Tests every screen and its dialogs at every width, in light and dark. */
export function checkScreens(kinds: Record<string, (ids: DemoIds) => Screen[]>): void {
  let demo: Demo;

  beforeAll(async () => {
    demo = await openDemo();
  }, 400_000);

  afterAll(() => demo?.close());

  it.each(Object.entries(kinds))(
    '%s screens do not shift or overflow, and pass axe without console errors',
    async (_, screensOf) => {
      const { context, instance, ids } = demo;
      expect(await visitScreens({ context, address: instance.address, look }, screensOf(ids))).toEqual([]);
    },
    480_000,
  );
}

/** Checks a view with axe: all rules in light, color rules in dark, within the open dialog if there is one. */
async function look({ page, name, width, scheme, open }: View): Promise<string[]> {
  if (shots) {
    const path = `${shots}/${name}-${width}-${scheme}.png`;
    // Renders sections that are otherwise skipped while off-screen.
    const style = '.below section { content-visibility: visible !important }';
    await page.screenshot({ path, style, fullPage: !open });
  }
  return findAccessibilityIssues(page, {
    colorsOnly: scheme === 'dark',
    ...(open ? { within: '[role="dialog"], [role="alertdialog"], [role="menu"]' } : {}),
  });
}
