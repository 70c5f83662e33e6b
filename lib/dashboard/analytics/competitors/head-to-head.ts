import type { Change, Rate, TrackedBrand } from '#lib/core/metric';
import {
  groupByPrompt,
  type PromptEngineCounts,
} from '#lib/dashboard/analytics/competitors/prompt-engine-counts';
import { computeShare } from '#lib/dashboard/analytics/segments/compute-metrics';
import { type ProjectScope, toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';
import { comparePeriods } from '#lib/dashboard/analytics/statistics/compare-periods';

/** The brands that the answers to a prompt mention, of the two that are compared. */
export type MentionedBrands = 'both' | 'only brand' | 'only competitor' | 'neither';

/** The brand is ahead of or behind the competitor only if the difference exceeds noise. */
export type Lead = 'ahead' | 'behind' | 'within noise' | 'not enough data';

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

/**
 * Compares the selected brand with a competitor by prompt; null for an unknown competitor. It uses the comparison of two
 * periods, with the brand as `current` and the competitor as `previous`. The same answers are counted for both
 * brands as if they were independent, so the interval of the difference is too wide if the brands tend to be mentioned
 * together, and too narrow if they tend to exclude each other.
 */
export function compareHeadToHead(
  scope: ProjectScope,
  promptEngines: readonly PromptEngineCounts[],
  { competitorId, autocorrelation }: { competitorId: string; autocorrelation: number },
): HeadToHead | null {
  const competitor = scope.brands.find(({ id }) => id === competitorId && id !== scope.selectedBrand.id);
  if (!competitor) return null;
  const groups = groupByPrompt(promptEngines);
  const getRate = ({ brands, answers }: PromptEngineCounts, brandId: string) => ({
    numerator: brands.get(brandId)?.mentioned ?? 0,
    denominator: answers,
  });
  const differences = comparePeriods(
    groups.map((group) => ({
      kind: 'rate',
      // Both brands are compared in the same answers, so deviations that all answers of a day share are not estimated.
      shocks: null,
      autocorrelation,
      excludedEngines: [],
      modelChanged: false,
      segments: group.map((promptEngine) => ({
        promptId: promptEngine.promptId,
        engine: promptEngine.engine,
        current: getRate(promptEngine, scope.selectedBrand.id),
        previous: getRate(promptEngine, competitor.id),
      })),
    })),
  );
  const prompts = groups.flatMap((group, index): HeadToHeadPrompt[] => {
    const [first] = group;
    const difference = differences[index];
    if (!first || !difference) return [];
    const computeBrandShare = (brandId: string) =>
      computeShare(group, (promptEngine) => getRate(promptEngine, brandId));
    const [brandRate, competitorRate] = [
      computeBrandShare(scope.selectedBrand.id),
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
        lead: getLead(difference),
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
    undecidedCount: prompts.filter(({ lead }) => lead === 'not enough data').length,
  };
}

function getMentioned(brandMentions: number, competitorMentions: number): MentionedBrands {
  if (brandMentions > 0) return competitorMentions > 0 ? 'both' : 'only brand';
  return competitorMentions > 0 ? 'only competitor' : 'neither';
}

function getLead({ verdict, difference }: Change): Lead {
  if (verdict === 'not enough data') return verdict;
  if (verdict !== 'moved') return 'within noise';
  return (difference ?? 0) > 0 ? 'ahead' : 'behind';
}

function getRateDifference({ brandRate, competitorRate }: HeadToHeadPrompt): number {
  return (brandRate.value ?? 0) - (competitorRate.value ?? 0);
}
