import { afterAll, expect, test } from 'vitest';
import type { Context } from '#lib/db/context';
import { type HotPathSubject, hotPaths } from '#tests/db/hot-paths';
import { cloneRows } from '#tests/support/clone-rows';
import { createTestProject } from '#tests/support/dashboard';
import { changeSchema } from '#tests/support/database';
import { collectPlans, type ExecutedPlan, enablePlanNotices } from '#tests/support/query-plans';
import { startService } from '#tests/support/service';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';

const endpoint = await startWebhookEndpoint();
const testService = await startService({ WEBHOOK_ALLOWED_HOSTS: endpoint.host });
afterAll(async () => {
  await testService.stop();
  await endpoint.stop();
});
await enablePlanNotices(testService.adminUrl);
const plans = collectPlans(testService.db.$client);
const tenant = await testService.createTenant({ plan: 'scale', credits: 100_000 });
const context: Context = {
  ...testService.service,
  organizationId: tenant.id,
  actor: { kind: 'operator' },
};
const { id: projectId } = await createTestProject(context);
const subject: HotPathSubject = { testService, tenant, context, projectId, webhookUrl: endpoint.url };
// Stores rows of every kind.
for (const run of Object.values(hotPaths)) await run(subject);
const clonedTables = await cloneRows(testService.adminUrl, { organizationId: tenant.id, minRows: 10_000 });
/** Tables that are scanned every minute: they have one row per URL, and an index would make every delivery slower. */
const scannedByDesign = ['webhook_endpoints'];
const largeTables = new Set(clonedTables.filter((table) => !scannedByDesign.includes(table)));

/** Returns the statements of a path that read a large table from beginning to end. */
async function findScans(run: (subject: HotPathSubject) => Promise<void>): Promise<ExecutedPlan[]> {
  plans.length = 0;
  await run(subject);
  expect(plans.length).toBeGreaterThan(0);
  return plans.filter(({ scannedTables }) => scannedTables.some((table) => largeTables.has(table)));
}

test('the tables that grow have enough rows for the test', () => {
  const withoutMonth = [...largeTables].map((table) => table.replace(/_\d{4}_\d{2}$/, ''));
  expect(withoutMonth).toEqual(
    expect.arrayContaining([
      'answer_sources',
      'answers',
      'credit_ledger',
      'daily_answers',
      'daily_brands',
      'daily_domains',
      'deliveries',
      'delivery_attempts',
      'mentions',
      'requests',
      'rollup_months',
      'run_items',
      'tasks',
      'webhook_inbox',
    ]),
  );
});

test.each(Object.entries(hotPaths))('%s: no statement scans a large table', async (_, run) => {
  expect(await findScans(run)).toEqual([]);
});

test('reports the statement that scans a table without its index', async () => {
  await changeSchema(testService.adminUrl, 'DROP INDEX deliveries_completed');
  const { 'recurring jobs': runJobs } = hotPaths;
  const scans = runJobs && (await findScans(runJobs));
  expect(scans).toEqual([
    { statement: expect.stringContaining('DELETE FROM deliveries'), scannedTables: ['deliveries'] },
  ]);
});
