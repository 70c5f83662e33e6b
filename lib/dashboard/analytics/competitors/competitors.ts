import type { Metric, TrackedBrand } from '#lib/core/metric';
import { readAspects } from '#lib/dashboard/analytics/competitors/aspects';
import { findGaps } from '#lib/dashboard/analytics/competitors/gaps';
import { compareHeadToHead } from '#lib/dashboard/analytics/competitors/head-to-head';
import {
  type PromptEngineCounts,
  readPromptEngineCounts,
} from '#lib/dashboard/analytics/competitors/prompt-engine-counts';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { buildBrandMetrics } from '#lib/dashboard/analytics/overview/breakdown';
import { placeBrands } from '#lib/dashboard/analytics/overview/place-brands';
import { computeShare } from '#lib/dashboard/analytics/segments/compute-share';
import {
  countFictionalSegments,
  isAllFictional,
  sumCurrent,
} from '#lib/dashboard/analytics/segments/count-segments';
import {
  getSelectedSegments,
  toMetricInput,
  withMetricData,
} from '#lib/dashboard/analytics/segments/metric-data';
import { type ProjectScope, toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';
import { buildShareOfVoiceOverTime } from '#lib/dashboard/analytics/segments/time-series';
import { maxRank } from '#lib/dashboard/ingest/rank-sums';
import type { Context } from '#lib/db/context';

/** The data of the competitors page. */
export type CompetitorsData = Awaited<ReturnType<typeof getCompetitors>>;

/**
 * Returns the data of the competitors page.
 * @param options.competitorId the competitor to compare with; if null or unknown, the most mentioned one
 */
export function getCompetitors(
  context: Context,
  filters: MetricFilters,
  { competitorId = null }: { competitorId?: string | null } = {},
) {
  return withMetricData(context, filters, async (tx, data) => {
    const { scope, statistics } = data;
    const segments = getSelectedSegments(data);
    const fictional = countFictionalSegments(statistics, segments);
    const countsPromise = readPromptEngineCounts(tx, filters);
    // Computed while the database reads the counts.
    const inputs = scope.brands.map((brand) => toMetricInput(data, { brand }));
    const brandMetrics = buildBrandMetrics(inputs, placeBrands(data));
    const shareOfVoiceOverTime = buildShareOfVoiceOverTime(inputs);
    const counts = await countsPromise;
    const aspects = await readAspects(tx, filters, scope);
    const competitors = brandMetrics.filter(({ brand }) => brand.id !== scope.selectedBrand.id);
    const competitor = competitors.find(({ brand }) => brand.id === competitorId) ?? competitors[0];
    const excludedSegments =
      filters.branded === 'without' ? segments.filter(({ isBrandedPrompt }) => isBrandedPrompt) : [];
    return {
      brand: toTrackedBrand(scope.selectedBrand),
      answers: sumCurrent(segments, 'answers'),
      isFictional: isAllFictional(segments),
      fictional,
      brandMetrics,
      classifier: scope.sentiment.classifier,
      aspects,
      shareOfVoiceOverTime,
      mentionShares: computeMentionShares(
        scope,
        counts,
        new Set(excludedSegments.map(({ promptId }) => promptId)),
      ),
      positions: buildPositionDistribution(scope, counts),
      mentionGaps: findGaps(scope, counts, 'mentioned'),
      citationGaps: findGaps(scope, counts, 'cited'),
      headToHead: competitor
        ? compareHeadToHead(data, counts, { competitorId: competitor.brand.id, segments })
        : null,
    };
  });
}

/** The number of answers by rank of a brand. */
export interface PositionDistribution {
  brand: TrackedBrand;
  /** Answers that mention it. */
  mentioned: number;
  /** Numbers of answers in which it ranks 1, 2, … 9, and 10 or later. */
  answersByPosition: number[];
}

function buildPositionDistribution(
  { brands }: ProjectScope,
  promptEngines: readonly PromptEngineCounts[],
): PositionDistribution[] {
  return brands.map((brand) => {
    const answersByPosition = Array.from({ length: maxRank }, (_, index) =>
      promptEngines.reduce(
        (sum, { brands: counts }) => sum + (counts.get(brand.id)?.answersByPosition[index] ?? 0),
        0,
      ),
    );
    const mentioned = answersByPosition.reduce((sum, answers) => sum + answers, 0);
    return { brand: toTrackedBrand(brand), mentioned, answersByPosition };
  });
}

/** Share of voice by mentions: an answer that mentions a brand three times counts three times. */
export interface MentionShare {
  brand: TrackedBrand;
  /** Mentions of the brand ÷ mentions of all tracked brands; its value is null without mentions. */
  share: Metric;
}

function computeMentionShares(
  { brands }: ProjectScope,
  promptEngines: readonly PromptEngineCounts[],
  excludedPromptIds: ReadonlySet<string>,
): MentionShare[] {
  if (brands.length < 2) return [];
  const counted = promptEngines.filter(({ promptId }) => !excludedPromptIds.has(promptId));
  return brands.map((brand) => ({
    brand: toTrackedBrand(brand),
    share: computeShare(counted, ({ brands: counts }) => ({
      numerator: counts.get(brand.id)?.mentions ?? 0,
      denominator: brands.reduce((sum, { id }) => sum + (counts.get(id)?.mentions ?? 0), 0),
    })),
  }));
}
