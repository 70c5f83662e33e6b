import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TZDate } from '@date-fns/tz';
import { afterAll, describe, expect, test } from 'vitest';
import { toDay } from '#lib/core/days';
import { createAlert, listAlerts } from '#lib/dashboard/alerts/alerts';
import { evaluateAlerts } from '#lib/dashboard/alerts/evaluate-alerts';
import { listAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getMetricsOverTime } from '#lib/dashboard/analytics/overview/metrics-over-time';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { listAnnotations } from '#lib/dashboard/annotations/annotations';
import { addCompetitor } from '#lib/dashboard/brands/edit-brands';
import { exportedTables } from '#lib/dashboard/exports/export-table';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { sumMonths } from '#lib/dashboard/ingest/sum-months';
import { getProjectsPage } from '#lib/dashboard/metrics-api/projects';
import { getTimeSeries } from '#lib/dashboard/metrics-api/summary';
import { createProject, getProject, type Project } from '#lib/dashboard/projects/project';
import { addPrompts } from '#lib/dashboard/prompts/edit-prompts';
import { rescoreBatch, rescoreProject } from '#lib/dashboard/rescoring/rescore-project';
import { getPendingTimeZone, setTimeZone } from '#lib/dashboard/rescoring/set-time-zone';
import { startRun } from '#lib/dashboard/runs/run-store';
import { computeNextRun } from '#lib/dashboard/schedules/next-run';
import { defaultSchedule } from '#lib/dashboard/schedules/schedule';
import type { Context } from '#lib/db/context';
import {
  buildDelivery,
  listRunItems,
  receiveDelivery,
  startDashboard,
  withRole,
} from '#tests/support/dashboard';
import { readRollups, recountRollups } from '#tests/support/recount';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

/** Creates a project in a time zone, and a function that runs its prompt at an instant. */
async function createProjectIn(timeZone: string, createdAt = '2011-12-01T12:00:00Z') {
  const time = { now: new Date(createdAt) };
  const context: Context = await dashboard.createContext({ now: () => time.now });
  const { id: projectId } = await createProject(context, {
    name: 'Kayaks',
    timeZone,
    own: { name: 'Fjordwing', domains: ['fjordwing.example'] },
    competitors: [{ name: 'Paddlemoor' }],
  });
  await addPrompts(context, { projectId, prompts: [{ text: 'Which kayak is best?' }] });
  const run = async (instant: string) => {
    time.now = new Date(instant);
    const started = await startRun(context, {
      projectId,
      kind: 'manual',
      engines: ['office'],
      countries: ['US'],
      samples: 2,
    });
    for (const item of await listRunItems(context, started?.runId ?? '')) {
      const answer = {
        text: 'Fjordwing is great.',
        sources: ['https://fjordwing.example/a'],
        cited: ['https://fjordwing.example/a'],
      };
      await receiveDelivery(context, buildDelivery(item, answer, { createdAt: time.now }));
    }
    await ingestAnswers(context);
  };
  const read = () => getProject(context, { projectId });
  return { context, time, projectId, run, read };
}

/** Returns the numbers of answers that every surface shows for a period. */
async function countAnswers(context: Context, project: Project, parameters: Record<string, string>) {
  const filters = parseFilters(project, { compare: 'none', ...parameters }, context.clock);
  const { headline, visibilityOverTime } = await getOverview(context, filters);
  const { answers } = await listAnswers(context, filters, { limit: 100 });
  const byMonth = await getMetricsOverTime(context, filters, 'month');
  const own = byMonth.filter(({ brand }) => brand.role === 'own');
  const exportedDays = new Set<string | number | null | undefined>();
  const rows = await exportedTables.get('visibility-over-time')?.rows(context, filters, {});
  for await (const row of rows ?? []) exportedDays.add(row.day);
  expect([...exportedDays]).toEqual(visibilityOverTime.days);
  const { from, to } = filters;
  const api = await getTimeSeries(withRole(context, 'viewer'), { project: project.id, from, to });
  expect(api.timeZone).toBe(project.timeZone);
  expect(visibilityOverTime.days[0]).toBe(from);
  return {
    from,
    to,
    rollups: headline.answers,
    listed: answers.length,
    runs: headline.runCount,
    byMonth: own.reduce((sum, { metrics }) => sum + (metrics.visibility?.denominator ?? 0), 0),
    api: api.data.reduce((sum, row) => sum + (row.role === 'own' ? row.visibility.denominator : 0), 0),
  };
}

