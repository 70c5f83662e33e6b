import { type AnswerFilters, anyAnswer } from '#lib/contract/filters/answer-filters';
import { countAnswers } from '#lib/dashboard/analytics/answers/count-answers';
import { listAnswers, listCitingAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { countItemsByStatus, findFailedItems } from '#lib/dashboard/analytics/answers/run-item-status';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import { getFanOut, listFanOutPrompts } from '#lib/dashboard/analytics/fan-out/fan-out';
import { type MetricFilters, parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { listFilterValues } from '#lib/dashboard/analytics/filters/project-state';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { getDomain } from '#lib/dashboard/analytics/sources/domain';
import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { getStability } from '#lib/dashboard/analytics/sources/stability';
import { listAnnotations } from '#lib/dashboard/annotations/annotations';
import { getExperimentResult } from '#lib/dashboard/experiments/experiment-result';
import { listExperiments } from '#lib/dashboard/experiments/experiments';
import { listRuns } from '#lib/dashboard/runs/list-runs';
import { getRunProgress, listRunBreakdown } from '#lib/dashboard/runs/run-progress';
import type { Context } from '#lib/db/context';
import { getSiteDomain } from '#scripts/bench/dashboard/daily-rows';
import type { BenchProject } from '#scripts/bench/dashboard/fixtures';

/** A query of a page with the page's usual filters. */
export type Query = (context: Context, filters: MetricFilters, project: BenchProject) => Promise<unknown>;

const getBrandId = ({ brands }: BenchProject, index: number) => brands[index] ?? '';
const listAnswersWhere =
  (conditions: (project: BenchProject) => Partial<AnswerFilters>): Query =>
  (context, filters, project) =>
    listAnswers(context, filters, { answerFilters: { ...anyAnswer, ...conditions(project) } });
const countAnswersWhere =
  (conditions: (project: BenchProject) => Partial<AnswerFilters>): Query =>
  (context, filters, project) =>
    countAnswers(context, filters, { ...anyAnswer, ...conditions(project) });
const withFilters =
  (search: Record<string, string>, query: Query): Query =>
  (context, filters, project) =>
    query(context, parseFilters({ id: filters.projectId, timeZone: 'UTC' }, search, context.clock), project);

/** The queries of the pages that read answers or metrics, by page. Add the queries of a new page here. */
export const pageQueries: Record<string, Record<string, Query>> = {
  overview: {
    all: getOverview,
    'one engine': withFilters({ engine: 'chat' }, getOverview),
    'one country': withFilters({ country: 'JP' }, getOverview),
    'one topic': withFilters({ topic: 'Topic 1' }, getOverview),
    'one tag': withFilters({ tag: 'tag 1' }, getOverview),
    'branded only': withFilters({ branded: 'only' }, getOverview),
    annotations: listAnnotations,
    'filter values': (context, { projectId }) => listFilterValues(context, { projectId }),
  },
  prompts: {
    all: getPromptBreakdown,
    'one prompt': (context, filters, { prompts }) =>
      getOverview(context, { ...filters, promptIds: prompts.slice(0, 1) }),
  },
  answers: {
    newest: listAnswersWhere(() => ({})),
    'one engine': withFilters(
      { engine: 'chat' },
      listAnswersWhere(() => ({})),
    ),
    'one country': withFilters(
      { country: 'JP' },
      listAnswersWhere(() => ({})),
    ),
    'one topic': withFilters(
      { topic: 'Topic 1' },
      listAnswersWhere(() => ({})),
    ),
    mentioned: listAnswersWhere((project) => ({ mentioned: getBrandId(project, 4) })),
    'not mentioned': listAnswersWhere((project) => ({ unmentioned: getBrandId(project, 1) })),
    first: listAnswersWhere((project) => ({ rankedFirst: getBrandId(project, 4) })),
    rank: listAnswersWhere((project) => ({ rank: { brandId: getBrandId(project, 4), rank: 5 } })),
    gap: listAnswersWhere((project) => ({ missingBrand: getBrandId(project, 0) })),
    owned: listAnswersWhere((project) => ({ citesBrand: getBrandId(project, 0) })),
    cites: listAnswersWhere(() => ({ cites: getSiteDomain(59) })),
    lists: listAnswersWhere(() => ({ lists: getSiteDomain(59) })),
    'site that no answer lists': listAnswersWhere(() => ({ lists: 'nowhere.com' })),
    'search query': listAnswersWhere(() => ({ fanout: 'trail shoes 7 1' })),
    'text search': listAnswersWhere(() => ({ search: 'wet ground' })),
    'text search without match': listAnswersWhere(() => ({ search: 'sea lion' })),
    failed: (context, filters) => findFailedItems(context, filters),
    'by status': countItemsByStatus,
    'count of mentioned': countAnswersWhere((project) => ({ mentioned: getBrandId(project, 4) })),
    'count of text search': countAnswersWhere(() => ({ search: 'wet ground' })),
    'count of mentioned and cited': countAnswersWhere((project) => ({
      mentioned: getBrandId(project, 4),
      cites: getSiteDomain(0),
    })),
  },
  sources: {
    list: (context, filters) => getSources(context, filters),
    'by gap': (context, filters) => getSources(context, filters, { order: 'gap' }),
    'one domain': (context, filters) => getDomain(context, filters, { domain: getSiteDomain(3) }),
    'citing answers': (context, filters) => listCitingAnswers(context, filters, { domain: getSiteDomain(3) }),
    stability: getStability,
  },
  competitors: {
    all: (context, filters) => getCompetitors(context, filters),
  },
  'fan-out': {
    all: (context, filters) => getFanOut(context, filters),
    'text search': (context, filters) => getFanOut(context, filters, { search: 'shoes 7' }),
    'by prompt': (context, filters) => listFanOutPrompts(context, filters),
  },
  experiments: {
    list: (context, { projectId }) => listExperiments(context, { projectId }),
    'one experiment': (context, filters, { prompts, days }) =>
      getExperimentResult(context, filters, {
        assignment: 'chosen',
        changedOn: days.at(-14) ?? '',
        promptIds: prompts.slice(0, Math.ceil(prompts.length / 3)),
      }),
  },
  runs: {
    list: (context, { projectId }) => listRuns(context, { projectId }),
    'one run': (context, _, { runs }) => getRunProgress(context, { runId: runs.at(-1) ?? '' }),
    'run breakdown': (context, _, { runs }) => listRunBreakdown(context, { runId: runs.at(-1) ?? '' }),
    'answers of a run': listAnswersWhere(({ runs }) => ({ run: runs.at(-1) ?? '' })),
  },
};

/** Queries over long periods. The small database has too few days for them. */
export const longPeriodQueries: typeof pageQueries = {
  overview: {
    'a quarter': withFilters({ days: '91' }, getOverview),
    'a year': withFilters({ from: '2025-07-01', to: '2026-06-30', compare: 'none' }, getOverview),
  },
  sources: {
    'a year': withFilters({ from: '2025-07-01', to: '2026-06-30', compare: 'none' }, (context, filters) =>
      getSources(context, filters),
    ),
  },
};
