import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { parse } from 'csv-parse/sync';
import { afterAll, expect, test } from 'vitest';
import { listDays } from '#lib/core/time';
import { createObservedProject, firstDay, storeRuns } from '#tests/dashboard/analytics/support/observations';
import { startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());
const { id, secret } = await testService.createTenant();
const { projectId } = await createObservedProject(testService.db, id);
await storeRuns(testService.db, { organizationId: id, projectId }, listDays(firstDay, '2026-03-10'));
const document = readFileSync(join(import.meta.dirname, '../../../docs/metrics-api.md'), 'utf8');

/** Returns the examples in a language, for this service and project. */
function listExamples(language: string): string[] {
  return [...document.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) =>
    text
      .replaceAll('https://answers.example.com', testService.baseUrl)
      .replaceAll('project=PROJECT', `project=${projectId}`)
      .replaceAll('Bearer API_KEY', `Bearer ${secret}`),
  );
}

test('the curl examples return the project and the metrics of its brands', async () => {
  const env = { ...process.env, ANSWERSCOPE_API_KEY: secret, PROJECT: projectId };
  const outputs = await Promise.all(
    listExamples('sh').map(async (text) => (await promisify(execFile)('sh', ['-c', text], { env })).stdout),
  );
  expect(outputs).toHaveLength(2);
  expect(JSON.parse(outputs[0] ?? '').data).toMatchObject([{ id: projectId, engines: ['chat', 'gen'] }]);
  const rows: Record<string, string>[] = parse(outputs[1] ?? '', { columns: true });
  expect(rows.map(({ brand }) => brand)).toEqual(['Brand 0', 'Brand 1', 'Brand 2']);
});

test('the DuckDB example selects columns that the CSV has, and the HEAD request that DuckDB sends first succeeds', async () => {
  const [query = ''] = listExamples('sql');
  const url = /read_csv\('([^']+)'/.exec(query)?.[1] ?? '';
  const headers = Object.fromEntries(
    [...(/MAP \{(.*?)\}/.exec(query)?.[1] ?? '').matchAll(/'([^']+)': '([^']+)'/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
  const head = await fetch(url, { method: 'HEAD', headers });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const rows: Record<string, string>[] = parse(await (await fetch(url, { headers })).text(), {
    columns: true,
  });
  // 3 brands on 10 days.
  expect(rows).toHaveLength(30);
  const columns = (/SELECT "from" AS day, (.*)\n/.exec(query)?.[1] ?? '').split(', ');
  expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(['from', ...columns]));
});

/** Runs the script with a fetch service that returns `text`; returns its requests and the cells of the sheet. */
function runAppsScript(script: string, text: string) {
  const cells: string[][] = [];
  const requests: [url: string, init: { headers: Record<string, string> }][] = [];
  runInNewContext(`${script}\nimportVisibility();`, {
    PropertiesService: { getScriptProperties: () => ({ getProperty: () => secret }) },
    UrlFetchApp: {
      fetch: (...request: (typeof requests)[number]) => {
        requests.push(request);
        return { getContentText: () => text };
      },
    },
    Utilities: { parseCsv: (csv: string) => parse(csv) },
    SpreadsheetApp: {
      getActiveSheet: () => ({
        clearContents: () => cells.splice(0),
        getRange: () => ({ setValues: (rows: string[][]) => cells.push(...rows) }),
      }),
    },
  });
  return { cells, requests };
}

test('the Apps Script example fills a sheet', async () => {
  const [script = ''] = listExamples('js');
  // Apps Script fetches synchronously, and Node.js does not: the first run yields the request, the second gets the response.
  const [request] = runAppsScript(script, 'from').requests;
  if (!request) throw new Error('The script sent no request.');
  const { cells } = runAppsScript(script, await (await fetch(...request)).text());
  // The column names, and 3 brands on 10 days.
  expect(cells).toHaveLength(31);
  expect(cells[1]?.slice(0, 4)).toEqual([firstDay, firstDay, expect.any(String), 'Brand 0']);
});
