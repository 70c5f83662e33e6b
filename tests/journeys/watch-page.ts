import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

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

/** What axe finds serious or critical on the page as it stands, a line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .flatMap((violation) => violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')}`));
}

/** Pixels by which the page is wider than its window: 0 where nothing sticks out. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Adds up on `<html data-moved>` by how much each page shifts while it loads. */
export async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const { dataset } = document.documentElement;
      for (const entry of list.getEntries()) {
        const moved = 'value' in entry && typeof entry.value === 'number' ? entry.value : 0;
        dataset.moved = String(Number(dataset.moved ?? 0) + moved);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