describe('the answers of a run count on its local day in every surface', () => {
  test.each([
    // Monthly on 1 December at 06:00, and at 05:00 in Kolkata.
    ['Asia/Tokyo', '2026-11-30T21:00:00Z', '2026-12-01'],
    ['Asia/Kolkata', '2026-11-30T23:30:00Z', '2026-12-01'],
    // Daily at 22:00, before and after the clocks change.
    ['America/New_York', '2026-03-08T03:00:00Z', '2026-03-07'],
    ['America/New_York', '2026-03-09T02:00:00Z', '2026-03-08'],
    ['America/New_York', '2026-11-02T03:00:00Z', '2026-11-01'],
    // The zone skipped 30 December.
    ['Pacific/Apia', '2011-12-30T09:00:00Z', '2011-12-29'],
    ['Pacific/Apia', '2011-12-30T10:30:00Z', '2011-12-31'],
    ['UTC', '2026-11-30T21:00:00Z', '2026-11-30'],
  ])('%s at %s: %s', async (timeZone, instant, day) => {
    const { context, run, read } = await createProjectIn(timeZone);
    await run(instant);
    const project = await read();
    const all = { rollups: 2, listed: 2, runs: 1, byMonth: 2, api: 2 };
    expect(await countAnswers(context, project, { from: day, to: day })).toEqual({
      from: day,
      to: day,
      ...all,
    });
    expect(await countAnswers(context, project, { days: '7' })).toMatchObject({ to: day, ...all });
    expect(await countAnswers(context, project, { period: 'this-month' })).toMatchObject({
      from: `${day.slice(0, 7)}-01`,
      ...all,
    });
    expect(await readRollups(context)).toEqual(await recountRollups(context, project));
    const { data } = await getProjectsPage(withRole(context, 'viewer'), {});
    expect(data).toMatchObject([{ timeZone, firstDay: day, lastDay: day }]);
  });
});

test('“last month” includes a monthly schedule’s run on its first day', async () => {
  const { context, time, run, read } = await createProjectIn('Asia/Tokyo');
  const schedule = { ...defaultSchedule, cadence: 'monthly' as const, timeZone: 'Asia/Tokyo', hour: 6 };
  const next = computeNextRun(schedule, new Date('2026-11-20T00:00:00Z'));
  expect(next.toISOString()).toBe('2026-11-30T21:00:00.000Z');
  await run(next.toISOString());
  const project = await read();
  time.now = new Date('2027-01-01T06:00:00Z');
  const december = { from: '2026-12-01', to: '2026-12-31', rollups: 2, listed: 2, runs: 1 };
  expect(await countAnswers(context, project, { period: 'last-month' })).toMatchObject(december);
  // The sums of December give the same numbers as its days.
  await sumMonths(context);
  const { rows } = await context.db.$client.query<{ month: string; summedTo: string }>(
    'SELECT month::text, summed_to::text AS "summedTo" FROM rollup_months WHERE organization_id = $1',
    [context.organizationId],
  );
  expect(rows).toEqual([{ month: '2026-12-01', summedTo: '2026-12-31' }]);
  expect(await countAnswers(context, project, { period: 'last-month' })).toMatchObject(december);
});

test('a month is summed once its last day is over in the time zone', async () => {
  const { context, time, run } = await createProjectIn('America/Los_Angeles');
  await run('2026-11-30T20:00:00Z');
  const readSummedTo = async () => {
    await sumMonths(context);
    const { rows } = await context.db.$client.query<{ summedTo: string }>(
      'SELECT summed_to::text AS "summedTo" FROM rollup_months WHERE organization_id = $1',
      [context.organizationId],
    );
    return rows[0]?.summedTo;
  };
  time.now = new Date('2026-12-01T07:30:00Z');
  expect(await readSummedTo()).toBe('2026-11-21');
  time.now = new Date('2026-12-01T09:00:00Z');
  expect(await readSummedTo()).toBe('2026-11-30');
});

test('shows the days of the previous time zone until all days are computed, then those of the new one', async () => {
  const { context, time, projectId, run, read } = await createProjectIn('UTC', '2026-11-01T12:00:00Z');
  for (const instant of ['2026-11-30T21:00:00Z', '2026-12-01T12:00:00Z', '2026-12-01T20:00:00Z']) {
    await run(instant);
  }
  const countDays = async () => {
    const project = await read();
    return Promise.all(
      ['2026-11-30', '2026-12-01', '2026-12-02'].map(async (day) => {
        const { rollups, listed, api } = await countAnswers(context, project, { from: day, to: day });
        expect([listed, api]).toEqual([rollups, rollups]);
        return rollups;
      }),
    );
  };
  time.now = new Date('2026-12-02T12:00:00Z');
  expect(await countDays()).toEqual([2, 4, 0]);
  await setTimeZone(context, { projectId, timeZone: 'Asia/Tokyo' });
  expect(await getPendingTimeZone(context, { projectId })).toBe('Asia/Tokyo');
  expect(await rescoreBatch(context, { projectId, batchSize: 3 })).toBe(3);
  expect(await countDays()).toEqual([2, 4, 0]);
  // Answers that arrive in the meantime are counted on the days of both zones.
  await run('2026-12-02T14:00:00Z');
  expect(await countDays()).toEqual([2, 4, 2]);
  expect(await readRollups(context)).toEqual(await recountRollups(context, await read()));
  // A change of the brands restarts the rescoring, for the same zone.
  await addCompetitor(context, { projectId, name: 'Otterline' });
  expect(await getPendingTimeZone(context, { projectId })).toBe('Asia/Tokyo');
  expect((await read()).timeZone).toBe('UTC');
  await rescoreProject(context, { projectId, batchSize: 3 });
  const project = await read();
  expect(project.timeZone).toBe('Asia/Tokyo');
  expect(await getPendingTimeZone(context, { projectId })).toBe(null);
  expect(await countDays()).toEqual([0, 4, 4]);
  expect(await readRollups(context)).toEqual(await recountRollups(context, project));
  const { rows } = await context.db.$client.query<{ rows: number }>(
    `SELECT (SELECT count(*) FROM mentions WHERE organization_id = $1 AND scoring_version < projects.scoring_version)
       + (SELECT count(*) FROM daily_answers WHERE organization_id = $1 AND scoring_version < projects.scoring_version)
       + (SELECT count(*) FROM rescore_jobs WHERE organization_id = $1) AS rows
     FROM projects WHERE organization_id = $1`,
    [context.organizationId],
  );
  expect(rows).toEqual([{ rows: 0 }]);
  // The change of the brands was on 2 December at 14:00 UTC, which is 23:00 in Tokyo.
  const filters = parseFilters(project, { from: '2026-12-01', to: '2026-12-02' }, context.clock);
  expect(await listAnnotations(context, filters)).toMatchObject([{ kind: 'brands', day: '2026-12-02' }]);
});

