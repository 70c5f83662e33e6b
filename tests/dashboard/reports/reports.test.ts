import { afterAll, expect, test } from 'vitest';
import { createReportFromTemplate } from '#lib/dashboard/reports/create-report';
import {
  createReport,
  deleteReport,
  getReport,
  listReports,
  saveReport,
} from '#lib/dashboard/reports/reports';
import { reportTemplates, templateKeys } from '#lib/dashboard/reports/templates';
import { listShares } from '#lib/dashboard/shares/shares';
import { createTestProject, startDashboard } from '#tests/support/dashboard';
import { shareOverview } from '#tests/support/reports';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const errorWithCode = (code: string) => expect.objectContaining({ code });
const buildTextBlock = (markdown: string) => ({ id: 'text', kind: 'text', markdown }) as const;

test('creates a report from every template', async () => {
  const context = await dashboard.createContext();
  const { id: projectId } = await createTestProject(context);
  for (const template of templateKeys) {
    const { id: reportId } = await createReportFromTemplate(context, { projectId, template });
    expect(await getReport(context, { projectId, reportId })).toMatchObject({
      name: reportTemplates[template].name,
      blocks: reportTemplates[template].blocks,
      frozenAt: null,
    });
  }
  expect(await listReports(context, { projectId })).toHaveLength(templateKeys.length);
  await expect(
    // @ts-expect-error Clients can send anything.
    createReportFromTemplate(context, { projectId, template: 'unknown' }),
  ).rejects.toEqual(errorWithCode('VALIDATION_ERROR'));
});

test('saves an edit, and rejects one that is based on an older revision', async () => {
  const context = await dashboard.createContext();
  const { id: projectId } = await createTestProject(context);
  const { id: reportId } = await createReportFromTemplate(context, { projectId, template: 'executive' });
  const report = {
    name: 'November',
    filters: 'days=7',
    blocks: [buildTextBlock('{{visibility.change}} in {{period}}')],
  };
  expect(await saveReport(context, { projectId, reportId, revision: 1, ...report })).toEqual({ revision: 2 });
  expect(await getReport(context, { projectId, reportId })).toMatchObject({ ...report, revision: 2 });
  await expect(saveReport(context, { projectId, reportId, revision: 1, ...report })).rejects.toMatchObject({
    message: expect.stringContaining('This report was changed by someone else'),
  });
});

test('rejects invalid blocks', async () => {
  const context = await dashboard.createContext();
  const { id: projectId } = await createTestProject(context);
  for (const [blocks, message] of [
    [[buildTextBlock('{{visibilty}}')], 'Unknown variable “visibilty”.'],
    [[buildTextBlock('a'), buildTextBlock('b')], 'Block IDs must be unique.'],
    [[buildTextBlock('\0')], 'Remove control characters'],
    [[buildTextBlock('x'.repeat(10_001))], 'at most 10,000 characters'],
  ] as const) {
    await expect(createReport(context, { projectId, name: 'R', blocks: [...blocks] })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(message),
    });
  }
});

test('deletes a report with its share links, and hides it from other organizations', async () => {
  const context = await dashboard.createContext();
  const { id: projectId } = await createTestProject(context);
  const { reportId } = await shareOverview(context, { projectId });
  const other = await dashboard.createContext();
  const missing = errorWithCode('RESOURCE_NOT_FOUND');
  await expect(getReport(other, { projectId, reportId })).rejects.toEqual(missing);
  await expect(deleteReport(other, { projectId, reportId })).rejects.toEqual(missing);
  expect(await listReports(other, { projectId })).toEqual([]);
  await deleteReport(context, { projectId, reportId });
  await expect(getReport(context, { projectId, reportId })).rejects.toEqual(missing);
  expect(await listShares(context, { projectId, reportId })).toEqual([]);
});
