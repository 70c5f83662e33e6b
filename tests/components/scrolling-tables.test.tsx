import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright';
import { renderToStaticMarkup } from 'react-dom/server';
import { compile } from 'tailwindcss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataTable } from '#components/sections/data-table';
import { findAccessibilityIssues, measureOverflow } from '#tests/e2e/page-checks';
import { launchBrowser } from '#tests/support/browser';

const columnNames = ['Citation share', 'Change', 'Cited in', 'Listed in', 'Cited when listed'];
const rows = ['alpine.example', 'ridge.example', 'summit.example'].map((domain) => ({ domain }));
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function openTable(columnCount: number): Promise<Page> {
  const html = renderToStaticMarkup(
    <main className="p-6">
      <h1>Sources</h1>
      <DataTable
        label="Domains"
        rows={rows}
        getKey={({ domain }) => domain}
        isHighlighted={({ domain }) => domain === 'ridge.example'}
        columns={[
          { head: 'Domain', className: 'min-w-36', cell: ({ domain }) => <a href="#domain">{domain}</a> },
          ...columnNames
            .slice(0, columnCount)
            .map((head) => ({ head, numericCell: () => <a href="#answers">12.3%</a> })),
        ]}
      />
    </main>,
  );
  const { resolve } = createRequire(import.meta.url);
  const { build } = await compile(readFileSync('app/globals.css', 'utf8'), {
    loadStylesheet: async (id, base) => {
      const path = resolve(`${id}/index.css`);
      return { path, base, content: readFileSync(path, 'utf8') };
    },
  });
  const css = build([...new Set(html.split(/[\s"=]+/))]);
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.setContent(
    `<!doctype html><html lang="en"><title>Sources</title><meta name="viewport" content="width=device-width"><style>${css}</style>${html}</html>`,
  );
  return page;
}

test('keeps the first column in place while the others of a wide table scroll', async () => {
  const page = await openTable(columnNames.length);
  const firstCells = page.locator('tr > :first-child');
  const measureLeft = () =>
    firstCells.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().left));
  const initial = await measureLeft();
  expect(await measureOverflow(page)).toBe(0);
  await page
    .locator('table')
    .evaluate(({ parentElement }) => parentElement?.scrollTo({ left: parentElement.scrollWidth }));
  await expect.poll(() => page.locator('tr > :last-child').first().isVisible()).toBe(true);
  expect(await measureLeft()).toEqual(initial);
  const box = await page.locator('tbody td').first().boundingBox();
  expect(box?.width).toBeLessThanOrEqual(170);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page
      .locator('tbody tr')
      .last()
      .hover({ position: { x: 10, y: 10 } });
    const colors = await page
      .locator('tbody td:first-child')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor));
    const pageColor = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(colors).toEqual(rows.map(() => pageColor));
    expect(await findAccessibilityIssues(page), colorScheme).toEqual([]);
  }
  await page.close();
});

test('does not pin the first column of a table that fits', async () => {
  const page = await openTable(1);
  expect(
    await page
      .locator('td')
      .first()
      .evaluate((cell) => getComputedStyle(cell).position),
  ).toBe('static');
  await page.close();
});

test('scrolls a focused link out from under the first column', async () => {
  const page = await openTable(columnNames.length);
  const scroller = page.locator('div:has(> table)');
  await scroller.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  await page.locator('tbody tr').first().locator('td').nth(2).locator('a').focus();
  await page.keyboard.press('Shift+Tab');
  const link = await page.locator(':focus').boundingBox();
  const pinned = await page.locator('tbody td').first().boundingBox();
  expect(link?.x).toBeGreaterThanOrEqual((pinned?.x ?? 0) + (pinned?.width ?? 0));
  await page.close();
});
