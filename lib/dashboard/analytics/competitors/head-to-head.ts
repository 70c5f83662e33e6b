import type { Rate, TrackedBrand } from '#lib/core/metric';
import {
  groupByPrompt,
  type PromptEngineCounts,
} from '#lib/dashboard/analytics/competitors/prompt-engine-counts';
import type { PanelStatistics } from '#lib/dashboard/analytics/panel/panel-statistics';
import { computeShare } from '#lib/dashboard/analytics/segments/compute-share';
import type { Segment } from '#lib/dashboard/analytics/segments/count-segments';
import { type ProjectScope, toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';

/** The brands that the answers to a prompt mention, of the two that are compared. */
export type MentionedBrands = 'both' | 'only brand' | 'only competitor' | 'neither';

/** The brand is ahead of or behind the competitor only if that is clear; with fewer than 20 answers, it is too early to tell. */
export type Lead = 'ahead' | 'behind' | 'tied' | 'too early';

export interface HeadToHeadPrompt extends Pick<PromptEngineCounts, 'promptId' | 'prompt' | 'answers'> {
  brandRate: Rate;
  competitorRate: Rate;
  mentioned: MentionedBrands;
  lead: Lead;
}

export interface HeadToHead {
  competitor: TrackedBrand;
  /** The prompts where the competitor leads most come first. */
  prompts: HeadToHeadPrompt[];
  /** Numbers of prompts by the brands that their answers mention. */
  mentioned: Record<MentionedBrands, number>;
  /** Numbers of prompts where the brand is ahead, and where it is behind, beyond noise. */
  aheadCount: number;
  behindCount: number;
  /** Number of prompts with too few answers to compare. */
  undecidedCount: number;
}

/** Answers that a prompt needs before its brands are compared. */
const minAnswers = 20;

/**
 * Compares the selected brand with a competitor by prompt, in the same answers; null for an unknown competitor.
 * @param segments of the selected brand that match the filters
 */
export function compareHeadToHead(
  { scope, statistics }: { scope: ProjectScope; statistics: PanelStatistics },
  promptEngines: readonly PromptEngineCounts[],
  { competitorId, segments }: { competitorId: string; segments: readonly Segment[] },
): HeadToHead | null {
  const { selectedBrand } = scope;
  const competitor = scope.brands.find(({ id }) => id === competitorId && id !== selectedBrand.id);
  if (!competitor) return null;
  const groups = groupByPrompt(promptEngines);
  const getRate = ({ brands, answers }: PromptEngineCounts, brandId: string) => ({
    numerator: brands.get(brandId)?.mentioned ?? 0,
    denominator: answers,
  });
  const byPrompt = Map.groupBy(segments, ({ promptId }) => promptId);
  const getLead = (promptId: string, answers: number): Lead => {
    if (answers < minAnswers) return 'too early';
    const own = (byPrompt.get(promptId) ?? []).map(({ index }) => index);
    return statistics.compareBrands(selectedBrand.id, competitor.id, own)?.standing ?? 'too early';
  };
  const prompts = groups.flatMap((group): HeadToHeadPrompt[] => {
    const [first] = group;
    if (!first) return [];
    const computeBrandShare = (brandId: string) =>
      computeShare(group, (promptEngine) => getRate(promptEngine, brandId));
    const [brandRate, competitorRate] = [
      computeBrandShare(selectedBrand.id),
      computeBrandShare(competitor.id),
    ];
    return [
      {
        promptId: first.promptId,
        prompt: first.prompt,
        answers: brandRate.denominator,
        brandRate,
        competitorRate,
        mentioned: getMentioned(brandRate.numerator, competitorRate.numerator),
        lead: getLead(first.promptId, brandRate.denominator),
      },
    ];
  });
  prompts.sort((a, b) => getRateDifference(a) - getRateDifference(b) || b.answers - a.answers);
  const counts: Record<MentionedBrands, number> = {
    both: 0,
    'only brand': 0,
    'only competitor': 0,
    neither: 0,
  };
  for (const { mentioned } of prompts) counts[mentioned] += 1;
  return {
    competitor: toTrackedBrand(competitor),
    prompts,
    mentioned: counts,
    aheadCount: prompts.filter(({ lead }) => lead === 'ahead').length,
    behindCount: prompts.filter(({ lead }) => lead === 'behind').length,
    undecidedCount: prompts.filter(({ lead }) => lead === 'too early').length,
  };
}

function getMentioned(brandMentions: number, competitorMentions: number): MentionedBrands {
  if (brandMentions > 0) return competitorMentions > 0 ? 'both' : 'only brand';
  return competitorMentions > 0 ? 'only competitor' : 'neither';
}

function getRateDifference({ brandRate, competitorRate }: HeadToHeadPrompt): number {
  return (brandRate.value ?? 0) - (competitorRate.value ?? 0);
}
