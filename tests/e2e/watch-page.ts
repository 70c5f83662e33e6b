import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** Collects console errors, uncaught errors and requests to other hosts. */
export function watchPage(page: Page, address: string): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const own = [address, 'data:', 'blob:'].some((start) => request.url().startsWith(start));
    if (!own) faults.push(`another host: ${request.url()}`);
  });
  return faults;
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that depend on colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];

interface AxeOptions {
  /** Selector of the part to check. */
  within?: string;
  /** Only rules that depend on the color scheme. */
  colorsOnly?: boolean;
}

/** Returns violations of WCAG 2.2 AA and best practices found by axe. */
export async function findAccessibilityIssues(
  page: Page,
  { within, colorsOnly }: AxeOptions = {},
): Promise<string[]> {
  // Legacy mode skips iframes: stored pages are sandboxed and run no scripts.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (within) axe.include(within);
  const { violations } = await (colorsOnly ? axe.withRules(colorRules) : axe.withTags(tags)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** Returns by how many pixels the page is wider than the window. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Sums up the layout shift of each page on `<html data-moved>`. */
export async function observeLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const { dataset } = document.documentElement;
      for (const entry of list.getEntries()) {
        const moved = 'value' in entry && typeof entry.value === 'number' ? entry.value : 0;
        dataset.moved = String(Number(dataset.moved ?? 0) + moved);
        const sources = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : [];
        const names = sources.map(
          ({ node }) => node?.getAttribute?.('aria-label') ?? node?.textContent ?? '',
        );
        dataset.movers = `${dataset.movers ?? ''}${names.map((name) => name.slice(0, 60)).join(', ')}; `;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the cumulative layout shift of the page; under 0.1 is considered good. */
export function getLayoutShift(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset.moved ?? 0));
}

/** Returns labels or text of the elements that shifted. */
export function getShiftedElements(page: Page): Promise<string> {
  return page.evaluate(() => document.documentElement.dataset.movers ?? '');
}
