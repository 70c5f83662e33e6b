import { type Change, computeRate, getGrade, type MeanMetric, type Metric } from '#lib/core/metric';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { ProjectBrand, ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { bootstrapRatio, minRuns, type PairedCluster } from '#lib/dashboard/analytics/statistics/bootstrap';
import type { PeriodComparison } from '#lib/dashboard/analytics/statistics/compare-periods';

/** What a figure is computed from: the counts of a brand over a cell, or over several of one prompt. */
export interface MetricCounts {
  answers: number;
  /** Citations of any address. */
  citations: number;
  /** Answers that mention the brand, the sum of its ranks in them, and those where it comes first. */
  mentioned: number;
  rankSum: number;
  first: number;
  /** Answers that cite an address of the brand, and those citations. */
  cited: number;
  ownCitations: number;
  /** Sum over tracked brands of answers that mention them. */
  allMentioned: number;
  /** Sentences that mention it, and of these the positive ones less the negative ones. */
  sentences: number;
  tone: number;
  positive: number;
  negative: number;
}

export const zeroCounts: Readonly<MetricCounts> = {
  answers: 0,
  citations: 0,
  mentioned: 0,
  rankSum: 0,
  first: 0,
  cited: 0,
  ownCitations: 0,
  allMentioned: 0,
  sentences: 0,
  tone: 0,
  positive: 0,
  negative: 0,
};

/** Counts of a brand over one prompt (or one cell of it), in the period and over the cells compared. */
export interface MetricRow {
  promptId: string;
  branded: boolean;
  /** Cells compared, 0 or 1 for a cell. */
  pairs: number;
  all: MetricCounts;
  now: MetricCounts;
  before: MetricCounts;
}

/** How a figure is read from counts (metrics.md, "What every figure means"). */
export interface MetricDefinition {
  kind: 'rate' | 'mean';
  numerator: keyof MetricCounts;
  denominator: keyof MetricCounts;
  /** The answers it rests on, for its grade and for judging a change. */
  answers: 'answers' | 'mentioned';
  /** Compares brands with each other: branded prompts stay out by default, and competitors are needed. */
  ofVoice: boolean;
  /** Counts citations of addresses of the brand: without a domain there is nothing to measure. */
  ofDomains: boolean;
}

export const metricDefinitions = {
  visibility: {
    kind: 'rate',
    numerator: 'mentioned',
    denominator: 'answers',
    answers: 'answers',
    ofVoice: false,
    ofDomains: false,
  },
  shareOfVoice: {
    kind: 'rate',
    numerator: 'mentioned',
    denominator: 'allMentioned',
    answers: 'answers',
    ofVoice: true,
    ofDomains: false,
  },
  position: {
    kind: 'mean',
    numerator: 'rankSum',
    denominator: 'mentioned',
    answers: 'mentioned',
    ofVoice: false,
    ofDomains: false,
  },
  firstPlace: {
    kind: 'rate',
    numerator: 'first',
    denominator: 'mentioned',
    answers: 'mentioned',
    ofVoice: false,
    ofDomains: false,
  },
  citationRate: {
    kind: 'rate',
    numerator: 'cited',
    denominator: 'answers',
    answers: 'answers',
    ofVoice: false,
    ofDomains: true,
  },
  citationShare: {
    kind: 'rate',
    numerator: 'ownCitations',
    denominator: 'citations',
    answers: 'answers',
    ofVoice: false,
    ofDomains: true,
  },
  sentiment: {
    kind: 'mean',
    numerator: 'tone',
    denominator: 'sentences',
    answers: 'mentioned',
    ofVoice: false,
    ofDomains: false,
  },
} as const satisfies Record<string, MetricDefinition>;

/** Everything but the rows themselves that a figure depends on. */
export interface MetricContext {
  market: ProjectScope;
  /** Whose figures they are. */
  brand: ProjectBrand;
  filters: MetricFilters;
  /** What changed of the models that served these rows. */
  models: ModelChanges;
}

/** What changes of models do to a comparison. */
export interface ModelChanges {
  /** Engines left out of it because another model serves them now. */
  withoutEngines: readonly string[];
  /** Whether no other engine is there, so that these are compared, and marked, after all. */
  engineChanged: boolean;
}

/** The rows a measure counts. */
function selectRows(
  measure: MetricDefinition,
  rows: readonly MetricRow[],
  { market, brand, filters }: MetricContext,
): MetricRow[] {
  if (measure.ofDomains && brand.domains.length === 0) return [];
  if (!measure.ofVoice) return [...rows];
  if (market.brands.length < 2) return [];
  return rows.filter((row) => !row.branded || filters.branded !== 'without');
}

/** A rate over rows, still without the change. */
export function computeMetric(
  measure: MetricDefinition,
  rows: readonly MetricRow[],
  terms: MetricContext,
  change: Change | null,
): Metric {
  const counted = selectRows(measure, rows, terms);
  const rate = computeRate(sumCounts(counted, measure.numerator), sumCounts(counted, measure.denominator));
  return {
    ...rate,
    clusteredInterval: bootstrapRows(measure, counted, terms),
    grade: getGrade(sumCounts(counted, measure.answers)),
    change,
  };
}

/** A mean over rows, with the answers it is averaged over. */
export function computeMeanMetric(
  measure: MetricDefinition,
  rows: readonly MetricRow[],
  terms: MetricContext,
  change: Change | null,
): MeanMetric {
  const counted = selectRows(measure, rows, terms);
  const answers = sumCounts(counted, measure.denominator);
  return {
    mean: answers === 0 ? null : sumCounts(counted, measure.numerator) / answers,
    answers,
    clusteredInterval: bootstrapRows(measure, counted, terms),
    grade: getGrade(answers),
    change,
  };
}

/** What `judge` needs to compare the two periods of a measure. */
export function toComparison(
  measure: MetricDefinition,
  rows: readonly MetricRow[],
  terms: MetricContext,
): PeriodComparison {
  const counted = selectRows(measure, rows, terms).filter((row) => row.pairs > 0);
  const prompts = new Map<string, PairedCluster>();
  let answersNow = 0;
  let answersBefore = 0;
  let cells = 0;
  for (const { promptId, now, before, pairs } of counted) {
    const cluster = prompts.get(promptId) ?? { now: zeroCluster(), before: zeroCluster() };
    cluster.now.numerator += now[measure.numerator];
    cluster.now.denominator += now[measure.denominator];
    cluster.before.numerator += before[measure.numerator];
    cluster.before.denominator += before[measure.denominator];
    prompts.set(promptId, cluster);
    answersNow += now[measure.answers];
    answersBefore += before[measure.answers];
    cells += pairs;
  }
  return {
    kind: measure.kind,
    clusters: [...prompts.values()],
    clustered: terms.market.runs >= minRuns,
    cells,
    answersBefore,
    answersNow,
    ...terms.models,
  };
}

const zeroCluster = () => ({ numerator: 0, denominator: 0 });

function sumCounts(rows: readonly MetricRow[], count: keyof MetricCounts): number {
  return rows.reduce((total, row) => total + row.all[count], 0);
}

function bootstrapRows(measure: MetricDefinition, rows: readonly MetricRow[], { market }: MetricContext) {
  if (market.runs < minRuns) return null;
  const prompts = new Map<string, { numerator: number; denominator: number }>();
  for (const { promptId, all } of rows) {
    const cluster = prompts.get(promptId) ?? zeroCluster();
    cluster.numerator += all[measure.numerator];
    cluster.denominator += all[measure.denominator];
    prompts.set(promptId, cluster);
  }
  return bootstrapRatio([...prompts.values()]);
}
