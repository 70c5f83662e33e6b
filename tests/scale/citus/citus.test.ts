import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#lib/core/time';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { reconcileRuns } from '#lib/dashboard/ingest/reconcile-runs';
import { deleteProject, type Project } from '#lib/dashboard/projects/project';
import { startRun } from '#lib/dashboard/runs/run-store';
import { runDueSchedules } from '#lib/dashboard/schedules/run-due-schedules';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';
import { defaultSchedule } from '#lib/dashboard/schedules/schedule';
import type { Context } from '#lib/db/context';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import { withOrganization } from '#lib/db/organization-scope';
import { requireDistributedRowSecurity } from '#lib/scale/citus/row-security';
import { createOrganization } from '#lib/service/organizations/organizations';
import { type CitusCluster, citusBin, startCitusCluster } from '#tests/scale/citus/cluster';
import { buildDelivery, createTestProject, listRunItems, receiveDelivery } from '#tests/support/dashboard';

const reason = citusBin
  ? ''
  : ' (skipped: CITUS_BIN is not set to the program folder of a PostgreSQL with Citus)';
let cluster: CitusCluster;
let db: PooledDatabase;
let pagesDb: PooledDatabase;

async function createContext(name: string): Promise<Context> {
  const { id } = await createOrganization(db, { name, plan: 'scale' });
  return { db, clock: systemClock, organizationId: id, actor: { kind: 'operator' } };
}

beforeAll(async () => {
  if (!citusBin) return;
  cluster = await startCitusCluster(citusBin);
  db = openDatabase(cluster.getUrl('answerscope'), { max: 5 });
  pagesDb = openDatabase(cluster.getUrl('answerscope_pages'), { max: 5, isRestricted: true });
}, 300_000);
afterAll(async () => {
  if (!citusBin) return;
  await Promise.all([db.$client.end(), pagesDb.$client.end()]);
  cluster.stop();
});

const citusTest = test.skipIf(!citusBin);

/** Runs the prompts of a project and ingests an answer for each run item. @returns the number of ingested answers */
async function runAndIngest(context: Context, project: Project): Promise<number> {
  const { clock } = context;
  const options = { engines: ['gen' as const], countries: ['US'], samples: 2, addOns: false };
  const run = await startRun(context, {
    projectId: project.id,
    kind: 'manual',
    requestedAt: clock.now(),
    ...options,
  });
  for (const item of await listRunItems(context, run?.runId ?? '')) {
    const record = buildDelivery(item, {
      text: 'Fjordwing is best, then Paddlemoor.',
      sources: ['https://fjordwing.example/a'],
      cited: ['https://fjordwing.example/a'],
    });
    await receiveDelivery(context, record);
  }
  return (await ingestAnswers({ db, clock })).records;
}

citusTest(
  `starts runs, ingests answers and computes metrics on a cluster of three nodes${reason}`,
  async () => {
    const context = await createContext('One');
    const project = await createTestProject(context);
    expect(await runAndIngest(context, project)).toBe(8);
    await reconcileRuns({ db, clock: systemClock });
    const filters = parseFilters(project, {}, systemClock);
    const { headline } = await getOverview({ ...context, db: pagesDb }, filters);
    expect([headline.answers, headline.visibility.numerator]).toEqual([8, 8]);
    expect((await getSources({ ...context, db: pagesDb }, filters)).answers).toBe(8);
  },
);

citusTest(`starts the run of a due schedule and deletes a project with its runs${reason}`, async () => {
  const context = await createContext('Two');
  const project = await createTestProject(context);
  await saveSchedule(context, {
    projectId: project.id,
    ...defaultSchedule,
    engines: ['gen'],
    countries: ['US'],
  });
  const later = { now: () => new Date(Date.now() + 2 * 86_400_000) };
  expect(await runDueSchedules({ db, clock: later })).toBe(1);
  await deleteProject(context, { projectId: project.id });
  expect((await db.$client.query('SELECT FROM runs WHERE project_id = $1', [project.id])).rowCount).toBe(0);
});

citusTest(`row-level security is enforced on the worker nodes${reason}`, async () => {
  const [own, other] = [await createContext('Three'), await createContext('Four')];
  await createTestProject(own);
  const count = (context: Context) =>
    withOrganization({ ...context, db: pagesDb }, async ({ db }) => {
      const { rowCount } = await db.$client.query('SELECT FROM projects');
      return rowCount;
    });
  expect([await count(own), await count(other)]).toEqual([1, 0]);
  expect((await pagesDb.$client.query('SELECT FROM projects')).rowCount).toBe(0);
  await requireDistributedRowSecurity(db);
  await requireDistributedRowSecurity(pagesDb, { isRestricted: true });
});

citusTest(
  `the check at startup rejects a role that bypasses row-level security, and worker nodes that do not enforce it${reason}`,
  async () => {
    const url = cluster.getUrl('answerscope');
    const wrongRole = openDatabase(url, { max: 1, isRestricted: true });
    const check = requireDistributedRowSecurity(wrongRole, { isRestricted: true });
    await expect(check).rejects.toThrow('The role of DATABASE_PAGES_URL can read rows of all organizations');
    await wrongRole.$client.end();
    const option = encodeURIComponent('-c citus.propagate_set_commands=none');
    const withoutPropagation = openDatabase(`${url}?options=${option}`, { max: 1, isRestricted: true });
    await expect(requireDistributedRowSecurity(withoutPropagation)).rejects.toThrow(
      'Row-level security is not enforced',
    );
    await withoutPropagation.$client.end();
  },
);
