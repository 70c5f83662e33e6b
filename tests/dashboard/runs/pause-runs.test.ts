import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { reconcileRuns } from '#lib/dashboard/ingest/reconcile-runs';
import { listRuns } from '#lib/dashboard/runs/list-runs';
import { resumePausedRuns } from '#lib/dashboard/runs/pause-runs';
import { startRun } from '#lib/dashboard/runs/run-store';
import { sendRun } from '#lib/dashboard/runs/send-run';
import { runDueSchedules } from '#lib/dashboard/schedules/run-due-schedules';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';
import type { Context } from '#lib/db/context';
import { createTestProject, startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const now = new Date('2026-11-21T12:00:00Z');
const options = { engines: ['gen' as const], countries: ['US'], samples: 1 };

async function createProjectToRun() {
  const context = await dashboard.createContext(createFixedClock(now));
  const { id: projectId } = await createTestProject(context);
  const run = { projectId, kind: 'manual' as const, ...options };
  const start = async (id?: string) => (await startRun(context, { ...run, id }))?.runId ?? '';
  return { context, projectId, start };
}

/** Inserts runs without items, requested at 05:00. */
async function insertRuns(context: Context, projectId: string, status: string, count: number) {
  await context.db.$client.query(
    `INSERT INTO runs (organization_id, project_id, kind, requested_at, engines, countries, samples, item_count, status,
       pause_reason, created_at)
     SELECT $1, $2, 'manual', $4, '{gen}', '{US}', 1, 0, $3, 'project_budget', $4 FROM generate_series(1, $5)`,
    [context.organizationId, projectId, status, new Date('2026-11-21T05:00:00Z'), count],
  );
}

const deleteRuns = (context: Context) =>
  context.db.$client.query('DELETE FROM runs WHERE organization_id = $1', [context.organizationId]);

test('a thousand paused runs of one organization do not delay other organizations', async () => {
  const [busy, other] = [await createProjectToRun(), await createProjectToRun()];
  await insertRuns(busy.context, busy.projectId, 'paused', 1_000);
  const schedule = await saveSchedule(other.context, {
    projectId: other.projectId,
    ...options,
    cadence: 'daily',
    timeZone: 'UTC',
    hour: 6,
    weekday: 1,
  });
  for (const hour of ['06', '07']) {
    await startRun(other.context, {
      projectId: other.projectId,
      kind: 'scheduled',
      ...options,
      scheduleId: schedule.id,
      requestedAt: new Date(`2026-11-21T${hour}:00:00Z`),
    });
  }
  const { organizationId } = other.context;
  await dashboard.db.$client.query(
    `UPDATE runs SET status = 'paused', pause_reason = 'credits' WHERE organization_id = $1`,
    [organizationId],
  );
  await resumePausedRuns(other.context);
  expect(await listRuns(other.context, { projectId: other.projectId })).toMatchObject([
    { status: 'paused' },
    { status: 'completed', notSent: 4 },
  ]);
  await deleteRuns(busy.context);
});

test('a hundred interrupted runs of one organization do not delay other organizations', async () => {
  const [busy, other] = [await createProjectToRun(), await createProjectToRun()];
  await insertRuns(busy.context, busy.projectId, 'sending', 100);
  const runId = await other.start();
  const countJobs = async () => {
    const { rows } = await dashboard.db.$client.query(
      `SELECT count(*)::int AS jobs FROM pgboss.job WHERE name = 'send-run' AND data->>'runId' = $1`,
      [runId],
    );
    return rows[0].jobs;
  };
  await dashboard.db.$client.query(`DELETE FROM pgboss.job WHERE name = 'send-run'`);
  const clock = createFixedClock(new Date(now.getTime() + 2 * 60_000));
  // Polling fails for an organization without credentials, but its runs are still resumed.
  await dashboard.db.$client.query(
    `UPDATE run_items SET status = 'sent', task_id = gen_random_uuid(), updated_at = $2 WHERE organization_id = $1
       AND id = (SELECT id FROM run_items WHERE organization_id = $1 LIMIT 1)`,
    [other.context.organizationId, new Date(now.getTime() - 3_600_000)],
  );
  expect(await reconcileRuns({ db: dashboard.db, clock })).toBe(0);
  expect(await countJobs()).toBe(1);
  await deleteRuns(busy.context);
});

test('a project has at most 100 unfinished runs, and its schedule skips a run above that limit', async () => {
  const { context, projectId, start } = await createProjectToRun();
  await insertRuns(context, projectId, 'waiting', 99);
  const id = randomUUID();
  expect(await start(id)).toBe(id);
  await expect(start()).rejects.toMatchObject({
    code: 'QUEUE_LIMIT_EXCEEDED',
    message: expect.stringContaining('100 unfinished runs'),
  });
  // Repeating the request for an existing run is not an error.
  expect(await start(id)).toBe('');
  const schedule = { ...options, cadence: 'daily', timeZone: 'UTC', hour: 6, weekday: 1 } as const;
  await saveSchedule(context, { projectId, ...schedule });
  const tomorrow = createFixedClock(new Date(now.getTime() + 86_400_000));
  await runDueSchedules({ db: dashboard.db, clock: tomorrow });
  const listed = await listRuns(context, { projectId, limit: 200 });
  expect([listed.length, listed.some(({ kind }) => kind === 'scheduled')]).toEqual([100, false]);
  await dashboard.db.$client.query(
    `UPDATE runs SET status = 'completed' WHERE organization_id = $1 AND status = 'waiting'`,
    [context.organizationId],
  );
  expect(await start()).not.toBe('');
});

test('nothing is sent, and nothing fails, while the organization is scheduled for deletion', async () => {
  const { context, projectId, start } = await createProjectToRun();
  const runId = await start();
  const setDeletion = (deletesAt: Date | null) =>
    dashboard.db.$client.query('UPDATE organizations SET deletes_at = $2 WHERE id = $1', [
      context.organizationId,
      deletesAt,
    ]);
  await setDeletion(new Date(now.getTime() + 86_400_000));
  expect(await sendRun(context, { runId })).toBe('done');
  expect(await listRuns(context, { projectId })).toMatchObject([{ status: 'sending', failed: 0 }]);
  await setDeletion(null);
  // The organization has no credentials, so the items of the run fail once it is sent.
  await sendRun(context, { runId });
  expect(await listRuns(context, { projectId })).toMatchObject([{ status: 'completed', failed: 4 }]);
});
