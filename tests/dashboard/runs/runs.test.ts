import { afterAll, expect, test } from 'vitest';
import { type Clock, createFixedClock } from '#lib/core/time';
import { archivePrompts } from '#lib/dashboard/prompts/edit-prompts';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { listRuns } from '#lib/dashboard/runs/list-runs';
import { listMissingAddOns } from '#lib/dashboard/runs/missing-add-ons';
import { getRunProgress } from '#lib/dashboard/runs/run-progress';
import { startRun } from '#lib/dashboard/runs/run-store';
import { groupOutcomes, sendRun } from '#lib/dashboard/runs/send-run';
import { getSchedule } from '#lib/dashboard/schedules/get-schedule';
import { runDueSchedules } from '#lib/dashboard/schedules/run-due-schedules';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';
import { createTestProject, listRunItems, startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const schedule = {
  engines: ['chat' as const, 'gen' as const],
  countries: ['US', 'JP'],
  samples: 2,
  addOns: true,
  cadence: 'daily' as const,
  timeZone: 'Europe/Berlin',
  hour: 6,
  weekday: 1,
};

/** Creates a clock that a test can set. */
function createSettableClock(start: string): Clock & { set(instant: string): void } {
  let now = new Date(start);
  return {
    now: () => new Date(now),
    set(instant) {
      now = new Date(instant);
    },
  };
}

test('creates one item per prompt, engine, country and sample', async () => {
  const context = await dashboard.createContext();
  const { id: projectId } = await createTestProject(context, ['One?', 'Two?', 'Three?']);
  const [one, two] = await listPrompts(context, { projectId });
  await archivePrompts(context, { projectId, promptIds: [one?.id ?? ''] });
  const input = {
    projectId,
    kind: 'manual' as const,
    engines: ['gen' as const],
    countries: ['US', 'DE', 'US'],
    samples: 3,
  };
  const fullRun = await startRun(context, input);
  const items = await listRunItems(context, fullRun?.runId ?? '');
  expect(fullRun?.itemCount).toBe(2 * 1 * 2 * 3);
  expect(items).toHaveLength(12);
  expect(items.some(({ promptId }) => promptId === one?.id)).toBe(false);
  const filteredRun = await startRun(context, { ...input, promptIds: [two?.id ?? ''] });
  expect(filteredRun?.itemCount).toBe(6);
  expect(await listRuns(context, { projectId })).toMatchObject([
    { id: filteredRun?.runId, itemCount: 6, done: 0, status: 'sending' },
    { id: fullRun?.runId, itemCount: 12 },
  ]);
  const secondPage = await listRuns(context, { projectId, limit: 1, offset: 1 });
  expect(secondPage.map(({ id }) => id)).toEqual([fullRun?.runId]);
});

test.each([
  ['no engine', { engines: [] }, 'engines'],
  ['no country', { countries: [] }, 'countries'],
  ['an unknown country', { countries: ['XX'] }, 'countries.0'],
  ['eleven samples', { samples: 11 }, 'samples'],
  ['a fractional number of samples', { samples: 1.5 }, 'samples'],
  ['an empty selection of prompts', { promptIds: [] }, 'promptIds'],
])('rejects a run with %s and stores nothing', async (_, invalidInput, field) => {
  const context = await dashboard.createContext();
  const { id: projectId } = await createTestProject(context);
  const input = {
    projectId,
    kind: 'manual' as const,
    engines: ['gen' as const],
    countries: ['US'],
    samples: 1,
    ...invalidInput,
  };
  await expect(startRun(context, input)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: [expect.objectContaining({ field })],
  });
  expect(await listRuns(context, { projectId })).toEqual([]);
});

test('starts one run per scheduled time, even with concurrent workers, and only one for several missed times', async () => {
  const clock = createSettableClock('2026-11-21T12:00:00Z');
  const context = await dashboard.createContext(clock);
  const { id: projectId } = await createTestProject(context);
  const saved = await saveSchedule(context, { projectId, ...schedule });
  expect(saved).toMatchObject({ enabled: true, nextRunAt: new Date('2026-11-22T05:00:00Z') });
  expect(await getSchedule(context, { projectId })).toEqual(saved);

  clock.set('2026-11-22T04:59:59Z');
  expect(await runDueSchedules(context)).toBe(0);
  clock.set('2026-11-22T05:00:30Z');
  const startedCounts = await Promise.all(Array.from({ length: 8 }, () => runDueSchedules(context)));
  expect(startedCounts.reduce((sum, started) => sum + started, 0)).toBe(1);
  clock.set('2026-11-26T09:00:00Z');
  expect(await runDueSchedules(context)).toBe(1);
  expect((await getSchedule(context, { projectId }))?.nextRunAt).toEqual(new Date('2026-11-27T05:00:00Z'));
  const runs = await listRuns(context, { projectId });
  expect(
    runs.map(({ requestedAt, kind, itemCount, addOns }) => ({ requestedAt, kind, itemCount, addOns })),
  ).toEqual([
    { requestedAt: new Date('2026-11-23T05:00:00Z'), kind: 'scheduled', itemCount: 32, addOns: true },
    { requestedAt: new Date('2026-11-22T05:00:00Z'), kind: 'scheduled', itemCount: 32, addOns: true },
  ]);

  await saveSchedule(context, { projectId, ...schedule, enabled: false });
  clock.set('2026-12-26T09:00:00Z');
  expect(await runDueSchedules(context)).toBe(0);
});

