import type { TrackedBrand } from '#lib/core/figure';
import { ask } from '#lib/dashboard/analytics/ask';
import { type BrandStanding, brandStandingsOf } from '#lib/dashboard/analytics/brand-standings';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { type Gaps, gapsOf } from '#lib/dashboard/analytics/gaps';
import { type HeadToHead, headToHeadOf } from '#lib/dashboard/analytics/head-to-head';
import type { OverTime } from '#lib/dashboard/analytics/over-time';
import { allFictional, countNow } from '#lib/dashboard/analytics/own-cells';
import {
  type PositionDistribution,
  positionDistributionOf,
} from '#lib/dashboard/analytics/position-distribution';
import { readPromptEngines } from '#lib/dashboard/analytics/prompt-engines';
import { readCells } from '#lib/dashboard/analytics/read-cells';
import { readDays } from '#lib/dashboard/analytics/read-days';
import { readMarket } from '#lib/dashboard/analytics/read-market';
import { shareOfVoiceOverTimeOf } from '#lib/dashboard/analytics/share-of-voice-over-time';
import { type VoiceByMentions, voiceByMentionsOf } from '#lib/dashboard/analytics/voice-by-mentions';
import type { Context } from '#lib/db/context';

/** Everything the page of competitors shows. */
export interface Competition {
  /** The brand looked at. */
  brand: TrackedBrand;
  answers: number;
  fictional: boolean;
  standings: BrandStanding[];
  shareOfVoiceOverTime: OverTime;
  voiceByMentions: VoiceByMentions[];
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
export function competition(
  context: Context,
  filters: MetricFilters,
  { rivalId = null }: { rivalId?: string | null } = {},
): Promise<Competition> {
  return ask(context, async (scope) => {
    const market = await readMarket(scope, filters);
    const { cells, brandPrompts } = await readCells(scope, filters, market);
    const readingDays = readDays(scope, filters);
    // Computed while the database reads on.
    const standings = brandStandingsOf(market, cells, brandPrompts, filters);
    const days = await readingDays;
    const pairs = await readPromptEngines(scope, filters);
    const rivals = standings.filter(({ brand }) => brand.id !== market.own.id);
    const rival = rivals.find(({ brand }) => brand.id === rivalId) ?? rivals[0];
    const branded = filters.branded === 'without' ? cells.filter((cell) => cell.branded) : [];
    const leftOut = new Set(branded.map(({ promptId }) => promptId));
    const { id, name, role, hue } = market.own;
    return {
      brand: { id, name, role, hue },
      answers: countNow(cells, 'answers'),
      fictional: allFictional(cells),
      standings,
      shareOfVoiceOverTime: shareOfVoiceOverTimeOf(market, days),
      voiceByMentions: voiceByMentionsOf(market, pairs, leftOut),
      positions: positionDistributionOf(market, pairs),
      mentionGaps: gapsOf(market, pairs, 'mentioned'),
      citationGaps: gapsOf(market, pairs, 'cited'),
      headToHead: rival ? headToHeadOf(market, pairs, rival.brand.id) : null,
    };
  });
}
