import { afterAll, expect, test } from 'vitest';
import { createFixedClock, systemClock } from '#lib/core/time';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { addCompetitor, removeBrand, updateBrand } from '#lib/dashboard/brands/edit-brands';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { getProject } from '#lib/dashboard/projects/project';
import { deleteOldScorings } from '#lib/dashboard/rescoring/delete-old-scorings';
import {
  publishScoring,
  rescoreBatch,
  rescoreProject,
  resumeRescorings,
} from '#lib/dashboard/rescoring/rescore-project';
import { getRescoringProgress } from '#lib/dashboard/rescoring/rescoring-progress';
import { startRun } from '#lib/dashboard/runs/run-store';
import type { Context } from '#lib/db/context';
import { toDatabase } from '#lib/db/database';
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

const texts = [
  'Fjordwing is great and the Otter Kayak is not.\n\n1. Paddlemoor\n2. Fjordwing',
  'I would take the Otterline to the sea.',
  'Buy the Otter Kayak. It is the best of the lot.',
  'Nothing of note.',
];

/** One time for all answers, so that midnight during the tests changes nothing. */
const requestedAt = new Date();

async function receiveAnswers(context: Context, items: readonly TestRunItem[]): Promise<void> {
  for (const [index, item] of items.entries()) {
    const answer = {
      text: texts[index % texts.length] ?? '',
      sources: ['https://shop.otter.example/b', 'https://news.example/c'],
      cited: ['https://news.example/c'],
      searchQueries: ['best kayak'],
    };
    await receiveDelivery(context, buildDelivery(item, answer, { createdAt: requestedAt }));
  }
  await ingestAnswers(context);
}

/** Creates a project with 40 stored answers and 40 open run items. */
async function createAnsweredProject() {
  const context = await dashboard.createContext();
  const project = await createTestProject(context);
  const run = await startRun(context, {
    projectId: project.id,
    kind: 'manual',
    engines: ['office'],
    countries: ['US', 'DE'],
    samples: 10,
  });
  const items = await listRunItems(context, run?.runId ?? '');
  await receiveAnswers(context, items.slice(0, 40));
  const filters = parseFilters(project, {}, systemClock);
  const readOverview = () => getOverview(context, filters);
  return { context, project, openItems: items.slice(40), readOverview };
}

const otter = { name: 'Otter Kayak', domains: ['otter.example'] };

/** Counts an organization's rows of scoring versions other than the published one, plus its rescoring jobs. */
async function countOtherVersionRows({ organizationId }: Context): Promise<number> {
  const tables = [
    'daily_answers',
    'daily_brands',
    'daily_domains',
    'daily_models',
    'daily_queries',
    'mentions',
  ];
  const { rows } = await dashboard.db.$client.query<{ count: number }>(
    `SELECT (${tables
      .map(
        (table) => `(SELECT count(*) FROM ${table} WHERE organization_id = $1
          AND scoring_version <> (SELECT scoring_version FROM projects WHERE projects.organization_id = $1))`,
      )
      .join(' + ')}) + (SELECT count(*) FROM rescore_jobs WHERE organization_id = $1) AS count`,
    [organizationId],
  );
  return rows[0]?.count ?? Number.NaN;
}

