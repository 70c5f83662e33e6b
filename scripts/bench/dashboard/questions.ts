import type { AnswerConditions } from '#lib/core/answer-conditions';
import { anyAnswer } from '#lib/dashboard/analytics/answer-conditions';
import { answersCiting } from '#lib/dashboard/analytics/answers-citing';
import { byPrompt } from '#lib/dashboard/analytics/by-prompt';
import { competition } from '#lib/dashboard/analytics/competition';
import { countAnswers } from '#lib/dashboard/analytics/count-answers';
import { domainDetail } from '#lib/dashboard/analytics/domain-detail';
import { failedObservations } from '#lib/dashboard/analytics/failed-observations';
import { fanOut } from '#lib/dashboard/analytics/fan-out';
import { fanOutByPrompt } from '#lib/dashboard/analytics/fan-out-by-prompt';
import { filterChoices } from '#lib/dashboard/analytics/filter-choices';
import { type MetricFilters, parseFilters } from '#lib/dashboard/analytics/filters';
import { latestAnswers } from '#lib/dashboard/analytics/latest-answers';
import { observationsByStatus } from '#lib/dashboard/analytics/observations-by-status';
import { overview } from '#lib/dashboard/analytics/overview';
import { sentiment } from '#lib/dashboard/analytics/sentiment';
import { sourceList } from '#lib/dashboard/analytics/source-list';
import { stability } from '#lib/dashboard/analytics/stability';
import { listAnnotations } from '#lib/dashboard/annotations/list-annotations';
import { experimentResult } from '#lib/dashboard/experiments/experiment-result';
import { listExperiments } from '#lib/dashboard/experiments/list-experiments';
import { listRuns } from '#lib/dashboard/runs/list-runs';
import { runParts } from '#lib/dashboard/runs/run-parts';
import { runProgress } from '#lib/dashboard/runs/run-progress';
import type { Context } from '#lib/db/context';
import { domainOf } from '#scripts/bench/dashboard/rows-of-day';
import type { BenchProject } from '#scripts/bench/dashboard/world';

/** What a page asks, over its usual filters. */
export type Question = (context: Context, filters: MetricFilters, project: BenchProject) => Promise<unknown>;

const brand = ({ brands }: BenchProject, index: number) => brands[index] ?? '';
const answersWhere =
  (conditions: (project: BenchProject) => Partial<AnswerConditions>): Question =>
  (context, filters, project) =>
    latestAnswers(context, filters, { conditions: { ...anyAnswer, ...conditions(project) } });
const countWhere =
  (conditions: (project: BenchProject) => Partial<AnswerConditions>): Question =>
  (context, filters, project) =>
    countAnswers(context, filters, { ...anyAnswer, ...conditions(project) });
const filtered =
  (search: Record<string, string>, question: Question): Question =>
  (context, filters, project) =>
    question(context, parseFilters(filters.projectId, search, context.clock), project);

/** Every question of every page, by page; a new page's questions belong here. */
export const pageQuestions: Record<string, Record<string, Question>> = {
  overview: {
    all: overview,
    'one engine': filtered({ engine: 'chat' }, overview),
    'one country': filtered({ country: 'JP' }, overview),
    'one topic': filtered({ topic: 'Topic 1' }, overview),
    'one tag': filtered({ tag: 'tag 1' }, overview),
    'branded alone': filtered({ branded: 'only' }, overview),
    annotations: listAnnotations,
    'filter choices': (context, { projectId }) => filterChoices(context, { projectId }),
  },
  prompts: {
    all: byPrompt,
    'one prompt': (context, filters, { prompts }) =>
      overview(context, { ...filters, promptIds: prompts.slice(0, 1) }),
  },
  answers: {
    newest: answersWhere(() => ({})),
    'one engine': filtered(
      { engine: 'chat' },
      answersWhere(() => ({})),
    ),
    'one country': filtered(
      { country: 'JP' },
      answersWhere(() => ({})),
    ),
    'one topic': filtered(
      { topic: 'Topic 1' },
      answersWhere(() => ({})),
    ),
    named: answersWhere((project) => ({ named: brand(project, 4) })),
    unnamed: answersWhere((project) => ({ unnamed: brand(project, 1) })),
    first: answersWhere((project) => ({ first: brand(project, 4) })),
    rank: answersWhere((project) => ({ rank: { brandId: brand(project, 4), place: 5 } })),
    gap: answersWhere((project) => ({ gap: brand(project, 0) })),
    owned: answersWhere((project) => ({ owned: brand(project, 0) })),
    cites: answersWhere(() => ({ cites: domainOf(59) })),
    lists: answersWhere(() => ({ lists: domainOf(59) })),
    'a rare site': answersWhere(() => ({ lists: 'nowhere.com' })),
    'a search': answersWhere(() => ({ fanout: 'trail shoes 7 1' })),
    words: answersWhere(() => ({ words: 'wet ground' })),
    'no such words': answersWhere(() => ({ words: 'sea lion' })),
    failed: (context, filters) => failedObservations(context, filters),
    'by status': observationsByStatus,
    'count of named': countWhere((project) => ({ named: brand(project, 4) })),
    'count of words': countWhere(() => ({ words: 'wet ground' })),
    'count of named citing': countWhere((project) => ({ named: brand(project, 4), cites: domainOf(0) })),
  },
  sources: {
    list: (context, filters) => sourceList(context, filters),
    'by gap': (context, filters) => sourceList(context, filters, { order: 'gap' }),
    'one domain': (context, filters) => domainDetail(context, filters, { domain: domainOf(3) }),
    'citing answers': (context, filters) => answersCiting(context, filters, { domain: domainOf(3) }),
    stability,
  },
  competitors: { all: (context, filters) => competition(context, filters), sentiment },
  'fan-out': {
    all: (context, filters) => fanOut(context, filters),
    words: (context, filters) => fanOut(context, filters, { words: 'shoes 7' }),
    'by prompt': (context, filters) => fanOutByPrompt(context, filters),
  },
  experiments: {
    list: (context, { projectId }) => listExperiments(context, { projectId }),
    'one change': (context, filters, { prompts, days }) =>
      experimentResult(context, filters, {
        changedOn: days.at(-14) ?? '',
        promptIds: prompts.slice(0, Math.ceil(prompts.length / 3)),
      }),
  },
  runs: {
    list: (context, { projectId }) => listRuns(context, { projectId }),
    'one run': (context, _, { runs }) => runProgress(context, { runId: runs.at(-1) ?? '' }),
    'its parts': (context, _, { runs }) => runParts(context, { runId: runs.at(-1) ?? '' }),
    'its answers': answersWhere(({ runs }) => ({ run: runs.at(-1) ?? '' })),
  },
};

/** What is asked of long periods, which cost by their days; small has no such days to compare with. */
export const longQuestions: typeof pageQuestions = {
  overview: {
    'a quarter': filtered({ days: '91' }, overview),
    'a year': filtered({ from: '2025-07-01', to: '2026-06-30', compare: 'none' }, overview),
  },
  sources: {
    'a year': filtered({ from: '2025-07-01', to: '2026-06-30', compare: 'none' }, (context, filters) =>
      sourceList(context, filters),
    ),
  },
};
