import {
  type Change,
  computeRate,
  type Grade,
  getGrade,
  type MeanMetric,
  type Metric,
  type Rate,
  type SentimentMetric,
  type TrackedBrand,
} from '#lib/core/metric';
import type { MetricFilters, Periods } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import {
  compareMetric,
  computeMeanMetric,
  computeMetric,
  computeSentimentMetric,
  toComparison,
} from '#lib/dashboard/analytics/segments/compute-metrics';
import {
  type MetricDefinition,
  metricDefinitions,
} from '#lib/dashboard/analytics/segments/metric-definitions';
import { isAllFictional, sumCurrent, toMetricInput } from '#lib/dashboard/analytics/segments/metric-rows';
import {
  type ProjectScope,
  readProjectScope,
  toTrackedBrand,
} from '#lib/dashboard/analytics/segments/project-scope';
import { readSegments, type Segment } from '#lib/dashboard/analytics/segments/read-segments';
import { comparePeriods } from '#lib/dashboard/analytics/statistics/compare-periods';
import type { Context } from '#lib/db/client';

/** The headline metrics of the selected brand. */
export interface HeadlineData {
  brand: TrackedBrand;
  periods: Periods;
  runCount: number;
  answers: number;
  /** Answers of the previous period; null when nothing is compared. */
  answersBefore: number | null;
  grade: Grade;
  /** Every answer comes from the sandbox's fictional market. */
  isFictional: boolean;
  visibility: Metric;
  shareOfVoice: Metric;
  position: MeanMetric;
  firstPlace: Metric;
  citationRate: Metric;
  citationShare: Metric;
  sentiment: SentimentMetric;
  /** Answered ÷ (answered + no answer). */
  triggerRate: Rate;
  /** Null when visibility did not move beyond noise anywhere. */
  largestChange: LargestChange | null;
}

/** An engine and country whose visibility moved. */
export interface LargestChange {
  engine: string;
  country: string;
  change: Change;
}

export function getHeadline(context: Context, filters: MetricFilters): Promise<HeadlineData> {
  return withMetricsTransaction(context, async (tx) => {
    const scope = await readProjectScope(tx, filters);
    const { segments } = await readSegments(tx, filters, scope);
    return buildHeadline(scope, segments, filters);
  });
}

/** Computes the headline metrics; their changes are judged together. */
export function buildHeadline(
  scope: ProjectScope,
  segments: readonly Segment[],
  filters: MetricFilters,
): HeadlineData {
  const input = toMetricInput(segments, scope, filters);
  const isCompared = scope.periods.previous !== null;
  const definitions: readonly MetricDefinition[] = Object.values(metricDefinitions);
  const changes = isCompared
    ? comparePeriods(definitions.map((definition) => toComparison(definition, input)))
    : [];
  const getChange = (definition: MetricDefinition) => changes[definitions.indexOf(definition)] ?? null;
  const compute = (definition: MetricDefinition) => computeMetric(definition, input, getChange(definition));
  const { position, sentiment } = metricDefinitions;
  const answers = sumCurrent(segments, 'answers');
  return {
    brand: toTrackedBrand(scope.selectedBrand),
    periods: scope.periods,
    runCount: scope.runCount,
    answers,
    answersBefore: isCompared ? segments.reduce((total, { before }) => total + before.answers, 0) : null,
    grade: getGrade(answers),
    isFictional: isAllFictional(segments),
    visibility: compute(metricDefinitions.visibility),
    shareOfVoice: compute(metricDefinitions.shareOfVoice),
    position: computeMeanMetric(position, input, getChange(position)),
    firstPlace: compute(metricDefinitions.firstPlace),
    citationRate: compute(metricDefinitions.citationRate),
    citationShare: compute(metricDefinitions.citationShare),
    sentiment: computeSentimentMetric(input, getChange(sentiment)),
    triggerRate: computeRate(answers, answers + sumCurrent(segments, 'noAnswer')),
    largestChange: findLargestChange(scope, segments, filters),
  };
}

/** Returns the engine and country whose visibility moved most, among those that moved beyond noise. */
function findLargestChange(
  scope: ProjectScope,
  segments: readonly Segment[],
  filters: MetricFilters,
): LargestChange | null {
  const groups = [...Map.groupBy(segments, ({ engine, country }) => `${engine} ${country}`).values()];
  const inputs = groups.map((group) => toMetricInput(group, scope, filters));
  let largest: LargestChange | null = null;
  for (const [index, change] of compareMetric(metricDefinitions.visibility, inputs).entries()) {
    const segment = groups[index]?.[0];
    if (!segment || change.verdict !== 'moved') continue;
    if (!largest || changeSize(change) > changeSize(largest.change)) {
      largest = { engine: segment.engine, country: segment.country, change };
    }
  }
  return largest;
}

function changeSize(change: Change): number {
  return Math.abs(change.difference ?? 0);
}
