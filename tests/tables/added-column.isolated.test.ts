import { buffer } from 'node:stream/consumers';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  PathParamsContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { createElement } from 'react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Column } from '#lib/contract/tables/define-table';
import { type SourceRow, sourcesTable } from '#lib/contract/tables/sources';
import { ledgerTable } from '#lib/contract/tables/usage';
import { toUtcDay } from '#lib/core/time';
import type { ReportData } from '#lib/dashboard/reports/report-data';

const added: Column<SourceRow> = {
  key: 'listedOnly',
  label: 'Listed only',
  description: 'Answers that list the domain without citing it.',
  type: 'count',
  value: ({ listed, cited }) => listed.numerator - cited.numerator,
};
const addedToLedger: Column<{ kind: string }> = {
  key: 'type',
  label: 'Type',
  description: 'The entry in capital letters.',
  value: ({ kind }) => kind.toUpperCase(),
};
// Everything that reads the definition is imported afterwards, as if the columns stood in its file.
Array.prototype.push.call(sourcesTable.columns, added);
Array.prototype.push.call(ledgerTable.columns, addedToLedger);

const { DomainsTable } = await import('#components/sources/domains-table');
const { PageBlock } = await import('#components/reports/page-block');
const { buildOpenApiDocument } = await import('#lib/contract/openapi/document');
const { getSources } = await import('#lib/dashboard/analytics/sources/sources');
const { exportTable } = await import('#lib/dashboard/exports/export-table');
const { exportReportTable } = await import('#lib/dashboard/reports/export-report');
const { getFrozenReport } = await import('#lib/dashboard/reports/freeze-report');
const { loadReportData } = await import('#lib/dashboard/reports/report-data');
const { createReport, getReport } = await import('#lib/dashboard/reports/reports');
const { createOperatorContext } = await import('#lib/db/context');
const { freezeReport } = await import('#lib/registry/freeze-report');
const { exportOrganizationTable } = await import('#lib/registry/organization-tables');
const { createApiKey } = await import('#lib/service/api-keys/api-keys');
const { listLedger } = await import('#lib/service/usage/list-ledger');
const observations = await import('#tests/dashboard/analytics/support/observations');
const { readCsv } = await import('#tests/dashboard/exports/read-file');
const { buildMetricFilters } = await import('#tests/support/metric-filters');
const { readXlsx } = await import('#tests/support/read-xlsx');
const { renderInApp } = await import('#tests/support/render-in-app');
const { startService } = await import('#tests/support/service');

const { LedgerTable } = await import('../../app/(dashboard)/developers/usage/ledger-table');

const testService = await startService();
afterAll(() => testService.stop());
const tenant = await testService.createTenant();
const context = createOperatorContext(testService.service, tenant.id);
const { projectId } = await observations.createObservedProject(testService.db, tenant.id);
const { firstDay } = observations;
const period = { from: firstDay, to: firstDay, compare: 'none' } as const;
const filters = buildMetricFilters({ projectId, ...period });
const brand = { id: observations.ownBrandId, name: 'Brand 0', role: 'own', colorIndex: 0 } as const;
const pageContext = { projectId, query: '', brands: [brand], selectedBrand: brand };
/** Four answers list the domain; one of them cites it. */
const expected = 3;

beforeAll(async () => {
  const scope = { organizationId: tenant.id, projectId };
  const stored = Array.from({ length: 4 }, (_, prompt) => ({
    day: 0,
    prompt,
    engine: 'chat',
    country: 'US',
    status: 'answered' as const,
    ranks: [1, null, null],
    sources: [{ domain: 'news.example', citations: prompt === 0 ? 1 : 0 }],
  }));
  await observations.storeRollups(testService.db, scope, stored);
  await observations.storeRuns(testService.db, scope, [firstDay]);
  await observations.storeAnswers(testService.db, scope, stored);
});

const getTexts = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, 'g'))].map(([cell]) =>
    cell.replace(/<[^>]*>/g, ''),
  );

test('the page shows a column that was added to the definition of its table', async () => {
  const { sources } = await getSources(context, filters);
  const list = { type: null, order: 'citations', page: 1 } as const;
  const html = renderInApp(createElement(DomainsTable, { pageContext, list, sources }));
  expect(getTexts(html, 'th').at(-1)).toBe('Listed only');
  expect(getTexts(html, 'td').at(-1)).toBe(String(expected));
  expect(html).toContain('title="Answers that list the domain without citing it."');
});

const block = { id: 'domains', kind: 'domains', competitorId: null } as const;

function renderReport(data: ReportData): string {
  const shared = createElement(PageBlock, { block, data, linkContext: undefined });
  return renderInApp(
    createElement(
      PathParamsContext,
      { value: { token: 'secret' } },
      createElement(SearchParamsContext, { value: new URLSearchParams() }, shared),
    ),
  );
}

