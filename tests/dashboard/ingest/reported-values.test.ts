import { afterAll, expect, test } from 'vitest';
import { anyAnswer } from '#lib/contract/filters/answer-filters';
import { getAnswer } from '#lib/dashboard/analytics/answers/get-answer';
import { listAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { readAnswerTexts } from '#lib/dashboard/analytics/answers/read-answer-texts';
import { getFanOut } from '#lib/dashboard/analytics/fan-out/fan-out';
import { type MetricFilters, parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { exportedTables } from '#lib/dashboard/exports/export-table';
import type { ExportedRow } from '#lib/dashboard/exports/exported-table';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { getSourcesPage } from '#lib/dashboard/metrics-api/sources';
import { getSummary } from '#lib/dashboard/metrics-api/summary';
import { listFailedItems } from '#lib/dashboard/runs/failed-items';
import { describeFailure } from '#lib/dashboard/runs/failure-messages';
import { startRun } from '#lib/dashboard/runs/run-store';
import type { Context } from '#lib/db/context';
import {
  buildDelivery,
  createTestProject,
  listRunItems,
  receiveDelivery,
  startDashboard,
  type TestAnswer,
} from '#tests/support/dashboard';
import { readRollups, recountRollups } from '#tests/support/recount';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const page = 'https://fjordwing.example/a';
const reporting: TestAnswer = {
  text: 'Fjordwing.',
  sources: [page],
  cited: [page],
  searchQueries: ['boats'],
};
/** Reports that there were no search queries and no citations. */
const empty: TestAnswer = { text: 'Fjordwing.', sources: [page], searchQueries: [] };
/** Reports neither. */
const silent: TestAnswer = { text: 'Fjordwing.', sources: [page], hasCitations: false };

async function createAnsweredProject(answers: readonly TestAnswer[]) {
  const context = await dashboard.createContext();
  const project = await createTestProject(context);
  const run = await startRun(context, {
    projectId: project.id,
    kind: 'manual',
    engines: ['office'],
    countries: ['US'],
    samples: Math.max(1, answers.length),
  });
  const items = await listRunItems(context, run?.runId ?? '');
  for (const [index, answer] of answers.entries()) {
    const item = items[index];
    if (item) await receiveDelivery(context, buildDelivery(item, answer));
  }
  await ingestAnswers(context);
  const filters = parseFilters(project, new URLSearchParams(), context.clock);
  return { context, project, filters };
}

async function exportRows(table: string, context: Context, filters: MetricFilters): Promise<ExportedRow[]> {
  const rows: ExportedRow[] = [];
  const exported = await exportedTables.get(table)?.rows(context, filters, {});
  for await (const row of exported ?? []) rows.push(row);
  return rows;
}

test('citation metrics and search queries count only the answers for which they are known', async () => {
  const { context, project, filters } = await createAnsweredProject([reporting, empty, silent, silent]);
  expect(await readRollups(context)).toEqual(await recountRollups(context, project));

  const { headline } = await getOverview(context, filters);
  expect(headline).toMatchObject({
    answers: 4,
    withReportedCitations: 2,
    visibility: { denominator: 4 },
    citationRate: { numerator: 1, denominator: 2 },
  });
  const { sources } = await getSources(context, filters);
  expect(sources).toMatchObject([
    {
      domain: 'fjordwing.example',
      listed: { numerator: 4, denominator: 4 },
      cited: { numerator: 1, denominator: 2 },
      citedWhenListed: { numerator: 1, denominator: 2 },
    },
  ]);
  const { engines } = await getFanOut(context, filters);
  expect(engines).toMatchObject([
    { answers: 4, withReportedQueries: 2, withSearchQueries: { numerator: 1, denominator: 2 } },
  ]);
  expect(await exportRows('fan-out-engines', context, filters)).toMatchObject([
    { answers: 4, with_reported_queries: 2, with_search_queries_denominator: 2 },
  ]);
  const summary = await getSummary(context, { project: project.id, compare: 'none' });
  expect(summary).toMatchObject({ answers: 4, answersWithReportedCitations: 2 });
});

test('answers say that values are not reported instead of showing none', async () => {
  const { context, project, filters } = await createAnsweredProject([silent]);
  const { answers } = await readAnswerTexts(context, filters, {
    answerFilters: anyAnswer,
    before: null,
    limit: 10,
  });
  expect(answers).toMatchObject([{ searchQueries: null, model: null, sources: [{ citations: null }] }]);
  expect((await listAnswers(context, filters)).answers).toMatchObject([{ sourceCount: 1, citedCount: null }]);
  const [{ id: answerId } = { id: '' }] = answers;
  expect(await getAnswer(context, { projectId: project.id, answerId })).toMatchObject({
    searchQueries: null,
    hasReportedCitations: false,
  });
  expect(await exportRows('answers', context, filters)).toMatchObject([
    { model: 'Not reported', searches: 'Not reported' },
  ]);
  const { headline } = await getOverview(context, filters);
  expect(headline.citationRate).toMatchObject({ value: null, denominator: 0 });
  expect(await getSourcesPage(context, { project: project.id, compare: 'none' })).toMatchObject({
    citations: null,
    answersWithReportedCitations: 0,
    data: [{ citations: null, cited: { value: null } }],
  });
});

test('answers of earlier releases count as reported where their engine and values say so', async () => {
  const { context, filters } = await createAnsweredProject([reporting, empty]);
  const readCounts = async () => {
    const { headline } = await getOverview(context, filters);
    const { engines } = await getFanOut(context, filters);
    return [headline.withReportedCitations, engines[0]?.withReportedQueries];
  };
  expect(await readCounts()).toEqual([2, 2]);
  const forget = `UPDATE daily_answers SET without_reported_queries = NULL, without_reported_citations = NULL
    WHERE organization_id = $1`;
  await context.db.$client.query(forget, [context.organizationId]);
  // The answer without search queries may come from a provider that reports none.
  expect(await readCounts()).toEqual([2, 1]);
  for (const [engine, expected] of [
    ['social', [0, 2]],
    ['overview', [0, 1]],
  ] as const) {
    await context.db.$client.query('UPDATE daily_answers SET engine = $2 WHERE organization_id = $1', [
      context.organizationId,
      engine,
    ]);
    expect(await readCounts()).toEqual(expected);
  }
});

test('a failed run item says why its prompt was refused', async () => {
  const { context, project, filters } = await createAnsweredProject([]);
  const run = await startRun(context, {
    projectId: project.id,
    kind: 'manual',
    engines: ['searchai'],
    countries: ['US'],
    samples: 1,
  });
  const runId = run?.runId ?? '';
  const message =
    'DataForSEO accepts prompts of at most 700 characters for Google AI Mode; this one has 812.';
  for (const item of await listRunItems(context, runId)) {
    const delivery = buildDelivery(item, { error: 'EXTERNAL_SERVICE_ERROR' });
    await receiveDelivery(context, {
      ...delivery,
      response: { error: { ...delivery.response.error, message } },
    });
  }
  await ingestAnswers(context);
  const items = await listFailedItems(context, { runId });
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) expect(describeFailure(item)).toBe(message);
  expect(await exportRows('failed', context, filters)).toMatchObject(
    items.map(() => ({ error_code: 'EXTERNAL_SERVICE_ERROR', reason: message })),
  );
});