test('lists engines that ran without their add-ons in a period', async () => {
  const context = await dashboard.createContext(createFixedClock(new Date('2026-11-21T12:00:00Z')));
  const { id: projectId } = await createTestProject(context);
  const listMissing = (from: string, to: string) =>
    listMissingAddOns(context, { projectId, from, to, timeZone: 'UTC' });
  const coverage = { projectId, kind: 'manual' as const, countries: ['US'], samples: 1 };
  await startRun(context, { ...coverage, engines: ['gen'] });
  await startRun(context, { ...coverage, engines: ['chat'], addOns: true });
  expect(await listMissing('2026-11-21', '2026-11-21')).toEqual([]);
  await startRun(context, { ...coverage, engines: ['chat', 'gen'] });
  expect(await listMissing('2026-11-21', '2026-11-21')).toEqual([{ engine: 'chat', credits: 2 }]);
  expect(await listMissing('2026-11-22', '2026-11-30')).toEqual([]);
});

test('skips a schedule without prompts and continues with others', async () => {
  const clock = createSettableClock('2026-11-21T12:00:00Z');
  const [withoutPrompts, withPrompts] = [
    await dashboard.createContext(clock),
    await dashboard.createContext(clock),
  ];
  for (const [context, texts] of [
    [withoutPrompts, []],
    [withPrompts, ['One?']],
  ] as const) {
    const { id: projectId } = await createTestProject(context, [...texts]);
    await saveSchedule(context, { projectId, ...schedule });
  }
  clock.set('2026-11-22T06:00:00Z');
  expect(await runDueSchedules(withPrompts)).toBe(1);
  expect(await runDueSchedules(withPrompts)).toBe(0);
});

test.each(['Mars/Olympus', '', 'Europe/Berlin\u0000'])('rejects the time zone %j', async (timeZone) => {
  const context = await dashboard.createContext(createFixedClock(new Date('2026-11-21T12:00:00Z')));
  const { id: projectId } = await createTestProject(context);
  await expect(saveSchedule(context, { projectId, ...schedule, timeZone })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: [expect.objectContaining({ field: 'timeZone' })],
  });
});

test('rejects a stale edit of a schedule', async () => {
  const context = await dashboard.createContext(createFixedClock(new Date('2026-11-21T12:00:00Z')));
  const { id: projectId } = await createTestProject(context);
  const first = await saveSchedule(context, { projectId, ...schedule, original: null });
  const changed = { ...schedule, samples: 3 };
  const staleError = { fields: [expect.objectContaining({ field: 'original' })] };
  await expect(saveSchedule(context, { projectId, ...changed, original: null })).rejects.toMatchObject(
    staleError,
  );
  const second = await saveSchedule(context, { projectId, ...changed, original: first });
  await expect(saveSchedule(context, { projectId, ...schedule, original: first })).rejects.toMatchObject(
    staleError,
  );
  expect(await getSchedule(context, { projectId })).toEqual(second);
});

test('completes a run immediately, with a message, if the organization has no API key', async () => {
  const context = await dashboard.createContext();
  const { id: projectId } = await createTestProject(context);
  const run = await startRun(context, {
    projectId,
    kind: 'manual',
    engines: ['gen'],
    countries: ['US'],
    samples: 1,
  });
  const runId = run?.runId ?? '';
  expect(await sendRun(context, { runId })).toBe('done');
  const progress = await getRunProgress(context, { runId });
  expect(progress).toMatchObject({ status: 'completed', failed: 4, pending: 0 });
  expect(progress.error).toMatch(/has no API key/);
  for (const id of ['x', runId.replaceAll('-', ''), '00000000-0000-4000-8000-000000000000']) {
    await expect(getRunProgress(context, { runId: id })).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    });
  }
});

test('groups task outcomes by their consequence for the item and the run', () => {
  const buildError = (code: string, details = {}) => ({ error: { code, message: code, details } });
  const grouped = groupOutcomes([
    { itemId: 'accepted', task: { id: 't1' } },
    { itemId: 'existing', ...buildError('RESOURCE_ALREADY_EXISTS', { taskId: 't2' }) },
    { itemId: 'invalid', ...buildError('VALIDATION_ERROR') },
    { itemId: 'unpaid', ...buildError('INSUFFICIENT_CREDITS') },
    { itemId: 'unqueued', ...buildError('QUEUE_LIMIT_EXCEEDED') },
  ]);
  expect(grouped).toEqual({
    sent: [
      { id: 'accepted', taskId: 't1' },
      { id: 'existing', taskId: 't2' },
    ],
    failed: [{ id: 'invalid', errorCode: 'VALIDATION_ERROR' }],
    lacksCredits: true,
    hasRetryable: true,
  });
});
