import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { systemClock } from '#lib/core/time';
import { getAlertEvent, listAlertEvents } from '#lib/dashboard/alerts/alert-events';
import { listAlerts } from '#lib/dashboard/alerts/alerts';
import { listChannels } from '#lib/dashboard/alerts/messages/channels';
import { previewAlert } from '#lib/dashboard/alerts/preview-alert';
import { listAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import { getFanOut, listFanOutPrompts } from '#lib/dashboard/analytics/fan-out/fan-out';
import { type MetricFilters, parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  getEmptyStateReason,
  listEngineModels,
  listFilterValues,
} from '#lib/dashboard/analytics/filters/project-state';
import { getPromptBreakdown, getPromptsData } from '#lib/dashboard/analytics/overview/breakdown';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { searchDomains } from '#lib/dashboard/analytics/sources/search-domains';
import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { getStability } from '#lib/dashboard/analytics/sources/stability';
import { listAnnotations } from '#lib/dashboard/annotations/annotations';
import { findBrandProblems } from '#lib/dashboard/brands/find-brand-problems';
import { getBackfillProgress } from '#lib/dashboard/demo/demo-project';
import { getExperimentResult, listExperimentEffects } from '#lib/dashboard/experiments/experiment-result';
import { createExperiment, getExperiment, listExperiments } from '#lib/dashboard/experiments/experiments';
import { estimatePower } from '#lib/dashboard/experiments/power';
import { exportedTables } from '#lib/dashboard/exports/export-table';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { getProject, listProjects, type Project } from '#lib/dashboard/projects/project';
import { readProjectDays } from '#lib/dashboard/projects/project-days';
import { getPrompt, listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { getPromptTexts, searchPrompts } from '#lib/dashboard/prompts/prompt-texts';
import { loadReportData } from '#lib/dashboard/reports/report-data';
import { listReports } from '#lib/dashboard/reports/reports';
import { getRescoringProgress } from '#lib/dashboard/rescoring/rescoring-progress';
import { getPendingTimeZone } from '#lib/dashboard/rescoring/set-time-zone';
import { getBudgets } from '#lib/dashboard/runs/budgets';
import { listFailedItems } from '#lib/dashboard/runs/failed-items';
import { getRun, listRuns } from '#lib/dashboard/runs/list-runs';
import { listMissingAddOns } from '#lib/dashboard/runs/missing-add-ons';
import { getRunProgress, listRunBreakdown } from '#lib/dashboard/runs/run-progress';
import { startRun } from '#lib/dashboard/runs/run-store';
import { listViews } from '#lib/dashboard/saved-views/saved-views';
import { getSchedule } from '#lib/dashboard/schedules/get-schedule';
import type { Context } from '#lib/db/context';
import { openDatabase } from '#lib/db/database';
import {
  buildDelivery,
  createTestProject,
  listRunItems,
  receiveDelivery,
  startDashboard,
} from '#tests/support/dashboard';
import { root } from '#tests/support/process';

const dashboard = await startDashboard();
const observed = openDatabase(dashboard.databaseUrl, { max: 2 });
afterAll(async () => {
  await observed.$client.end();
  await dashboard.stop();
});

/** The statements that were sent since the list was emptied. */
const statements: string[] = [];
observed.$client.on('connect', (client) => {
  const send = client.query.bind(client);
  Object.assign(client, {
    query: (...sent: Parameters<typeof send>) => {
      const [statement]: unknown[] = sent;
      statements.push(typeof statement === 'string' ? statement : JSON.stringify(statement));
      return send(...sent);
    },
  });
});

/** What the queries of pages get. */
interface Page {
  context: Context;
  project: Project;
  filters: MetricFilters;
  runId: string;
  promptId: string;
  experimentId: string;
}

async function createPage(): Promise<Page> {
  const context = await dashboard.createContext();
  const project = await createTestProject(context);
  const { id: projectId } = project;
  const run = await startRun(context, {
    projectId,
    kind: 'manual',
    engines: ['office', 'gen'],
    countries: ['US'],
    samples: 2,
  });
  const runId = run?.runId ?? '';
  for (const item of await listRunItems(context, runId)) {
    const answer = {
      text: 'Fjordwing is great for the sea, and Paddlemoor is not.',
      sources: ['https://news.example/a', 'https://fjordwing.example/b'],
      cited: ['https://news.example/a'],
      searchQueries: ['best kayak'],
      model: 'kayak-1',
    };
    await receiveDelivery(context, buildDelivery(item, answer));
  }
  await ingestAnswers(context);
  const [prompt] = await listPrompts(context, { projectId });
  const filters = parseFilters(project, {}, systemClock);
  const { id: experimentId } = await createExperiment(context, {
    projectId,
    name: 'A page',
    description: 'It compares kayaks.',
    changedOn: filters.to,
    promptIds: prompt ? [prompt.id] : [],
  });
  return {
    context: { ...context, db: observed },
    project,
    filters,
    runId,
    promptId: prompt?.id ?? '',
    experimentId,
  };
}

const change = ({ filters, promptId }: Page) => ({
  changedOn: filters.to,
  promptIds: [promptId],
  assignment: 'chosen' as const,
});

/** The queries of pages that show no answers, by the name of their function. */
const queries: Record<string, (page: Page) => Promise<unknown>> = {
  estimatePower: ({ context, project }) =>
    estimatePower(context, { projectId: project.id, treatmentCount: 1 }),
  findBrandProblems: ({ context, project }) => findBrandProblems(context, { projectId: project.id }),
  getBackfillProgress: ({ context, project }) => getBackfillProgress(context, { projectId: project.id }),
  getBudgets: ({ context, project }) => getBudgets(context, { projectId: project.id }),
  getCompetitors: ({ context, filters }) => getCompetitors(context, filters),
  getEmptyStateReason: ({ context, project }) => getEmptyStateReason(context, { projectId: project.id }),
  getExperiment: ({ context, project, experimentId }) =>
    getExperiment(context, { projectId: project.id, experimentId }),
  getExperimentResult: (page) => getExperimentResult(page.context, page.filters, change(page)),
  getFanOut: ({ context, filters }) => getFanOut(context, filters),
  getOverview: ({ context, filters }) => getOverview(context, filters),
  getPendingTimeZone: ({ context, project }) => getPendingTimeZone(context, { projectId: project.id }),
  getProject: ({ context, project }) => getProject(context, { projectId: project.id }),
  getPrompt: ({ context, project, promptId }) => getPrompt(context, { projectId: project.id, promptId }),
  getPromptBreakdown: ({ context, filters }) => getPromptBreakdown(context, filters),
  getPromptsData: ({ context, filters }) => getPromptsData(context, filters),
  getPromptTexts: ({ context, project, promptId }) =>
    getPromptTexts(context, { projectId: project.id, promptIds: [promptId] }),
  getRescoringProgress: ({ context, project }) => getRescoringProgress(context, { projectId: project.id }),
  getRun: ({ context, project, runId }) => getRun(context, { projectId: project.id, runId }),
  getRunProgress: ({ context, runId }) => getRunProgress(context, { runId }),
  getSchedule: ({ context, project }) => getSchedule(context, { projectId: project.id }),
  getSources: ({ context, filters }) => getSources(context, filters),
  getStability: ({ context, filters }) => getStability(context, filters),
  listAlertEvents: ({ context, project }) => listAlertEvents(context, { projectId: project.id }),
  getAlertEvent: ({ context, project, runId }) =>
    getAlertEvent(context, { projectId: project.id, eventId: runId }),
  listAlerts: ({ context, project }) => listAlerts(context, { projectId: project.id }),
  listAnnotations: ({ context, filters }) => listAnnotations(context, filters),
  listChannels: ({ context, project }) => listChannels(context, { projectId: project.id }),
  listEngineModels: ({ context, project }) => listEngineModels(context, { projectId: project.id }),
  listExperimentEffects: (page) => listExperimentEffects(page.context, page.filters, [change(page)]),
  listExperiments: ({ context, project }) => listExperiments(context, { projectId: project.id }),
  listFailedItems: ({ context, runId }) => listFailedItems(context, { runId }),
  listFanOutPrompts: ({ context, filters }) => listFanOutPrompts(context, filters),
  listFilterValues: ({ context, project }) => listFilterValues(context, { projectId: project.id }),
  listMissingAddOns: ({ context, project, filters: { from, to, timeZone } }) =>
    listMissingAddOns(context, { projectId: project.id, from, to, timeZone }),
  listProjects: ({ context }) => listProjects(context),
  listPrompts: ({ context, project }) => listPrompts(context, { projectId: project.id }),
  listReports: ({ context, project }) => listReports(context, { projectId: project.id }),
  listRunBreakdown: ({ context, runId }) => listRunBreakdown(context, { runId }),
  listRuns: ({ context, project }) => listRuns(context, { projectId: project.id }),
  listViews: ({ context, project }) => listViews(context, { projectId: project.id }),
  loadReportData: ({ context, filters }) => loadReportData(context, { filters, blocks: [] }),
  previewAlert: ({ context, project }) =>
    previewAlert(context, {
      projectId: project.id,
      condition: { kind: 'metric', metric: 'visibility', minChange: 5, direction: 'either' },
    }),
  readProjectDays: ({ context, project }) => readProjectDays(context, project.id),
  searchDomains: ({ context, project }) => searchDomains(context, { projectId: project.id, search: 'news' }),
  searchPrompts: ({ context, project }) => searchPrompts(context, { projectId: project.id, search: 'kayak' }),
};

/** Functions whose result is answers or parts of them, with what they read. */
const shownAnswers: Record<string, string> = {
  countAnswers: 'how many answers a list has that no rollup counts, such as those with a text',
  explainChange: 'which answers cite both a domain and mention the brand',
  getAnswerContent: 'one answer',
  getDomain: 'the pages of a domain in the newest answers that list it',
  getPreviousAnswer: 'one answer',
  getRawAnswer: 'one answer',
  getSpotCheck: 'the newest answers',
  isAnswerInFilters: 'one answer',
  listAnswers: 'answers',
  listAspectSentences: 'sentences of answers',
  listCitingAnswers: 'answers',
  listQuotableAnswers: 'answers',
  previewBrand: 'texts of answers',
  suggestCompetitors: 'texts of answers',
};

/** Other functions: computations, reports by ID, files of prompts, the session and credits. */
const others = [
  'countItemsByStatus',
  'countRetryable',
  'findAmbiguousNames',
  'findFailedItems',
  'findInvalidDays',
  'findUncoveredRun',
  'getBranding',
  'getCategory',
  'getConditionNames',
  'getCountNoun',
  'getCreditBalance',
  'getFrozenReport',
  'getOrCreateOverviewReport',
  'getPeriods',
  'getPresetDays',
  'getReport',
  'listRealEngines',
  'listSandboxEngines',
  'listShares',
  'listSubscriptions',
  'listUnavailableEngines',
  'previewImport',
  'readPromptsFile',
  'suggestPrompts',
  'suggestSchedule',
];

/** A page may show a list of answers, such as the newest ones. */
const listsAnswers = (statement: string) => statement.includes('WITH page AS MATERIALIZED');

const readsAnswers = (statement: string) => /\b(?:from|join)\s+\\?"?answers\b/i.test(statement);

/** Returns the statements of a call that read stored answers. */
async function findReadings(run: () => Promise<unknown>): Promise<string[]> {
  statements.length = 0;
  await run();
  return statements.filter((statement) => readsAnswers(statement) && !listsAnswers(statement));
}

const page = await createPage();

describe('no page reads stored answers for anything but the answers that it shows', () => {
  test('all queries of the pages of a project are listed here', () => {
    const files = globSync('app/(dashboard)/projects/[[]projectId[]]/**/*.{ts,tsx}', { cwd: root });
    const imported = files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^import \{([^}]+)\} from '#lib\/dashboard\//gm)]
        .flatMap(([, names = '']) => names.split(','))
        .map((name) => name.trim())
        .filter((name) =>
          /^(?:count|estimate|explain|find|get|is|list|load|preview|read|search|suggest)[A-Z]/.test(name),
        ),
    );
    const listed = new Set([...Object.keys(queries), ...Object.keys(shownAnswers), ...others]);
    expect(new Set(imported).size).toBeGreaterThan(50);
    expect([...new Set(imported)].filter((name) => !listed.has(name) && !name.startsWith('is'))).toEqual([]);
  });

  test.each(Object.entries(queries))('%s', async (_, query) => {
    expect(await findReadings(() => query(page))).toEqual([]);
  });

  test('with other periods and filters, too', async () => {
    const { context, project } = page;
    for (const search of [
      { days: '91', compare: 'none' },
      { topic: 'Kayaks', engine: 'office', country: 'US' },
    ]) {
      const filtered = { ...page, filters: parseFilters(project, search, context.clock) };
      for (const name of ['getOverview', 'getSources', 'getCompetitors', 'getFanOut', 'listAnnotations']) {
        expect(await findReadings(async () => queries[name]?.(filtered)), name).toEqual([]);
      }
    }
  });

  test.each([...exportedTables.values()].map((table) => [table.name, table] as const))(
    'the file of %s',
    async (name, table) => {
      const parameters = { domain: 'news.example', run: page.runId, experiment: page.experimentId };
      const readings = await findReadings(async () => {
        for await (const row of await table.rows(page.context, page.filters, parameters))
          expect(row).toBeDefined();
      });
      if (!isShownTable(name)) expect(readings).toEqual([]);
    },
  );
});

/** The table of answers, and those of a domain, which are read together with its pages (`getDomain`). */
const isShownTable = (name: string) => name === 'answers' || name.startsWith('domain-');

test('recognizes a statement that reads answers', async () => {
  const { context, filters } = page;
  expect(await findReadings(() => listAnswers(context, filters))).toEqual([]);
  expect(await findReadings(() => context.db.$client.query('SELECT id FROM answers LIMIT 1'))).not.toEqual(
    [],
  );
});
