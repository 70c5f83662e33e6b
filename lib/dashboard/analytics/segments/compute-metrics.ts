import {
  type Change,
  computeRate,
  getGrade,
  type Interval,
  type MeanMetric,
  type Metric,
  type SentimentMetric,
} from '#lib/core/metric';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  type MetricCounts,
  type MetricDefinition,
  type MetricRow,
  metricDefinitions,
} from '#lib/dashboard/analytics/segments/metric-definitions';
import type { ProjectBrand, ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import {
  bootstrapRatio,
  type Cluster,
  minRuns,
  type PairedCluster,
} from '#lib/dashboard/analytics/statistics/bootstrap';
import { comparePeriods, type PeriodComparison } from '#lib/dashboard/analytics/statistics/compare-periods';
import { sentimentClassifier } from '#lib/dashboard/scoring/sentiment';

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
  /** Engines left out because a different model serves them now. */
  excludedEngines: readonly string[];
  /** Every engine changed its model, so they are compared anyway, and marked. */
  modelChanged: boolean;
}

/** Returns the rows that count for a metric. */
function selectRows(definition: MetricDefinition, { rows, scope, brand, filters }: MetricInput) {
  if (definition.needsDomains && brand.domains.length === 0) return [];
  if (!definition.comparesBrands) return rows;
  if (scope.brands.length < 2) return [];
  return rows.filter((row) => !row.isBrandedPrompt || filters.branded !== 'without');
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

/** Computes sentiment from −100 to 100, with its counts of sentences. */
export function computeSentimentMetric(input: MetricInput, change: Change | null): SentimentMetric {
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
  return inputs[0]?.scope.periods.previous
    ? comparePeriods(inputs.map((input) => toComparison(definition, input)))
    : [];
}

/** Returns the counts of both periods that `comparePeriods` needs, by prompt. */
export function toComparison(definition: MetricDefinition, input: MetricInput): PeriodComparison {
  const rows = selectRows(definition, input).filter((row) => row.pairCount > 0);
  const prompts = new Map<string, PairedCluster>();
  let answersNow = 0;
  let answersBefore = 0;
  let segments = 0;
  for (const { promptId, now, before, pairCount } of rows) {
    const cluster = prompts.get(promptId) ?? { now: zeroCluster(), before: zeroCluster() };
    addToCluster(cluster.now, definition, now);
    addToCluster(cluster.before, definition, before);
    prompts.set(promptId, cluster);
    answersNow += now[definition.sampleSize];
    answersBefore += before[definition.sampleSize];
    segments += pairCount;
  }
  return {
    kind: definition.kind,
    clusters: [...prompts.values()],
    isClustered: input.scope.runCount >= minRuns,
    segments,
    answersBefore,
    answersNow,
    ...input.models,
  };
}

function bootstrapRows(definition: MetricDefinition, rows: readonly MetricRow[], scope: ProjectScope) {
  if (scope.runCount < minRuns) return null;
  const prompts = new Map<string, Cluster>();
  for (const { promptId, all } of rows) {
    const cluster = prompts.get(promptId) ?? zeroCluster();
    addToCluster(cluster, definition, all);
    prompts.set(promptId, cluster);
  }
  return bootstrapRatio([...prompts.values()]);
}

const zeroCluster = (): Cluster => ({ numerator: 0, denominator: 0 });

function addToCluster(
  cluster: Cluster,
  { numerator, denominator }: MetricDefinition,
  counts: MetricCounts,
): void {
  cluster.numerator += counts[numerator];
  cluster.denominator += counts[denominator];
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
