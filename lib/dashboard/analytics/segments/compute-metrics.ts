import {
  type Change,
  computeRate,
  getGrade,
  type Interval,
  type MeanMetric,
  type Metric,
  type SentimentMetric,
  sentimentClassifier,
} from '#lib/core/metric';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { ProjectBrand, ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { comparePeriods, type PeriodComparison } from '#lib/dashboard/analytics/statistics/compare-periods';
import {
  bootstrapRatio,
  type Cluster,
  clusterByPrompt,
  minRuns,
  pairByPrompt,
} from '#lib/dashboard/analytics/statistics/uncertainty';

/** The counts that metrics are computed from: of a brand over one segment, or over several of one prompt. */
export const zeroCounts = {
  answers: 0,
  /** Citations of any URL. */
  citations: 0,
  /** Answers that mention the brand, the sum of its ranks in them, and those where it ranks first. */
  mentioned: 0,
  rankSum: 0,
  rankFirstCount: 0,
  /** Answers that cite a URL of the brand, and those citations. */
  cited: 0,
  ownCitations: 0,
  /** Sum over tracked brands of the answers that mention them. */
  allMentioned: 0,
  /** Sentences that mention it, and the positive ones minus the negative ones. */
  sentences: 0,
  sentimentSum: 0,
  positive: 0,
  negative: 0,
};
export type MetricCounts = typeof zeroCounts;

/** Counts of a brand over one prompt or one of its segments: the current period, and both compared periods. */
export interface MetricRow {
  promptId: string;
  isBrandedPrompt: boolean;
  /** Compared segments. */
  pairCount: number;
  all: Readonly<MetricCounts>;
  now: Readonly<MetricCounts>;
  before: Readonly<MetricCounts>;
}

/** How a metric is computed from counts (docs/metrics.md). */
export interface MetricDefinition {
  kind: 'rate' | 'mean';
  numerator: keyof MetricCounts;
  denominator: keyof MetricCounts;
  /** The count that decides its grade and whether a change can be measured. */
  sampleSize: 'answers' | 'mentioned';
  /** Compares brands: needs competitors, and excludes branded prompts by default. */
  comparesBrands?: true;
  /** Counts citations of the brand's URLs: not measurable for a brand without a domain. */
  needsDomains?: true;
}

const rate = { kind: 'rate', sampleSize: 'answers' } as const;
export const metricDefinitions = {
  visibility: { ...rate, numerator: 'mentioned', denominator: 'answers' },
  shareOfVoice: { ...rate, numerator: 'mentioned', denominator: 'allMentioned', comparesBrands: true },
  position: { kind: 'mean', numerator: 'rankSum', denominator: 'mentioned', sampleSize: 'mentioned' },
  firstPlace: { ...rate, numerator: 'rankFirstCount', denominator: 'mentioned', sampleSize: 'mentioned' },
  citationRate: { ...rate, numerator: 'cited', denominator: 'answers', needsDomains: true },
  citationShare: { ...rate, numerator: 'ownCitations', denominator: 'citations', needsDomains: true },
  sentiment: { kind: 'mean', numerator: 'sentimentSum', denominator: 'sentences', sampleSize: 'mentioned' },
} as const satisfies Record<string, MetricDefinition>;

/** The counts of one brand and everything else its metrics depend on. */
export interface MetricInput {
  rows: readonly MetricRow[];
  scope: ProjectScope;
  brand: ProjectBrand;
  filters: MetricFilters;
  models: ModelChanges;
}

/** How changed models affect a comparison. */
export interface ModelChanges {
  /** Engines excluded because a different model serves them now. */
  excludedEngines: readonly string[];
  /** Every engine changed its model, so all are compared, and the verdict says so. */
  modelChanged: boolean;
}

function selectRows(definition: MetricDefinition, { rows, scope, brand, filters }: MetricInput) {
  if (definition.needsDomains && brand.domains.length === 0) return [];
  if (!definition.comparesBrands) return rows;
  if (scope.brands.length < 2) return [];
  return rows.filter((row) => !row.isBrandedPrompt || filters.branded !== 'without');
}

/** The metrics of a brand. */
export interface MetricSet {
  visibility: Metric;
  shareOfVoice: Metric;
  position: MeanMetric;
  firstPlace: Metric;
  citationRate: Metric;
  citationShare: Metric;
  sentiment: SentimentMetric;
}

/** Computes all metrics of a brand with the given changes. */
export function computeMetricSet(
  input: MetricInput,
  getChange: (definition: MetricDefinition) => Change | null,
): MetricSet {
  const { position, sentiment, ...rates } = metricDefinitions;
  const compute = (definition: MetricDefinition) => computeMetric(definition, input, getChange(definition));
  return {
    visibility: compute(rates.visibility),
    shareOfVoice: compute(rates.shareOfVoice),
    position: computeMeanMetric(position, input, getChange(position)),
    firstPlace: compute(rates.firstPlace),
    citationRate: compute(rates.citationRate),
    citationShare: compute(rates.citationShare),
    sentiment: computeSentimentMetric(input, getChange(sentiment)),
  };
}

/** Computes a rate. */
export function computeMetric(
  definition: MetricDefinition,
  input: MetricInput,
  change: Change | null,
): Metric {
  const rows = selectRows(definition, input);
  return {
    ...computeRate(sumCounts(rows, definition.numerator), sumCounts(rows, definition.denominator)),
    clusteredInterval: bootstrapRows(definition, rows, input.scope),
    grade: getGrade(sumCounts(rows, definition.sampleSize)),
    change,
  };
}

/** Computes a mean with the number of answers it is averaged over. */
export function computeMeanMetric(
  definition: MetricDefinition,
  input: MetricInput,
  change: Change | null,
): MeanMetric {
  const rows = selectRows(definition, input);
  const answers = sumCounts(rows, definition.denominator);
  return {
    mean: answers === 0 ? null : sumCounts(rows, definition.numerator) / answers,
    answers,
    clusteredInterval: bootstrapRows(definition, rows, input.scope),
    grade: getGrade(answers),
    change,
  };
}

function computeSentimentMetric(input: MetricInput, change: Change | null): SentimentMetric {
  const metric = computeMeanMetric(metricDefinitions.sentiment, input, change);
  const positive = sumCounts(input.rows, 'positive');
  const negative = sumCounts(input.rows, 'negative');
  return {
    value: inHundreds(metric.mean),
    positive,
    neutral: metric.answers - positive - negative,
    negative,
    clusteredInterval: metric.clusteredInterval && intervalInHundreds(metric.clusteredInterval),
    grade: getGrade(sumCounts(input.rows, 'mentioned')),
    change: change && {
      ...change,
      before: inHundreds(change.before),
      now: inHundreds(change.now),
      difference: inHundreds(change.difference),
      interval: change.interval && intervalInHundreds(change.interval),
    },
    classifier: sentimentClassifier,
  };
}

/** Compares both periods of one metric for several inputs; empty when nothing is compared. */
export function compareMetric(definition: MetricDefinition, inputs: readonly MetricInput[]): Change[] {
  const [first] = inputs;
  if (!first?.scope.periods.previous) return [];
  return comparePeriods(
    inputs.map((input) => toComparison(definition, input)),
    first.scope.resampler,
  );
}

/**
 * Compares both periods of several metrics for several inputs; the changes of one metric are judged together.
 * @returns a function from a metric and the index of an input to the change; null when nothing is compared
 */
export function compareMetrics(definitions: readonly MetricDefinition[], inputs: readonly MetricInput[]) {
  const changes = new Map(definitions.map((definition) => [definition, compareMetric(definition, inputs)]));
  return (definition: MetricDefinition, index: number): Change | null =>
    changes.get(definition)?.[index] ?? null;
}

/** Returns the counts of both periods that `comparePeriods` needs, by prompt. */
export function toComparison(definition: MetricDefinition, input: MetricInput): PeriodComparison {
  const rows = selectRows(definition, input).filter((row) => row.pairCount > 0);
  return {
    kind: definition.kind,
    clusters: pairByPrompt(rows, (row, period) => toCluster(definition, row[period])),
    isClustered: input.scope.runCount >= minRuns,
    segments: rows.reduce((total, { pairCount }) => total + pairCount, 0),
    answersBefore: rows.reduce((total, { before }) => total + before[definition.sampleSize], 0),
    answersNow: rows.reduce((total, { now }) => total + now[definition.sampleSize], 0),
    ...input.models,
  };
}

function bootstrapRows(definition: MetricDefinition, rows: readonly MetricRow[], scope: ProjectScope) {
  if (scope.runCount < minRuns) return null;
  const clusters = clusterByPrompt(rows, ({ all }) => toCluster(definition, all));
  return bootstrapRatio(clusters, scope.resampler);
}

function toCluster({ numerator, denominator }: MetricDefinition, counts: MetricCounts): Cluster {
  return { numerator: counts[numerator], denominator: counts[denominator] };
}

function sumCounts(rows: readonly MetricRow[], count: keyof MetricCounts): number {
  return rows.reduce((total, row) => total + row.all[count], 0);
}

function inHundreds(share: number | null): number | null {
  return share === null ? null : 100 * share;
}

function intervalInHundreds({ low, high }: Interval): Interval {
  return { low: 100 * low, high: 100 * high };
}
