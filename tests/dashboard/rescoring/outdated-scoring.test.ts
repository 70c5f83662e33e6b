import { afterAll, expect, test } from 'vitest';
import { createFixedClock, systemClock } from '#lib/core/time';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { getProject } from '#lib/dashboard/projects/project';
import { scoringAlgorithm } from '#lib/dashboard/projects/scoring-algorithm';
import { rescoreBatch, rescoreProject } from '#lib/dashboard/rescoring/rescore-project';
import { getRescoringProgress } from '#lib/dashboard/rescoring/rescoring-progress';
import { startOutdatedRescorings } from '#lib/dashboard/rescoring/start-outdated-rescorings';
import { startRun } from '#lib/dashboard/runs/run-store';
import type { Context } from '#lib/db/context';
import {
  buildDelivery,
  createTestProject,
  listRunItems,
  receiveDelivery,
  startDashboard,
  type TestRunItem,
} from '#tests/support/dashboard';
import { readRollups, recountRollups } from '#tests/support/recount';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const text = 'Fjordwing is known.\n\n1. Paddlemoor\n2. Fjordwing';
const requestedAt = new Date();

async function receiveAnswers(context: Context, items: readonly TestRunItem[]): Promise<void> {
  for (const item of items) {
    await receiveDelivery(context, buildDelivery(item, { text }, { createdAt: requestedAt }));
  }
  await ingestAnswers(context);
}

/** Creates a project with answers that an earlier algorithm scored in the order of the text, and with open run items. */
async function createOutdatedProject() {
  const context = await dashboard.createContext();
  const project = await createTestProject(context);
  const run = await startRun(context, {
    projectId: project.id,
    kind: 'manual',
    engines: ['office'],
    countries: ['US'],
    samples: 10,
  });
  const items = await listRunItems(context, run?.runId ?? '');
  await receiveAnswers(context, items.slice(0, 10));
  const values = [context.organizationId];
  const outdate = async (statement: string) => context.db.$client.query(statement, values);
  await outdate('UPDATE projects SET scoring_algorithm = 1 WHERE organization_id = $1');
  await outdate('UPDATE mentions SET rank = 3 - rank, tracked_rank = NULL WHERE organization_id = $1');
  await outdate(`UPDATE daily_brands SET rank_sum = 3 * mentioned - rank_sum, rank_first_count = mentioned - rank_first_count,
    ranked = NULL, rank_square_sum = NULL, tracked_rank_sum = NULL WHERE organization_id = $1`);
  const filters = parseFilters(project, {}, systemClock);
  const readPositions = async () => {
    const { headline, brandMetrics } = await getOverview(context, filters);
    const positions = brandMetrics.map(({ brand, position }) => [brand.name, position.mean] as const);
    return {
      answers: headline.answers,
      ...Object.fromEntries(positions.filter(([, value]) => value !== null)),
    };
  };
  return { context, project, openItems: items.slice(10), readPositions };
}

test('rescores all answers after an update that changed the scoring, and mixes no two algorithms meanwhile', async () => {
  const { context, project, openItems, readPositions } = await createOutdatedProject();
  const { id: projectId } = project;
  const before = { answers: 10, Fjordwing: 1, Paddlemoor: 2 };
  expect(await readPositions()).toEqual(before);
  expect(await getRescoringProgress(context, { projectId })).toBe(null);

  expect(await startOutdatedRescorings({ db: dashboard.db, clock: systemClock })).toBe(1);
  expect(await startOutdatedRescorings({ db: dashboard.db, clock: systemClock })).toBe(0);
  const progress = { done: 0, total: 10, isUpdate: true };
  expect(await getRescoringProgress(context, { projectId })).toMatchObject(progress);
  await rescoreBatch(context, { projectId, batchSize: 4 });
  expect(await getRescoringProgress(context, { projectId })).toMatchObject({ ...progress, done: 4 });
  // Answers that arrive now are scored by the new algorithm, so they count only in the new version.
  await receiveAnswers(context, openItems.slice(0, 5));
  expect(await readPositions()).toEqual(before);

  await rescoreProject(context, { projectId });
  expect(await getRescoringProgress(context, { projectId })).toBe(null);
  const after = { Fjordwing: 2, Paddlemoor: 1 };
  expect(await readPositions()).toEqual({ answers: 15, ...after });
  await receiveAnswers(context, openItems.slice(5, 8));
  expect(await readPositions()).toEqual({ answers: 18, ...after });
  expect(await readRollups(context)).toEqual(
    await recountRollups(context, await getProject(context, { projectId })),
  );
  expect(await startOutdatedRescorings({ db: dashboard.db, clock: systemClock })).toBe(0);
});

test('restarts a rescoring that an earlier version began', async () => {
  const { context, project, readPositions } = await createOutdatedProject();
  const { id: projectId } = project;
  await startOutdatedRescorings({ db: dashboard.db, clock: systemClock });
  await rescoreBatch(context, { projectId, batchSize: 4 });
  await context.db.$client.query('UPDATE rescore_jobs SET scoring_algorithm = 1 WHERE organization_id = $1', [
    context.organizationId,
  ]);
  // It is not continued, because the scores of two algorithms would be in one version.
  expect(await rescoreBatch(context, { projectId, batchSize: 4 })).toBe(undefined);
  const later = createFixedClock(new Date(Date.now() + 60_000));
  expect(await startOutdatedRescorings({ db: dashboard.db, clock: later })).toBe(1);
  expect(await getRescoringProgress(context, { projectId })).toMatchObject({ done: 0, total: 10 });
  expect(await rescoreProject(context, { projectId })).toBe(10);
  expect(await readPositions()).toEqual({ answers: 10, Fjordwing: 2, Paddlemoor: 1 });
});

test('gives a project without answers the current algorithm at once', async () => {
  const context = await dashboard.createContext();
  const project = await createTestProject(context);
  const readAlgorithm = async () => {
    const { rows } = await context.db.$client.query<{ algorithm: number }>(
      'SELECT scoring_algorithm AS algorithm FROM projects WHERE organization_id = $1',
      [context.organizationId],
    );
    return rows[0]?.algorithm;
  };
  expect(await readAlgorithm()).toBe(scoringAlgorithm);
  await context.db.$client.query('UPDATE projects SET scoring_algorithm = 1 WHERE organization_id = $1', [
    context.organizationId,
  ]);
  await startOutdatedRescorings({ db: dashboard.db, clock: systemClock });
  expect(await readAlgorithm()).toBe(scoringAlgorithm);
  expect(await getRescoringProgress(context, { projectId: project.id })).toBe(null);
});