test('changes the time zone of a project without answers at once, and records every change', async () => {
  const { context, projectId, read } = await createProjectIn('UTC');
  const editor = withRole(context, 'editor');
  await setTimeZone(editor, { projectId, timeZone: 'Asia/Kolkata' });
  await setTimeZone(editor, { projectId, timeZone: 'Asia/Kolkata' });
  expect((await read()).timeZone).toBe('Asia/Kolkata');
  const { rows } = await context.db.$client.query(
    `SELECT before, after FROM audit_log WHERE organization_id = $1 AND action = 'project.time-zone-changed'`,
    [context.organizationId],
  );
  expect(rows).toMatchObject([{ before: { timeZone: 'UTC' }, after: { timeZone: 'Asia/Kolkata' } }]);
  await expect(setTimeZone(editor, { projectId, timeZone: '+05:30' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  await expect(
    setTimeZone(withRole(context, 'viewer'), { projectId, timeZone: 'UTC' }),
  ).rejects.toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' });
});

test('a time zone that the server does not know becomes UTC in a new project', async () => {
  const { read } = await createProjectIn('Nowhere/City');
  expect((await read()).timeZone).toBe('UTC');
});

test('prompts are added on the local day', async () => {
  const { context, time, projectId, read } = await createProjectIn('Asia/Tokyo', '2026-11-01T12:00:00Z');
  time.now = new Date('2026-11-30T15:00:00Z');
  await addPrompts(context, { projectId, prompts: [{ text: 'Which paddle?' }, { text: 'Which tent?' }] });
  const filters = parseFilters(await read(), { days: '28' }, context.clock);
  expect(await listAnnotations(context, filters)).toEqual([
    { kind: 'prompts', day: '2026-12-01', added: 2, archived: 0 },
  ]);
});

test('alerts are evaluated two hours after the end of the local day', async () => {
  const { context, time, projectId, run } = await createProjectIn('Asia/Tokyo');
  await run('2026-11-29T21:00:00Z');
  time.now = new Date('2026-11-30T16:59:00Z');
  await createAlert(context, { projectId, condition: { kind: 'model-changed' } });
  const evaluate = async () => {
    await evaluateAlerts(context, { aborted: false });
    const [alert] = await listAlerts(context, { projectId });
    return [alert?.evaluatedDay, alert?.evaluateAt?.toISOString()];
  };
  expect(await evaluate()).toEqual(['2026-11-29', '2026-11-30T17:00:00.000Z']);
  time.now = new Date('2026-11-30T17:00:00Z');
  expect(await evaluate()).toEqual(['2026-11-30', '2026-12-01T17:00:00.000Z']);
});

/** A line of the case: a time zone and the local date and time of a run. */
const linePattern = /^(\S+)\s+\w+\s+local (\d{4})-(\d\d)-(\d\d), (\d+):(\d\d) ([ap])\.m\./gm;

test('counts the reported runs on their local days, if the folder ../shared/cases exists', ({ skip }) => {
  const file = join(import.meta.dirname, '../../../../shared/cases/t01-local-schedule-utc-days/actual.txt');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return skip('there is no folder ../shared/cases');
  }
  const runs = [...text.matchAll(linePattern)].map(
    ([, timeZone = '', year, month, date, hour, minute, half]) => ({
      timeZone,
      day: `${year}-${month}-${date}`,
      instant: new TZDate(
        Number(year),
        Number(month) - 1,
        Number(date),
        (Number(hour) % 12) + (half === 'p' ? 12 : 0),
        Number(minute),
        timeZone,
      ),
    }),
  );
  expect(runs.length).toBeGreaterThan(0);
  for (const { timeZone, day, instant } of runs) {
    expect(toDay(new Date(instant.getTime()), timeZone)).toBe(day);
  }
});
