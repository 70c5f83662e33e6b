import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, createFixedClock, listDays } from '#lib/core/time';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { fitNoiseJob, fitProjectNoise } from '#lib/dashboard/analytics/panel/fit-project-noise';
import type { Context } from '#lib/db/context';
import { openDatabase } from '#lib/db/database';
import { createJobQueues } from '#lib/queue/job-runner';
import {
  createObservedProject,
  dayCount,
  firstDay,
  storeRollups,
  storeRuns,
} from '#tests/dashboard/analytics/support/observations';
import { observeEverySegment } from '#tests/dashboard/analytics/support/observe-every-segment';
import { createDatabase } from '#tests/support/database';
import { buildMetricFilters } from '#tests/support/metric-filters';

const database = await createDatabase();
const db = openDatabase(database.url, { max: 2 });
const today = addDays(firstDay, dayCount - 1);
let context: Context;
let projectId: string;

beforeAll(async () => {
  await createJobQueues(database.url, [fitNoiseJob]);
  const observed = await createObservedProject(db);
  projectId = observed.projectId;
  context = { ...observed.context, clock: createFixedClock(new Date(`${today}T15:00:00Z`)) };
  const project = { organizationId: context.organizationId, projectId };
  await storeRollups(
    db,
    project,
    observeEverySegment(({ day, prompt }) => (day + prompt) % 3 === 0),
  );
  await storeRuns(db, project, listDays(firstDay, today));
});

afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

interface StoredFit {
  days: string;
  metric: string;
  noise: unknown;
}

async function readFits(): Promise<StoredFit[]> {
  const { rows } = await db.$client.query<StoredFit>(
    'SELECT days, metric, noise FROM noise_fits WHERE project_id = $1 ORDER BY days, metric',
    [projectId],
  );
  return rows;
}

const filters = () => buildMetricFilters({ projectId, from: addDays(today, -27), to: today });

test('a fit after a run stores the noise of the periods that pages offer, as a page would fit it', async () => {
  const overview = await getOverview(context, filters());
  const fittedByPage = await readFits();
  const days = new Set(fittedByPage.map((fit) => fit.days));
  expect(days).toEqual(
    new Set([
      `${addDays(today, -27)}..${today}`,
      `${addDays(today, -55)}..${addDays(today, -28)} ${addDays(today, -27)}..${today}`,
    ]),
  );
  await fitProjectNoise(context, projectId);
  const fits = await readFits();
  expect(fits.filter((fit) => days.has(fit.days))).toEqual(fittedByPage);
  // 7, 28, 56 and 91 days, this month and last month, each as a period and with its previous one.
  expect(new Set(fits.map((fit) => fit.days)).size).toBe(12);
  expect(await getOverview(context, filters())).toEqual(overview);
});

test('noise of other periods is kept unless they contain the newest days', async () => {
  const past = { from: firstDay, to: addDays(today, -3), compare: 'none' } as const;
  const recent = { from: addDays(firstDay, 1), to: today, compare: 'none' } as const;
  for (const period of [past, recent]) await getOverview(context, { ...filters(), ...period });
  const listPeriods = async () => new Set((await readFits()).map(({ days }) => days));
  expect((await listPeriods()).size).toBe(14);
  await fitProjectNoise(context, projectId);
  const kept = await listPeriods();
  expect(kept).toContain(`${past.from}..${past.to}`);
  expect(kept).not.toContain(`${recent.from}..${recent.to}`);
});

test('the next fit starts with the next day of the project, once', async () => {
  const { rows } = await db.$client.query<{ key: string; seconds: number }>(
    `SELECT singleton_key AS key, round(extract(epoch FROM start_after - created_on))::int AS seconds
     FROM pgboss.job WHERE name = $1`,
    [fitNoiseJob.name],
  );
  expect(rows).toEqual([{ key: `${projectId} day`, seconds: 9 * 3_600 }]);
});
