import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { exportReportTable } from '#lib/dashboard/reports/export-report';
import { printReport } from '#lib/dashboard/reports/print-report';
import { createReport, getReport } from '#lib/dashboard/reports/reports';
import { freezeReport } from '#lib/registry/freeze-report';
import { brandIds, createObservedProject } from '#tests/dashboard/analytics/support/observations';
import { findBrowser } from '#tests/support/browser';
import { openTestDatabase } from '#tests/support/database';
import { createOwner } from '#tests/support/owners';

const db = await openTestDatabase({ max: 2 });
const context = await createOwner(db);
const { projectId } = await createObservedProject(db, context.organizationId);
const { id: reportId } = await createReport(context, {
  projectId,
  name: 'March',
  filters: `from=2026-03-01&to=2026-03-10&country=US&brand=${brandIds[1]}`,
  blocks: [
    { id: 'brands', kind: 'brands', competitorId: null },
    { id: 'any', kind: 'head-to-head', competitorId: null },
    { id: 'one', kind: 'head-to-head', competitorId: brandIds[2] ?? '' },
  ],
});

/** Serves a page in place of the report that is printed. */
const site = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html' });
  response.end('<html lang="en"><title>March</title><body><main><h1>March</h1></main>');
});
await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

async function nameTable(table: string, query: string): Promise<string> {
  const searchParameters = new URLSearchParams(query);
  const input = { projectId, reportId, table, format: 'csv', searchParameters };
  const { name, body } = await exportReportTable(context, input);
  body.destroy();
  return name;
}

async function namePdf(query: string): Promise<string> {
  const { executablePath, env } = await findBrowser();
  for (const name of ['LD_LIBRARY_PATH', 'FONTCONFIG_PATH']) {
    if (env[name]) process.env[name] = env[name];
  }
  const { port } = site.address() as AddressInfo;
  const settings = { CHROMIUM_PATH: executablePath, PRINT_BASE_URL: `http://127.0.0.1:${port}` };
  const report = await getReport(context, { projectId, reportId });
  return (await printReport(context, report, { settings, paper: 'A4', query })).name;
}

test('names exports of a report by its period and filters, including those that the viewer chose', async () => {
  const narrowed = 'from=2026-03-04&to=2026-03-06&engine=chat';
  expect(await nameTable('brands', '')).toBe('March brands 2026-03-01 to 2026-03-10 US Brand 1.csv');
  expect(await nameTable('brands', narrowed)).toBe(
    'March brands 2026-03-04 to 2026-03-06 chat US Brand 1.csv',
  );
  expect(await nameTable('head-to-head', `competitor=${brandIds[2]}`)).toBe(
    'March head-to-head 2026-03-01 to 2026-03-10 Brand 2 US Brand 1.csv',
  );
  expect(await namePdf('')).toBe('March 2026-03-01 to 2026-03-10 US Brand 1.pdf');
  expect(await namePdf(narrowed)).toBe('March 2026-03-04 to 2026-03-06 chat US Brand 1.pdf');

  // A frozen report ignores the filters of its viewer.
  await freezeReport(context, { projectId, reportId });
  expect(await nameTable('brands', narrowed)).toBe('March brands 2026-03-01 to 2026-03-10 US Brand 1.csv');
  expect(await namePdf(narrowed)).toBe('March 2026-03-01 to 2026-03-10 US Brand 1.pdf');
});
