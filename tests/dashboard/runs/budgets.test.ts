import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { Role } from '#lib/core/permissions';
import { createFixedClock } from '#lib/core/time';
import { getBudgets, saveBudgets } from '#lib/dashboard/runs/budgets';
import { listRuns } from '#lib/dashboard/runs/list-runs';
import { reserveCredits, resumePausedRuns } from '#lib/dashboard/runs/pause-runs';
import { listProjectUsage } from '#lib/dashboard/runs/project-usage';
import { completeItems, getRunToSend, readPendingItems, startRun } from '#lib/dashboard/runs/run-store';
import { sendRun } from '#lib/dashboard/runs/send-run';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';
import type { Context } from '#lib/db/context';
import { listAuditLog } from '#lib/service/organizations/audit-log';
import { createTestProject, listRunItems, startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const now = new Date('2026-11-21T12:00:00Z');
const options = { engines: ['gen' as const], countries: ['US', 'DE', 'JP'], samples: 1 };

/** Creates a project whose runs have 12 items of 4 credits each. */
async function createScheduledProject() {
  const context = await dashboard.createContext(createFixedClock(now));
  const { id: projectId } = await createTestProject(context);
  const schedule = await saveSchedule(context, {
    projectId,
    ...options,
    cadence: 'daily',
    timeZone: 'UTC',
    hour: 6,
    weekday: 1,
  });
  const start = async (kind: 'manual' | 'scheduled', requestedAt = now) => {
    const scheduleId = kind === 'scheduled' ? { scheduleId: schedule.id } : {};
    const run = await startRun(context, { projectId, kind, requestedAt, ...options, ...scheduleId });
    return run?.runId ?? '';
  };
  return { context, projectId, start };
}

/** Reserves credits for the pending items of a run. @returns the items that can be sent, and what blocks the others */
async function reserve(context: Context, runId: string) {
  const run = await getRunToSend(context, runId);
  if (!run) throw new Error('The run is not sending.');
  const pending = await readPendingItems(context, runId, 500);
  const { items, blockedBy } = await reserveCredits(context, run, pending);
  return { items, count: items.length, blockedBy };
}

async function setStatus(context: Context, runId: string, status: string) {
  await context.db.$client.query('UPDATE runs SET status = $3 WHERE organization_id = $1 AND id = $2', [
    context.organizationId,
    runId,
    status,
  ]);
}

test('parallel runs of a project together never exceed its budget', async () => {
  const { context, projectId, start } = await createScheduledProject();
  await saveBudgets(context, { projectId, projectCredits: 101, scheduleCredits: null });
  const runIds = await Promise.all([start('manual'), start('manual'), start('manual'), start('scheduled')]);
  const reservations = await Promise.all([...runIds, ...runIds].map((runId) => reserve(context, runId)));
  expect(reservations.some(({ blockedBy }) => blockedBy === 'project_budget')).toBe(true);
  const counts = (await Promise.all(runIds.map((runId) => reserve(context, runId)))).map(
    ({ count }) => count,
  );
  // A repeated reservation counts its items once: 25 × 4 = 100.
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(25);
  expect(await getBudgets(context, { projectId })).toMatchObject({ projectCredits: 101, projectUsed: 100 });
});

test('failed items free their credits, and answered items are charged on the day they complete', async () => {
  const { context, projectId, start } = await createScheduledProject();
  await saveBudgets(context, { projectId, projectCredits: 40, scheduleCredits: null });
  const runId = await start('scheduled');
  const { items, blockedBy } = await reserve(context, runId);
  expect([items.length, blockedBy]).toEqual([10, 'project_budget']);
  const { organizationId } = context;
  const ended = items.map(({ id }, index) => ({
    organizationId,
    runId,
    id,
    taskId: randomUUID(),
    errorCode: index < 3 ? 'TIMEOUT' : null,
    errorMessage: null,
    status: index < 3 ? ('failed' as const) : ('answered' as const),
    creditsCharged: index < 3 ? 0 : 4,
  }));
  await completeItems(context.db, ended, now);
  await completeItems(context.db, ended, now);
  expect(await getBudgets(context, { projectId })).toMatchObject({ projectUsed: 28, scheduleUsed: 28 });
  expect(await listProjectUsage(context, { from: '2026-11-20', to: '2026-11-21' })).toEqual([
    { projectId, name: 'Kayaks', credits: [0, 28] },
  ]);
  // The freed credits cover the two remaining items.
  expect(await reserve(context, runId)).toMatchObject({ count: 2, blockedBy: null });
  // In December, only the two reserved items count.
  const december = { ...context, clock: createFixedClock(new Date('2026-12-01T00:00:00Z')) };
  expect(await getBudgets(december, { projectId })).toMatchObject({ projectUsed: 8 });
});

test('the budget of the schedule limits scheduled runs only', async () => {
  const { context, projectId, start } = await createScheduledProject();
  await saveBudgets(context, { projectId, projectCredits: 80, scheduleCredits: 20 });
  const scheduled = await reserve(context, await start('scheduled'));
  expect(scheduled).toMatchObject({ count: 5, blockedBy: 'schedule_budget' });
  expect(await reserve(context, await start('manual'))).toMatchObject({ count: 12, blockedBy: null });
  expect(await reserve(context, await start('manual'))).toMatchObject({
    count: 3,
    blockedBy: 'project_budget',
  });
  expect(await getBudgets(context, { projectId })).toMatchObject({ projectUsed: 80, scheduleUsed: 20 });
});

test('a later run of the schedule ends a paused run, whose items are not sent', async () => {
  const { context, projectId, start } = await createScheduledProject();
  await saveBudgets(context, { projectId, projectCredits: null, scheduleCredits: 0 });
  const first = await start('scheduled', new Date('2026-11-21T06:00:00Z'));
  await setStatus(context, first, 'paused');
  await context.db.$client.query(`UPDATE runs SET pause_reason = 'schedule_budget' WHERE id = $1`, [first]);
  await resumePausedRuns(context);
  expect(await listRuns(context, { projectId })).toMatchObject([
    { status: 'paused', notSent: 12, failed: 0 },
  ]);
  await start('scheduled', new Date('2026-11-21T07:00:00Z'));
  await resumePausedRuns(context);
  const [, ended] = await listRuns(context, { projectId });
  expect(ended).toMatchObject({ status: 'completed', notSent: 12, failed: 0, done: 0 });
  expect(new Set((await listRunItems(context, first)).map(({ status }) => status))).toEqual(
    new Set(['not_sent']),
  );
});

test('a run of a project without a budget needs no reservation', async () => {
  const { context, projectId, start } = await createScheduledProject();
  expect(await reserve(context, await start('manual'))).toMatchObject({ count: 12, blockedBy: null });
  expect(await getBudgets(context, { projectId })).toMatchObject({ projectCredits: null, projectUsed: 0 });
});

test('a run that fails because the organization has no API key frees its reserved credits', async () => {
  const { context, projectId, start } = await createScheduledProject();
  const runId = await start('manual');
  await saveBudgets(context, { projectId, projectCredits: 50, scheduleCredits: null });
  await reserve(context, runId);
  expect(await getBudgets(context, { projectId })).toMatchObject({ projectUsed: 48 });
  await sendRun(context, { runId });
  expect(await getBudgets(context, { projectId })).toMatchObject({ projectUsed: 0 });
});

test('only owners and admins change budgets, and every change is in the audit log', async () => {
  const { context, projectId } = await createScheduledProject();
  const actAs = (role: Role) => ({
    ...context,
    actor: { kind: 'member', userId: randomUUID(), role } as const,
  });
  const budgets = { projectId, projectCredits: 500, scheduleCredits: null };
  for (const role of ['editor', 'viewer'] as const) {
    await expect(saveBudgets(actAs(role), budgets)).rejects.toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
    });
  }
  await expect(saveBudgets(context, { ...budgets, projectCredits: -1 })).rejects.toMatchObject({
    fields: [{ field: 'projectCredits', message: 'A budget cannot be negative.' }],
  });
  await expect(saveBudgets(context, { ...budgets, projectId: randomUUID() })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
  await saveBudgets(actAs('admin'), budgets);
  const later = createFixedClock(new Date(now.getTime() + 1000));
  await saveBudgets(
    { ...actAs('owner'), clock: later },
    { ...budgets, projectCredits: 700, scheduleCredits: 300 },
  );
  const { entries } = await listAuditLog(context, { action: 'budget.changed' });
  expect(entries.map(({ target, before, after }) => ({ target, before, after }))).toEqual([
    {
      target: 'Kayaks',
      before: { project: 500, schedule: 'no limit' },
      after: { project: 700, schedule: 300 },
    },
    {
      target: 'Kayaks',
      before: { project: 'no limit', schedule: 'no limit' },
      after: { project: 500, schedule: 'no limit' },
    },
  ]);
});
