import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** Everything a page did that no page of ours may do: console errors, uncaught errors, requests to another host. */
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
/** What can change with the colours alone. */
const ofColours = ['color-contrast', 'link-in-text-block'];

interface Judged {
  /** Only a part of the page, such as a dialog. */
  within?: string;
  /** Only what can differ between light and dark. */
  coloursOnly?: boolean;
}

/** What axe finds against WCAG 2.2 AA on the page as it stands, and against good practice, a line each. */
export async function findAccessibilityIssues(
  page: Page,
  { within, coloursOnly }: Judged = {},
): Promise<string[]> {
  // In the page alone: the frame of a stored page holds what an engine wrote, and no script runs in it.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (within) axe.include(within);
  const { violations } = await (coloursOnly ? axe.withRules(ofColours) : axe.withTags(tags)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** Pixels by which the page is wider than its window: 0 where nothing sticks out. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Adds up on `<html data-moved>` by how much each page shifts while it loads. */
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

/** How far the page has shifted since it was asked for, as the Layout Instability API counts; under 0.1 is called good. */
export function getLayoutShift(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset.moved ?? 0));
}

/** What it was that shifted, by its name or the beginning of its text. */
export function getShiftedElements(page: Page): Promise<string> {
  return page.evaluate(() => document.documentElement.dataset.movers ?? '');
}