test('shows the old metrics during a rescoring, then the new ones', async () => {
  const { context, project, openItems, readOverview } = await createAnsweredProject();
  const before = await readOverview();
  expect(await getRescoringProgress(context, { projectId: project.id })).toBe(null);
  await addCompetitor(context, { projectId: project.id, ...otter });
  for (let batch = 0; batch < 3; batch += 1) {
    expect(await readOverview()).toEqual(before);
    expect(await getRescoringProgress(context, { projectId: project.id })).toMatchObject({
      done: 10 * batch,
      total: 40,
    });
    expect(await rescoreBatch(context, { projectId: project.id, batchSize: 10 })).toBe(10);
  }
  // Ingestion scores new answers with both the published and the changed brands, so 10 answers remain to be rescored.
  await receiveAnswers(context, openItems.slice(0, 20));
  expect(await readRollups(context)).toEqual(await recountRollups(context, project));
  expect((await readOverview()).headline.answers).toBe(60);
  expect(await publishScoring(context, project.id)).toBe(false);
  expect(await rescoreProject(context, { projectId: project.id })).toBe(10);
  const current = await getProject(context, { projectId: project.id });
  expect(await readRollups(context)).toEqual(await recountRollups(context, current));
  const after = await readOverview();
  expect(after.brandMetrics.map(({ brand }) => brand.name).sort()).toEqual([
    'Fjordwing',
    'Otter Kayak',
    'Otterline',
    'Paddlemoor',
  ]);
  expect(after.headline.answers).toBe(60);
  expect(await getRescoringProgress(context, { projectId: project.id })).toBe(null);
  expect(await countOtherVersionRows(context)).toBe(0);
  await receiveAnswers(context, openItems.slice(20));
  expect(await readRollups(context)).toEqual(await recountRollups(context, current));
});

test('a reader never sees two scoring versions at once', async () => {
  const { context, project, readOverview } = await createAnsweredProject();
  const before = await readOverview();
  await addCompetitor(context, { projectId: project.id, ...otter });
  let isRescoring = true;
  const overviews: Awaited<ReturnType<typeof readOverview>>[] = [];
  const reader = (async () => {
    while (isRescoring) overviews.push(await readOverview());
  })();
  await rescoreProject(context, { projectId: project.id, batchSize: 1 });
  isRescoring = false;
  await reader;
  const after = await readOverview();
  expect(after.brandMetrics).not.toEqual(before.brandMetrics);
  for (const overview of overviews) expect([before, after]).toContainEqual(overview);
  expect(overviews.length).toBeGreaterThan(3);
  expect(overviews[0]).toEqual(before);
});

test('completes a rescoring with several workers after a worker crashed and its job was lost', async () => {
  const { context, project } = await createAnsweredProject();
  await addCompetitor(context, { projectId: project.id, ...otter });
  await rescoreBatch(context, { projectId: project.id, batchSize: 7 });
  // A worker that crashes during a batch loses that batch.
  const client = await dashboard.db.$client.connect();
  await client.query('BEGIN');
  await rescoreBatch({ ...context, db: toDatabase(client) }, { projectId: project.id, batchSize: 7 });
  await client.query('ROLLBACK');
  client.release();
  await dashboard.db.$client.query(`DELETE FROM pgboss.job WHERE name = 'rescore-project'`);
  const listWaitingJobs = async () => {
    const { rows } = await dashboard.db.$client.query<{ data: unknown }>(
      `SELECT data FROM pgboss.job WHERE name = 'rescore-project'`,
    );
    return rows.map(({ data }) => data);
  };
  await resumeRescorings({ db: dashboard.db, clock: systemClock });
  expect(await listWaitingJobs()).toEqual([]);
  const later = createFixedClock(new Date(Date.now() + 5 * 60_000));
  await resumeRescorings({ db: dashboard.db, clock: later });
  expect(await listWaitingJobs()).toEqual([
    { organizationId: context.organizationId, projectId: project.id },
  ]);

  const rescoredCounts = await Promise.all(
    [3, 4, 5].map((batchSize) => rescoreProject(context, { projectId: project.id, batchSize })),
  );
  expect(rescoredCounts.reduce((sum, count) => sum + count, 0)).toBe(33);
  const current = await getProject(context, { projectId: project.id });
  expect(await readRollups(context)).toEqual(await recountRollups(context, current));
  expect(await countOtherVersionRows(context)).toBe(0);
});

