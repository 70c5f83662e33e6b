import { afterAll, expect, test } from 'vitest';
import { parseReportFilters } from '#lib/dashboard/reports/narrow-filters';
import { loadReportData } from '#lib/dashboard/reports/report-data';
import { buildReportVariables, insertReportVariables } from '#lib/format/report-variables';
import { createTestProject, startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

/** Builds the variables of a report about a project without answers. */
async function buildVariables() {
  const context = await dashboard.createContext();
  const { id: projectId } = await createTestProject(context);
  const filters = parseReportFilters({ projectId, timeZone: 'UTC', filters: '' }, {}, context.clock);
  return buildReportVariables(await loadReportData(context, { filters, blocks: [] }));
}

test('variables are inserted as text, never as Markdown', async () => {
  const variables = { ...(await buildVariables()), brand: '[a](https://x.example) *b* <i>' };
  expect(insertReportVariables('**{{ brand }}** {{unknown}} {{constructor}}', variables)).toBe(
    '**\\[a\\]\\(https\\:\\/\\/x\\.example\\) \\*b\\* \\<i\\>** {{unknown}} {{constructor}}',
  );
});

test('variables of metrics without data have no interval', async () => {
  const variables = await buildVariables();
  expect(variables).toMatchObject({ visibility: '–', 'visibility.interval': 'no interval' });
  expect(variables).toMatchObject({ position: '–', 'position.interval': 'no interval' });
});
