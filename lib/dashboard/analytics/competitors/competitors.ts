import { computeRate, type Rate, type TrackedBrand } from '#lib/core/metric';
import { type BrandMetrics, computeBrandMetrics } from '#lib/dashboard/analytics/competitors/brand-metrics';
import { findGaps, type Gaps } from '#lib/dashboard/analytics/competitors/gaps';
import { compareHeadToHead, type HeadToHead } from '#lib/dashboard/analytics/competitors/head-to-head';
import {
  maxRank,
  type PromptEngineCounts,
  readPromptEngines,
} from '#lib/dashboard/analytics/competitors/prompt-engine-counts';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import { readDailyCounts } from '#lib/dashboard/analytics/segments/daily-counts';
import { isAllFictional, sumCurrent } from '#lib/dashboard/analytics/segments/metric-rows';
import { type ProjectScope, readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { readSegments } from '#lib/dashboard/analytics/segments/read-segments';
import { buildShareOfVoiceOverTime, type TimeSeries } from '#lib/dashboard/analytics/segments/time-series';
import type { Context } from '#lib/db/context';

/** Everything the page of competitors shows. */
export interface CompetitorsData {
  /** The brand looked at. */
  brand: TrackedBrand;
  answers: number;
  fictional: boolean;
  standings: BrandMetrics[];
  shareOfVoiceOverTime: TimeSeries;
  voiceByMentions: MentionShare[];
  positions: PositionDistribution[];
  mentionGaps: Gaps;
  citationGaps: Gaps;
  /** Null without competitors. */
  headToHead: HeadToHead | null;
}

/**
 * Who is named instead.
 * @param rivalId the competitor of the head to head; null or unknown for the one mentioned most
 */
export function getCompetitors(
  context: Context,
  filters: MetricFilters,
  { rivalId = null }: { rivalId?: string | null } = {},
): Promise<CompetitorsData> {
  return withMetricsTransaction(context, async (scope) => {
    const market = await readProjectScope(scope, filters);
    const { cells, brandPrompts } = await readSegments(scope, filters, market);
    const readingDays = readDailyCounts(scope, filters);
    // Computed while the database reads on.
    const standings = computeBrandMetrics(market, cells, brandPrompts, filters);
    const days = await readingDays;
    const pairs = await readPromptEngines(scope, filters);
    const rivals = standings.filter(({ brand }) => brand.id !== market.own.id);
    const rival = rivals.find(({ brand }) => brand.id === rivalId) ?? rivals[0];
    const branded = filters.branded === 'without' ? cells.filter((cell) => cell.branded) : [];
    const leftOut = new Set(branded.map(({ promptId }) => promptId));
    const { id, name, role, colorIndex } = market.own;
    return {
      brand: { id, name, role, colorIndex },
      answers: sumCurrent(cells, 'answers'),
      fictional: isAllFictional(cells),
      standings,
      shareOfVoiceOverTime: buildShareOfVoiceOverTime(market, days),
      voiceByMentions: computeMentionShares(market, pairs, leftOut),
      positions: buildPositionDistribution(market, pairs),
      mentionGaps: findGaps(market, pairs, 'mentioned'),
      citationGaps: findGaps(market, pairs, 'cited'),
      headToHead: rival ? compareHeadToHead(market, pairs, rival.brand.id) : null,
    };
  });
}

/** The places a brand takes. */
export interface PositionDistribution {
  brand: TrackedBrand;
  /** Answers that mention it. */
  mentioned: number;
  /** Answers where it ranks 1, 2, … 9, and tenth or later. */
  answersByPosition: number[];
}

/** How often each tracked brand takes each place, in the order of the brands. */
function buildPositionDistribution(
  { brands }: ProjectScope,
  pairs: readonly PromptEngineCounts[],
): PositionDistribution[] {
  return brands.map(({ id, name, role, colorIndex }) => {
    const places = Array.from({ length: maxRank }, (_, place) =>
      pairs.reduce((sum, { brands }) => sum + (brands.get(id)?.places[place] ?? 0), 0),
    );
    return {
      brand: { id, name, role, colorIndex },
      mentioned: places.reduce((sum, answers) => sum + answers, 0),
      places,
    };
  });
}

/** The variant of share of voice by mention counts: an answer that names a brand thrice counts thrice. */
export interface MentionShare {
  brand: TrackedBrand;
  /** Mentions of the brand ÷ mentions of all tracked brands; null without competitors or mentions. */
  share: Rate;
}

/**
 * How the mentions of the period divide over the tracked brands, in the order of the brands.
 * @param leftOut ids of prompts that do not count for share of voice
 */
function computeMentionShares(
  { brands }: ProjectScope,
  pairs: readonly PromptEngineCounts[],
  leftOut: ReadonlySet<string>,
): MentionShare[] {
  const counted = pairs.filter(({ promptId }) => !leftOut.has(promptId));
  const mentionsOf = (id: string) =>
    counted.reduce((sum, { brands }) => sum + (brands.get(id)?.mentions ?? 0), 0);
  const shown = brands.length < 2 ? [] : brands;
  const all = shown.reduce((sum, { id }) => sum + mentionsOf(id), 0);
  return shown.map(({ id, name, role, colorIndex }) => ({
    brand: { id, name, role, colorIndex },
    share: computeRate(mentionsOf(id), all),
  }));
}
