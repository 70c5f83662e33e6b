import { computeRate, type Rate, type TrackedBrand } from '#lib/core/metric';
import {
  groupByPrompt,
  type PromptEngineCounts,
} from '#lib/dashboard/analytics/competitors/prompt-engine-counts';
import { type ProjectScope, toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';
import { minAnswers } from '#lib/dashboard/analytics/statistics/compare-periods';
import {
  benjaminiHochberg,
  newcombeInterval,
  twoProportionPValue,
} from '#lib/dashboard/analytics/statistics/uncertainty';

/** Which of the two brands a prompt's answers mention, over all answers together. */
export type Mentioned = 'both' | 'only brand' | 'only competitor' | 'neither';

/** Which brand is ahead beyond noise. */
export type Lead = 'ahead' | 'behind' | 'level' | 'not enough data';

export interface HeadToHeadPrompt extends Pick<PromptEngineCounts, 'promptId' | 'prompt' | 'answers'> {
  ownRate: Rate;
  competitorRate: Rate;
  mentioned: Mentioned;
  lead: Lead;
}

export interface HeadToHead {
  competitor: TrackedBrand;
  /** The prompts where the competitor leads most come first. */
  prompts: HeadToHeadPrompt[];
  /** Prompts by the brands they mention. */
  mentioned: Record<Mentioned, number>;
  /** Prompts where the brand is ahead or behind beyond noise. */
  aheadCount: number;
  behindCount: number;
}

/**
 * Compares the selected brand with a competitor by prompt; null for an unknown competitor. The statistics compare two
 * periods, so the brand stands for `now` and the competitor for `before`. A lead counts only if the interval of the difference excludes 0, after Benjamini–Hochberg over the
 * prompts. The two shares are treated as independent because rollups do not count the answers that mention both.
 */
export function compareHeadToHead(
  scope: ProjectScope,
  pairs: readonly PromptEngineCounts[],
  competitorId: string,
): HeadToHead | null {
  const competitor = scope.brands.find(({ id }) => id === competitorId && id !== scope.selectedBrand.id);
  if (!competitor) return null;
  const groups = groupByPrompt(pairs);
  const shares = groups.map((group) => {
    const answers = group.reduce((sum, pair) => sum + pair.answers, 0);
    const getShare = (brandId: string) => ({
      numerator: group.reduce((sum, { brands }) => sum + (brands.get(brandId)?.mentioned ?? 0), 0),
      denominator: answers,
    });
    return { now: getShare(scope.selectedBrand.id), before: getShare(competitor.id) };
  });
  const enough = shares.filter(({ now }) => now.denominator >= minAnswers);
  const rejected = benjaminiHochberg(enough.map(twoProportionPValue));
  const significant = new Set(enough.filter((_, index) => rejected[index]));
  const prompts = groups.flatMap((group, index): HeadToHeadPrompt[] => {
    const [first] = group;
    const share = shares[index];
    if (!first || !share) return [];
    const { now, before } = share;
    return [
      {
        promptId: first.promptId,
        prompt: first.prompt,
        answers: now.denominator,
        ownRate: computeRate(now.numerator, now.denominator),
        competitorRate: computeRate(before.numerator, before.denominator),
        mentioned: getMentioned(now.numerator, before.numerator),
        lead: now.denominator < minAnswers ? 'not enough data' : getLead(share, significant.has(share)),
      },
    ];
  });
  prompts.sort((a, b) => leadDifference(a) - leadDifference(b) || b.answers - a.answers);
  const counts: Record<Mentioned, number> = { both: 0, 'only brand': 0, 'only competitor': 0, neither: 0 };
  for (const { mentioned } of prompts) counts[mentioned] += 1;
  return {
    competitor: toTrackedBrand(competitor),
    prompts,
    mentioned: counts,
    aheadCount: prompts.filter(({ lead }) => lead === 'ahead').length,
    behindCount: prompts.filter(({ lead }) => lead === 'behind').length,
  };
}

function getMentioned(ownMentions: number, competitorMentions: number): Mentioned {
  if (ownMentions > 0) return competitorMentions > 0 ? 'both' : 'only brand';
  return competitorMentions > 0 ? 'only competitor' : 'neither';
}

function getLead(share: Parameters<typeof newcombeInterval>[0], isSignificant: boolean): Lead {
  const interval = newcombeInterval(share);
  if (!isSignificant || !interval) return 'level';
  if (interval.low > 0) return 'ahead';
  return interval.high < 0 ? 'behind' : 'level';
}

function leadDifference({ ownRate, competitorRate }: HeadToHeadPrompt): number {
  return (ownRate.value ?? 0) - (competitorRate.value ?? 0);
}