test('restarts the rescoring after a second change and removes the results of the first', async () => {
  const { context, project, openItems, readOverview } = await createAnsweredProject();
  const { id: projectId } = project;
  const before = await readOverview();
  const added = await addCompetitor(context, { projectId, ...otter });
  await rescoreBatch(context, { projectId, batchSize: 30 });
  await receiveAnswers(context, openItems.slice(0, 8));
  const during = await readOverview();
  await updateBrand(context, { projectId, brandId: project.own.id, name: 'Lot' });
  await removeBrand(context, { projectId, brandId: project.competitors[0]?.id ?? '' });
  expect(await readOverview()).toEqual(during);
  expect(during.brandMetrics.map(({ brand }) => brand)).toEqual(
    expect.arrayContaining(before.brandMetrics.map(({ brand }) => brand)),
  );
  expect(await getRescoringProgress(context, { projectId })).toMatchObject({ done: 0, total: 48 });
  await receiveAnswers(context, openItems.slice(8, 16));
  expect(await rescoreProject(context, { projectId, batchSize: 9 })).toBe(48);
  const current = await getProject(context, { projectId });
  expect(current.competitors.map(({ id }) => id)).toContain(added.id);
  expect(await readRollups(context)).toEqual(await recountRollups(context, current));
  expect(await countOtherVersionRows(context)).toBe(0);
});

test('scores nothing if nothing changed, and completes an interrupted deletion of old scorings in the next call', async () => {
  const { context, project } = await createAnsweredProject();
  const { id: projectId } = project;
  const { name, aliases, domains } = project.own;
  await updateBrand(context, { projectId, brandId: project.own.id, name, aliases, domains });
  expect(await getRescoringProgress(context, { projectId })).toBe(null);

  await addCompetitor(context, { projectId, ...otter });
  await rescoreBatch(context, { projectId });
  expect(await publishScoring(context, projectId)).toBe(true);
  await deleteOldScorings(context, projectId, AbortSignal.abort());
  expect(await countOtherVersionRows(context)).toBeGreaterThan(0);
  expect(await rescoreProject(context, { projectId })).toBe(0);
  expect(await countOtherVersionRows(context)).toBe(0);
});

test('rescoring reads the citations of answers that were stored without any from the links in their text', async () => {
  const context = await dashboard.createContext();
  const project = await createTestProject(context, ['Which kayak is best?']);
  const run = await startRun(context, {
    projectId: project.id,
    kind: 'manual',
    engines: ['overview'],
    countries: ['US'],
    samples: 2,
  });
  const [linked, unlinked] = await listRunItems(context, run?.runId ?? '');
  const markdown =
    'Fjordwing. ([fjordwing.example](https://fjordwing.example/a)) See https://news.example/b.';
  for (const item of [linked, unlinked]) {
    if (!item) continue;
    const answer = { text: 'Fjordwing.', sources: ['https://fjordwing.example/a'], hasCitations: false };
    await receiveDelivery(context, buildDelivery(item, answer, { createdAt: requestedAt }));
  }
  await ingestAnswers(context);
  const filters = parseFilters(project, {}, systemClock);
  const readHeadline = async () => (await getOverview(context, filters)).headline;
  expect(await readHeadline()).toMatchObject({ withReportedCitations: 0, citationRate: { denominator: 0 } });
  // As an earlier release stored an overview: with its Markdown, but without the citations in it.
  await context.db.$client.query('UPDATE answers SET markdown = $1 WHERE organization_id = $2 AND id = $3', [
    markdown,
    context.organizationId,
    linked?.id,
  ]);
  await addCompetitor(context, { projectId: project.id, ...otter });
  await rescoreProject(context, { projectId: project.id });
  expect(await readHeadline()).toMatchObject({
    withReportedCitations: 1,
    citationRate: { numerator: 1, denominator: 1 },
    citationShare: { numerator: 1, denominator: 2 },
  });
  const { rows } = await context.db.$client.query(
    'SELECT domain, citations FROM answer_sources WHERE organization_id = $1 AND answer_id = $2 ORDER BY position',
    [context.organizationId, linked?.id],
  );
  expect(rows).toEqual([
    { domain: 'fjordwing.example', citations: 1 },
    { domain: 'news.example', citations: 1 },
  ]);
});
