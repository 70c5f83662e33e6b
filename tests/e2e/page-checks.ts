import axe from 'axe-core';
import type { Page } from 'playwright';

/** Tags of axe's rules for WCAG 2.2 AA and best practices. */
const ruleTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that depend on the color scheme. */
export const colorRules = ['color-contrast', 'link-in-text-block'];

interface AxeOptions {
  /** Selector of the elements to check. */
  within?: string;
  /** Rules or tags of rules; by default WCAG 2.2 AA and best practices. */
  rules?: readonly string[];
}

/** Returns violations found by axe. It skips iframes: stored pages are sandboxed and run no scripts. */
export async function findAccessibilityIssues(
  page: Page,
  { within = 'html', rules = ruleTags }: AxeOptions = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ include, runOnly }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      // Details of other results are expensive to collect.
      const { violations } = await axe.run(
        { include: [include] },
        { runOnly, iframes: false, resultTypes: ['violations'] },
      );
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
      );
    },
    { include: within, runOnly: [...rules] },
  );
}

/** Returns by how many pixels the page is wider than the window. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Adds up the layout shift of each page in `<html data-layout-shift>`. */
export async function observeLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const { dataset } = document.documentElement;
      for (const entry of list.getEntries()) {
        const value = 'value' in entry && typeof entry.value === 'number' ? entry.value : 0;
        dataset.layoutShift = String(Number(dataset.layoutShift ?? 0) + value);
        const sources = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : [];
        const names = sources.map(
          ({ node }) => node?.getAttribute?.('aria-label') ?? node?.textContent ?? '',
        );
        dataset.shiftedElements = `${dataset.shiftedElements ?? ''}${names.map((name) => name.slice(0, 60)).join(', ')}; `;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the cumulative layout shift of the page; under 0.1 is considered good. */
export function getLayoutShift(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset.layoutShift ?? 0));
}

/** Returns labels or text of the elements that shifted. */
export function getShiftedElements(page: Page): Promise<string> {
  return page.evaluate(() => document.documentElement.dataset.shiftedElements ?? '');
}
