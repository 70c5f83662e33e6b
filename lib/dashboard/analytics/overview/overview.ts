import type { LanguageCoverage } from '#lib/core/language-coverage';
import { type Change, computeRate, type Grade, type Rate, type TrackedBrand } from '#lib/core/metric';
import type { LanguageAccuracy } from '#lib/core/sentiment';
import { readAnswerPage } from '#lib/dashboard/analytics/answers/list-answers';
import type { MetricFilters, Periods } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  buildBrandMetrics,
  buildBreakdown,
  buildEngineCountryVisibility,
  type EngineCountryVisibility,
  groupSegments,
} from '#lib/dashboard/analytics/overview/breakdown';
import { placeBrands, placeSelectedBrand } from '#lib/dashboard/analytics/overview/place-brands';
import { computeMetricSet, type MetricSet } from '#lib/dashboard/analytics/segments/compute-metrics';
import {
  countFictionalSegments,
  isAllFictional,
  type Segment,
  sumCurrent,
} from '#lib/dashboard/analytics/segments/count-segments';
import {
  getSelectedSegments,
  type MetricData,
  type MetricInput,
  toMetricInput,
  withMetricData,
} from '#lib/dashboard/analytics/segments/metric-data';
import { toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';
import {
  type FictionalAnswers,
  sumAnswerCounts,
} from '#lib/dashboard/analytics/segments/read-answer-segments';
import {
  buildShareOfVoiceOverTime,
  buildVisibilityOverTime,
} from '#lib/dashboard/analytics/segments/time-series';
import { buildTopSources, readDomains } from '#lib/dashboard/analytics/sources/top-sources';
import { getLanguageCoverage } from '#lib/dashboard/scoring/language-coverage';
import type { PlaceRange } from '#lib/dashboard/statistics/levels/compare-brands';
import type { Context } from '#lib/db/context';

/** The data of the overview. */
export type OverviewData = Awaited<ReturnType<typeof getOverview>>;

/** Returns the data of the overview. */
export function getOverview(context: Context, filters: MetricFilters) {
  return withMetricData(context, filters, async (tx, data) => {
    const { scope } = data;
    const { summedMonths } = scope;
    const domainsPromise = readDomains({ context: tx, filters, summedMonths }, { limit: 10 });
    // Computed while the database reads the domains.
    const { segments, ...metrics } = computeOverviewMetrics(data);
    const domains = await domainsPromise;
    return {
      ...metrics,
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
  /** Number of prompts with answers. */
  promptCount: number;
  answers: number;
  /** Of these, answers with reported citations; missing in frozen reports that were stored before this field was added. */
  withReportedCitations?: number;
  /** For how many answers it is known whether they are stored with their structure, and how many are without it; missing in older frozen reports. */
  structure?: { known: number; without: number };
  /** Answers of the previous period; null when nothing is compared. */
  previousAnswers: number | null;
  grade: Grade;
  /** True if every answer comes from the sandbox's fictional market. */
  isFictional: boolean;
  /** Null unless some, but not all of the answers are fictional; missing in frozen reports that were stored before this field was added. */
  fictional?: FictionalAnswers | null;
  /** Answered ÷ (answered + no answer). */
  triggerRate: Rate;
  /** How accurate the classifier of sentences is, by language; missing in older frozen reports. */
  sentimentLanguages?: LanguageAccuracy[];
  /** How well mentions are found in the languages of the project's prompts; missing in older frozen reports. */
  languages?: LanguageCoverage[];
  /** Null if visibility has no clear change on any engine in any country. */
  largestChange: LargestChange | null;
  /** The place of the brand in visibility, as far as it is clear; null if it is unknown, and missing in older frozen reports. */
  place?: PlaceRange | null;
  /** The names of the brands that are clearly ahead of it, the most mentioned first; missing in older frozen reports. */
  brandsAhead?: string[];
  /** If the runs were repeated now, visibility would differ by at most this in 95 of 100 cases; missing without answers and in older frozen reports. */
  repeat?: { within: number };
}

/** The change of visibility on one engine in one country. */
export interface LargestChange {
  engine: string;
  country: string;
  change: Change;
}

/** Computes all metrics of the overview. */
function computeOverviewMetrics(metricData: MetricData) {
  const { scope, statistics } = metricData;
  const segments = getSelectedSegments(metricData);
  const fictional = countFictionalSegments(statistics, segments);
  const engines = groupSegments(metricData, ({ engine }) => engine);
  const countries = groupSegments(metricData, ({ country }) => country);
  const engineCountryGroups = groupSegments(metricData, ({ engine, country }) => `${engine} ${country}`);
  const brandInputs = scope.brands.map((brand) => toMetricInput(metricData, { brand }));
  const byEngineAndCountry = buildEngineCountryVisibility(engineCountryGroups);
  const standings = placeBrands(metricData);
  const brandMetrics = buildBrandMetrics(brandInputs, standings);
  const selected =
    brandInputs.find(({ brand }) => brand.id === scope.selectedBrand.id) ?? toMetricInput(metricData);
  return {
    segments,
    headline: {
      ...buildHeadline(selected, segments, byEngineAndCountry),
      fictional,
      ...placeSelectedBrand(metricData, standings),
    },
    byEngine: buildBreakdown(engines).map(([engine, row]) => {
      const models = scope.models.get(engine);
      return {
        engine,
        ...row,
        previousModel: models?.previous ?? null,
        currentModel: models?.current ?? null,
      };
    }),
    byCountry: buildBreakdown(countries).map(([country, row]) => ({ country, ...row })),
    byEngineAndCountry,
    brandMetrics,
    visibilityOverTime: buildVisibilityOverTime(brandInputs),
    shareOfVoiceOverTime: buildShareOfVoiceOverTime(brandInputs),
  };
}

function buildHeadline(
  input: MetricInput,
  segments: readonly Segment[],
  byEngineAndCountry: readonly EngineCountryVisibility[],
): HeadlineData {
  const { scope } = input;
  const isCompared = scope.periods.previous !== null;
  const answers = sumCurrent(segments, 'answers');
  const metrics = computeMetricSet(input);
  const repeat = input.statistics.estimateRepeat(
    input.brand.id,
    segments.map(({ index }) => index),
  );
  return {
    ...metrics,
    brand: toTrackedBrand(scope.selectedBrand),
    periods: scope.periods,
    runCount: scope.runCount,
    promptCount: new Set(segments.flatMap(({ promptId, current }) => (current.answers > 0 ? [promptId] : [])))
      .size,
    answers,
    withReportedCitations: sumCurrent(segments, 'withReportedCitations'),
    structure: {
      known: sumCurrent(segments, 'withKnownStructure'),
      without: sumCurrent(segments, 'withoutStructure'),
    },
    previousAnswers: isCompared
      ? segments.reduce((total, { previous }) => total + previous.answers, 0)
      : null,
    grade: metrics.visibility.grade,
    isFictional: isAllFictional(segments),
    triggerRate: computeRate(answers, answers + sumCurrent(segments, 'noAnswer')),
    sentimentLanguages: scope.sentiment.languages,
    languages: scope.languages.map(getLanguageCoverage),
    largestChange: findLargestChange(byEngineAndCountry),
    ...(repeat ? { repeat: { within: repeat.within } } : {}),
  };
}

/** Returns the largest change of visibility by engine and country, among the clear ones. */
function findLargestChange(rows: readonly EngineCountryVisibility[]): LargestChange | null {
  const getSize = ({ change }: LargestChange) => Math.abs(change.difference ?? 0);
  const [largest] = rows
    .flatMap(({ engine, country, visibility: { change } }) =>
      change && (change.verdict === 'up' || change.verdict === 'down') ? [{ engine, country, change }] : [],
    )
    .sort((a, b) => getSize(b) - getSize(a));
  return largest ?? null;
}