test('a report shows it', async () => {
  const html = renderReport(await loadReportData(context, { filters, blocks: [block] }));
  expect(getTexts(html, 'th').at(-1)).toBe('Listed only');
  expect(getTexts(html, 'td').at(-1)).toBe(String(expected));
});

test('a frozen report contains it, and one that was frozen without it leaves it empty', async () => {
  const { id: reportId } = await createReport(context, {
    projectId,
    name: 'Frozen',
    filters: new URLSearchParams(period).toString(),
    blocks: [block],
  });
  await freezeReport(context, { projectId, reportId });
  const readReport = async () => {
    const frozen = await getFrozenReport(context, await getReport(context, { projectId, reportId }));
    const file = await exportReportTable(context, {
      projectId,
      reportId,
      table: 'sources',
      format: 'csv',
      searchParameters: {},
    });
    const [labels = [], cells = []] = readCsv((await buffer(file.body)).toString('utf8'));
    const html = frozen && renderReport(frozen.data);
    return { page: html && getTexts(html, 'td').at(-1), label: labels.at(-1), cell: cells.at(-1) };
  };
  const shown = { page: String(expected), label: 'Listed only' };
  expect(await readReport()).toEqual({ ...shown, cell: String(expected) });
  await testService.db.$client.query(
    `UPDATE reports SET frozen_data = frozen_data #- '{tables,sources,0,listed_only}' WHERE id = $1`,
    [reportId],
  );
  expect(await readReport()).toEqual({ ...shown, cell: '' });
});

async function exportSources(format: string): Promise<Buffer> {
  const input = { projectId, table: 'sources', format, parameters: period };
  return buffer((await exportTable(context, input)).body);
}

test('CSV, XLSX and JSON files contain it', async () => {
  const [labels = [], cells = []] = readCsv((await exportSources('csv')).toString('utf8'));
  expect([labels.at(-1), cells.at(-1)]).toEqual(['Listed only', String(expected)]);
  const sheet = readXlsx(await exportSources('xlsx'));
  expect([sheet.labels.at(-1), sheet.rows[0]?.at(-1)?.value]).toEqual(['Listed only', expected]);
  const [row] = JSON.parse((await exportSources('json')).toString('utf8'));
  expect(row).toMatchObject({ domain: 'news.example', listed_only: expected });
});

const query = new URLSearchParams({ project: projectId, ...period });

test('/v1/metrics returns it as JSON and as CSV, and the OpenAPI document describes it', async () => {
  const { body } = await tenant.send('GET', `/v1/metrics/sources?${query}`);
  expect(body.data).toMatchObject([{ domain: 'news.example', listedOnly: expected }]);
  const { secret } = await createApiKey(context, { name: 'CSV' });
  const response = await fetch(`${testService.baseUrl}/v1/metrics/sources?${query}`, {
    headers: { Authorization: `Bearer ${secret}`, Accept: 'text/csv' },
  });
  const [labels = [], cells = []] = readCsv(await response.text());
  expect([labels.at(-1), cells.at(-1)]).toEqual(['listedOnly', String(expected)]);
  expect(JSON.stringify(buildOpenApiDocument())).toContain(
    '"listedOnly":{"type":"integer","description":"Answers that list the domain without citing it"}',
  );
});

test('the MCP tool returns it', async () => {
  const { secret } = await createApiKey(context, { name: 'agent' });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { Authorization: `Bearer ${secret}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${testService.baseUrl}/mcp`), { requestInit }),
  );
  const { from, to } = period;
  const { structuredContent } = await client.callTool({
    name: 'list_sources',
    arguments: { project: projectId, from, to },
  });
  expect(structuredContent).toMatchObject({
    columns: expect.arrayContaining(['listedOnly']),
    rows: [expect.arrayContaining(['news.example', expected])],
  });
  await client.close();
});

test('the page of a table of the organization shows it', async () => {
  const today = toUtcDay(context.clock.now());
  const { entries } = await listLedger(context, { from: today, to: today });
  const html = renderInApp(createElement(LedgerTable, { entries }));
  expect(getTexts(html, 'th').at(-1)).toBe('Type');
  expect(getTexts(html, 'td').at(-1)).toBe('GRANT');
  expect(html).toContain('title="The entry in capital letters."');
});

async function exportLedger(format: string): Promise<Buffer> {
  const input = { table: 'credit-ledger', format, parameters: {} };
  return buffer((await exportOrganizationTable(context, input)).body);
}

test('its CSV, XLSX and JSON files contain it', async () => {
  const [labels = [], cells = []] = readCsv((await exportLedger('csv')).toString('utf8'));
  expect([labels.at(-1), cells.at(-1)]).toEqual(['Type', 'GRANT']);
  const sheet = readXlsx(await exportLedger('xlsx'));
  expect([sheet.labels.at(-1), sheet.rows[0]?.at(-1)?.value]).toEqual(['Type', 'GRANT']);
  const [row] = JSON.parse((await exportLedger('json')).toString('utf8'));
  expect(row).toMatchObject({ entry: 'grant', type: 'GRANT' });
});
