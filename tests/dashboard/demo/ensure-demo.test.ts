import { afterAll, expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { formatFilters, parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { listAnnotations } from '#lib/dashboard/annotations/annotations';
import { ensureDemo } from '#lib/dashboard/demo/ensure-demo';
import { getExperimentWindows } from '#lib/dashboard/experiments/experiment-result';
import { listExperiments } from '#lib/dashboard/experiments/experiments';
import { listViews } from '#lib/dashboard/saved-views/saved-views';
import { getSchedule } from '#lib/dashboard/schedules/get-schedule';
import { startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

test('creates the note, the experiment and the saved views of the demo only once', async () => {
  const clock = createFixedClock(new Date('2026-03-20T09:00:00Z'));
  const context = { ...(await dashboard.createContext()), clock };
  const { projectId } = await ensureDemo(context);
  const filters = parseFilters({ id: projectId, timeZone: 'UTC' }, {}, clock);
  const readExamples = async () => ({
    annotations: await listAnnotations(context, filters),
    experiments: await listExperiments(context, { projectId }),
    views: await listViews(context, { projectId }),
  });
  const first = await readExamples();
  expect(first.annotations).toMatchObject([
    { kind: 'experiment', day: '2026-03-08' },
    { kind: 'note', day: '2026-03-11' },
  ]);
  expect(first.experiments).toMatchObject([{ changedOn: '2026-03-08' }]);
  expect(first.experiments[0]?.promptIds).toHaveLength(10);
  expect(getExperimentWindows(filters, '2026-03-08', clock)?.after).toEqual({
    from: '2026-03-08',
    to: '2026-03-20',
  });
  expect(first.views).toHaveLength(2);
  for (const { query } of first.views) {
    const parsed = parseFilters({ id: projectId, timeZone: 'UTC' }, new URLSearchParams(query), clock);
    expect(formatFilters(parsed, clock).toString()).toBe(query);
  }
  expect(await ensureDemo(context)).toEqual({ projectId });
  expect(await readExamples()).toEqual(first);
});

test('pauses the schedule of a demo project opened with “Explore the demo”, so that it spends no credits', async () => {
  const [explorer, owner] = [await dashboard.createContext(), await dashboard.createContext()];
  const explored = await ensureDemo(explorer, { isScheduled: false });
  expect(await getSchedule(explorer, explored)).toMatchObject({ enabled: false, nextRunAt: null });
  const { projectId } = await ensureDemo(owner);
  expect(await getSchedule(owner, { projectId })).toMatchObject({ enabled: true });
});
