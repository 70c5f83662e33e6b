import {
  type Change,
  computeRate,
  type Grade,
  getGrade,
  type Rate,
  type TrackedBrand,
} from '#lib/core/metric';
import { readAnswerPage } from '#lib/dashboard/analytics/answers/list-answers';
import { computeBrandMetrics } from '#lib/dashboard/analytics/competitors/brand-metrics';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters, Periods } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  buildCountryBreakdown,
  buildEngineBreakdown,
  buildEngineCountryVisibility,
  type EngineCountryVisibility,
} from '#lib/dashboard/analytics/overview/breakdown';
import {
  computeMetricSet,
  type MetricDefinition,
  type MetricSet,
  metricDefinitions,
  toComparison,
} from '#lib/dashboard/analytics/segments/compute-metrics';
import { isAllFictional, sumCurrent, toMetricInput } from '#lib/dashboard/analytics/segments/metric-rows';
import {
  type ProjectScope,
  readProjectScope,
  toTrackedBrand,
} from '#lib/dashboard/analytics/segments/project-scope';
import { readSegments, type Segment, sumAnswerCounts } from '#lib/dashboard/analytics/segments/read-segments';
import {
  buildShareOfVoiceOverTime,
  buildVisibilityOverTime,
  readDailyCounts,
} from '#lib/dashboard/analytics/segments/time-series';
import { buildTopSources, readDomains } from '#lib/dashboard/analytics/sources/top-sources';
import { comparePeriods } from '#lib/dashboard/analytics/statistics/compare-periods';
import type { Context } from '#lib/db/client';

/** Everything the overview shows. */
export type OverviewData = Awaited<ReturnType<typeof getOverview>>;

/** Returns the data of the overview. Its five statements share what they read. */
export function getOverview(context: Context, filters: MetricFilters) {
  return withMetricsTransaction(context, async (tx) => {
    const scope = await readProjectScope(tx, filters);
    const segmentData = await readSegments(tx, filters, scope);
    const { segments } = segmentData;
    const readingDays = readDailyCounts(tx, filters);
    // Computed while the database reads.
    const byEngineAndCountry = buildEngineCountryVisibility(scope, segments, filters);
    const metrics = {
      headline: buildHeadline(scope, segments, filters, byEngineAndCountry),
      byEngine: buildEngineBreakdown(scope, segments, filters),
      byCountry: buildCountryBreakdown(scope, segments, filters),
      byEngineAndCountry,
      brandMetrics: computeBrandMetrics(scope, segmentData, filters),
    };
    const days = await readingDays;
    const domains = await readDomains(tx, filters, { limit: 10 });
    return {
      ...metrics,
      visibilityOverTime: buildVisibilityOverTime(scope, days),
      shareOfVoiceOverTime: buildShareOfVoiceOverTime(scope, days),
      topSources: buildTopSources(scope, sumAnswerCounts(segments), domains),
      latestAnswers: await readAnswerPage(tx, filters, scope.selectedBrand.id),
    };
  });
}

/** The headline metrics of the selected brand. */
export interface HeadlineData extends MetricSet {
  brand: TrackedBrand;
  periods: Periods;
  runCount: number;
  answers: number;
  /** Answers of the previous period; null when nothing is compared. */
  answersBefore: number | null;
  grade: Grade;
  /** Every answer comes from the sandbox's fictional market. */
  isFictional: boolean;
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

function buildHeadline(
  scope: ProjectScope,
  segments: readonly Segment[],
  filters: MetricFilters,
  byEngineAndCountry: readonly EngineCountryVisibility[],
): HeadlineData {
  const input = toMetricInput(segments, scope, filters);
  const isCompared = scope.periods.previous !== null;
  const definitions: readonly MetricDefinition[] = Object.values(metricDefinitions);
  const comparisons = isCompared ? definitions.map((definition) => toComparison(definition, input)) : [];
  const changes = comparePeriods(comparisons, scope.resampler);
  const answers = sumCurrent(segments, 'answers');
  return {
    ...computeMetricSet(input, (definition) => changes[definitions.indexOf(definition)] ?? null),
    brand: toTrackedBrand(scope.selectedBrand),
    periods: scope.periods,
    runCount: scope.runCount,
    answers,
    answersBefore: isCompared ? segments.reduce((total, { before }) => total + before.answers, 0) : null,
    grade: getGrade(answers),
    isFictional: isAllFictional(segments),
    triggerRate: computeRate(answers, answers + sumCurrent(segments, 'noAnswer')),
    largestChange: findLargestChange(byEngineAndCountry),
  };
}

/** Returns the engine and country whose visibility moved most, among those that moved beyond noise. */
function findLargestChange(rows: readonly EngineCountryVisibility[]): LargestChange | null {
  const getSize = ({ change }: LargestChange) => Math.abs(change.difference ?? 0);
  const [largest] = rows
    .flatMap(({ engine, country, visibility: { change } }) =>
      change?.verdict === 'moved' ? [{ engine, country, change }] : [],
    )
    .sort((a, b) => getSize(b) - getSize(a));
  return largest ?? null;
}
