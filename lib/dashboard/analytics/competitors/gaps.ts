import type { TrackedBrand } from '#lib/core/metric';
import {
  groupByPrompt,
  type PromptEngineCounts,
} from '#lib/dashboard/analytics/competitors/prompt-engine-counts';
import { type ProjectScope, toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';

/** The kind of a gap: the brand is not `mentioned`, or its URLs are not `cited`. */
export type GapKind = 'mentioned' | 'cited';

/**
 * Which brands the answers to a prompt on an engine mention or cite. `present`: the selected brand; `gap`: only other tracked
 * brands; `none`: no tracked brand.
 */
export type Presence = 'present' | 'gap' | 'none';

export interface PromptGap extends Pick<PromptEngineCounts, 'promptId' | 'prompt' | 'answers'> {
  /** True if the brand is missing on all engines, not only on some. */
  isMissingOnAllEngines: boolean;
  engines: { engine: string; answers: number; presence: Presence }[];
  /**
   * Other tracked brands that are present where the brand is missing, with the number of answers that mention or cite
   * each, descending.
   */
  competitors: { brand: TrackedBrand; answers: number }[];
}

export interface Gaps {
  /**
   * First the prompts where the brand is missing on all engines, then the others; both sorted by the answers of the
   * first of `competitors` in descending order.
   */
  prompts: PromptGap[];
  /** Number of `prompts` where the brand is missing from every answer. */
  missingOnAllEnginesCount: number;
  /** Number of prompts with answers; for citations, with answers whose citations are reported. */
  promptCount: number;
  /** True if gaps can be found: citations are counted only for brands with a domain. */
  isMeasured: boolean;
}

/** Finds prompts where another tracked brand is present and the selected brand is not, on all or some engines. */
export function findGaps(
  scope: ProjectScope,
  promptEngines: readonly PromptEngineCounts[],
  kind: GapKind,
): Gaps {
  const groups = groupByPrompt(kind === 'cited' ? selectReported(promptEngines) : promptEngines);
  const prompts = groups.flatMap((group): PromptGap[] => {
    const [first] = group;
    const engines = group.map((promptEngine) => ({
      engine: promptEngine.engine,
      answers: promptEngine.answers,
      presence: getPresence(scope, promptEngine, kind),
    }));
    const gaps = group.filter((promptEngine) => getPresence(scope, promptEngine, kind) === 'gap');
    if (!first || gaps.length === 0) return [];
    return [
      {
        promptId: first.promptId,
        prompt: first.prompt,
        answers: group.reduce((sum, { answers }) => sum + answers, 0),
        isMissingOnAllEngines: engines.every(({ presence }) => presence !== 'present'),
        engines,
        competitors: listCompetitors(scope, gaps, kind),
      },
    ];
  });
  const getTopAnswers = ({ competitors }: PromptGap) => competitors[0]?.answers ?? 0;
  return {
    prompts: prompts.sort(
      (a, b) =>
        Number(b.isMissingOnAllEngines) - Number(a.isMissingOnAllEngines) ||
        getTopAnswers(b) - getTopAnswers(a),
    ),
    missingOnAllEnginesCount: prompts.filter(({ isMissingOnAllEngines }) => isMissingOnAllEngines).length,
    promptCount: groups.length,
    isMeasured: kind === 'mentioned' || hasComparableDomains(scope),
  };
}

/** Restricts the counts to the answers whose citations are reported. */
function selectReported(promptEngines: readonly PromptEngineCounts[]): PromptEngineCounts[] {
  return promptEngines.flatMap((counts) =>
    counts.withReportedCitations > 0 ? [{ ...counts, answers: counts.withReportedCitations }] : [],
  );
}

/** Returns whether the brand and at least one other tracked brand have a domain. */
function hasComparableDomains({ selectedBrand, brands }: ProjectScope): boolean {
  const withDomains = brands.filter(({ domains }) => domains.length > 0);
  return withDomains.length > 1 && withDomains.some(({ id }) => id === selectedBrand.id);
}

function getPresence(scope: ProjectScope, { brands }: PromptEngineCounts, kind: GapKind): Presence {
  if ((brands.get(scope.selectedBrand.id)?.[kind] ?? 0) > 0) return 'present';
  return scope.brands.some(({ id }) => (brands.get(id)?.[kind] ?? 0) > 0) ? 'gap' : 'none';
}

function listCompetitors(
  scope: ProjectScope,
  group: readonly PromptEngineCounts[],
  kind: GapKind,
): PromptGap['competitors'] {
  return scope.brands
    .map((brand) => ({
      brand: toTrackedBrand(brand),
      answers: group.reduce((sum, { brands }) => sum + (brands.get(brand.id)?.[kind] ?? 0), 0),
    }))
    .filter(({ answers }) => answers > 0)
    .sort((a, b) => b.answers - a.answers);
}
