import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#lib/core/time';
import { saveBranding } from '#lib/dashboard/reports/branding';
import { createPrintToken } from '#lib/dashboard/reports/print-tokens';
import type { Context } from '#lib/db/context';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import { addTableOfContents } from '#lib/pdf/table-of-contents';
import { findBrowser } from '#tests/support/browser';
import { readPdf } from '#tests/support/read-pdf';
import { shareOverview } from '#tests/support/reports';
import { type Demo, openDemo } from './open-demo';

/** A PNG image of one pixel. */
const logoPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const branding = { logoPng, accentColor: '#8a1c4a', footer: 'Norddata, confidential' };

let demo: Demo;
let db: PooledDatabase;
let owner: Context;

beforeAll(async () => {
  const { executablePath, env } = await findBrowser();
  const { LD_LIBRARY_PATH = '', FONTCONFIG_PATH = '' } = env;
  demo = await openDemo({ env: { CHROMIUM_PATH: executablePath, LD_LIBRARY_PATH, FONTCONFIG_PATH } });
  db = openDatabase(demo.instance.env.DATABASE_URL ?? '', { max: 2 });
  const { rows } = await db.$client.query('SELECT organization_id FROM projects WHERE id = $1', [
    demo.ids.projectId,
  ]);
  const organizationId = rows[0].organization_id;
  owner = { db, clock: systemClock, organizationId, actor: { kind: 'operator' } };
  await saveBranding(owner, branding);
}, 300_000);

afterAll(async () => {
  await db?.$client.end();
  await demo?.close();
});

/** Returns the numbers in a text as sorted strings, without the minute of “As of”, which can differ between two readings. */
const listNumbers = (text: string) =>
  (text.replace(/(As of .*?\d\d):\d\d/, '$1').match(/\d[\d,.]*\d|\d/g) ?? []).toSorted();

/** Returns the visible text of the page, without texts that only screen readers get. */
async function readShownText(page: Page): Promise<string> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('main *')) {
      const { position, width, overflow } = getComputedStyle(element);
      if (position === 'absolute' && width === '1px' && overflow === 'hidden') element.remove();
    }
  });
  return (await page.locator('main').allInnerTexts()).join('\n');
}

/** Downloads the PDF of the page and reads it. */
async function download(page: Page, paper: 'A4' | 'Letter') {
  await page.getByRole('button', { name: 'PDF' }).click();
  const downloading = page.waitForEvent('download', { timeout: 120_000 });
  await page.getByRole('button', { name: `Download ${paper}` }).click();
  const file = await downloading;
  const bytes = readFileSync(await file.path());
  return { name: file.suggestedFilename(), bytes, ...(await readPdf(bytes)) };
}

it('downloads a report as PDF with exactly the numbers of its page', async () => {
  const { instance, context, ids } = demo;
  const { projectId, reportId } = ids;
  const page = await context.newPage();
  await page.goto(`${instance.url}/projects/${projectId}/reports/${reportId}`);
  const pdf = await download(page, 'A4');
  expect(pdf.name).toMatch(/ overview \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.pdf$/);
  expect(pdf.isTagged).toBe(true);
  expect(pdf.outline.length).toBeGreaterThan(5);
  expect(pdf.internalLinks).toBeGreaterThan(5);
  expect(JSON.stringify(pdf.outline)).toContain('About this report');
  const disclosure = pdf.pages.findIndex((content) => content.includes('Period, answers and failures'));
  expect(disclosure).toBeGreaterThan(0);
  // Lines break where the paper is narrow.
  const disclosed = pdf.pages.slice(disclosure).join('\n').replaceAll(/\s+/g, ' ');
  expect(disclosed).toContain('No brand paid to appear here');
  const token = await createPrintToken(owner, { projectId, reportId, query: '' });
  await page.setViewportSize({ width: 880, height: 1_200 });
  await page.emulateMedia({ media: 'print' });
  await page.goto(`${instance.url}/print/${token}`, { waitUntil: 'networkidle' });
  await page.evaluate(addTableOfContents);
  expect(await page.locator('main img').getAttribute('src')).toContain(logoPng);
  expect(
    await page
      .locator('main > div')
      .first()
      .evaluate((line) => getComputedStyle(line).borderTopColor),
  ).toBe('rgb(138, 28, 74)');
  for (const content of pdf.pages) expect(content).toContain(branding.footer);
  const text = await readShownText(page);
  const printed = pdf.pages.map((content, index) =>
    content.replace(new RegExp(`${index + 1} / ${pdf.pages.length}\\s*$`), ''),
  );
  expect(listNumbers(printed.join('\n'))).toEqual(listNumbers(text));
  // The token can be used only once.
  expect((await page.request.get(`${instance.url}/print/${token}`)).status()).toBe(404);
});

it('a shared report can be downloaded as PDF only if its link allows downloads', async () => {
  const { instance, browser, ids } = demo;
  const refused = await fetch(`${instance.url}/share/${ids.shareToken}/pdf`);
  expect([refused.status, await refused.text()]).toEqual([404, 'Not found.\n']);
  const { token } = await shareOverview(owner, { projectId: ids.projectId, allowsDownloads: true });
  const visitor = await browser.newPage();
  await visitor.goto(`${instance.url}/share/${token}`);
  const pdf = await download(visitor, 'Letter');
  expect(pdf.size).toEqual([expect.closeTo(612, 0), expect.closeTo(792, 0)]);
  expect(pdf.pages[0]).toContain('overview');
  await visitor.close();
});
