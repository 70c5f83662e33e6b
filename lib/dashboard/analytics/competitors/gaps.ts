import type { TrackedBrand } from '#lib/core/metric';
import {
  groupByPrompt,
  type PromptEngineCounts,
} from '#lib/dashboard/analytics/competitors/prompt-engine-counts';
import type { ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';

/** What can be missing: a mention of the brand, or a citation of an address it owns. */
export type GapKind = 'mentioned' | 'cited';

/** `ours`: the brand is there; `gap`: a competitor is and the brand is not; `nobody`: none of the tracked brands. */
export type Presence = 'ours' | 'gap' | 'nobody';

export interface PromptGap {
  promptId: string;
  prompt: string;
  answers: number;
  /** Whether the prompt is a gap over all its answers; else only some engines leave the brand out. */
  isEverywhere: boolean;
  engines: { engine: string; answers: number; presence: Presence }[];
  /** Competitors there where the brand is not, with the answers that have them, most first. */
  competitors: { brand: TrackedBrand; answers: number }[];
}

export interface Gaps {
  /** Prompts that are a gap (metrics.md, "Gap") first, then those of some engines, by the answers lost. */
  prompts: PromptGap[];
  /** Prompts that are a gap over all their answers. */
  everywhereCount: number;
  /** Prompts with answers. */
  promptCount: number;
  /** Whether a gap can be found at all: citations are counted only of brands with a domain. */
  isMeasured: boolean;
}

/** The prompts where a competitor is in at least one answer and the brand looked at in none. */
export function findGaps(scope: ProjectScope, pairs: readonly PromptEngineCounts[], kind: GapKind): Gaps {
  const groups = groupByPrompt(pairs);
  const prompts = groups.flatMap((group): PromptGap[] => {
    const [first] = group;
    const engines = group.map((pair) => ({
      engine: pair.engine,
      answers: pair.answers,
      presence: getPresence(scope, pair, kind),
    }));
    if (!first || !engines.some(({ presence }) => presence === 'gap')) return [];
    return [
      {
        promptId: first.promptId,
        prompt: first.prompt,
        answers: group.reduce((sum, { answers }) => sum + answers, 0),
        isEverywhere: engines.every(({ presence }) => presence !== 'ours'),
        engines,
        competitors: listCompetitors(
          scope,
          group.filter((pair) => getPresence(scope, pair, kind) === 'gap'),
          kind,
        ),
      },
    ];
  });
  const lost = ({ competitors }: PromptGap) => competitors[0]?.answers ?? 0;
  return {
    prompts: prompts.sort((a, b) => Number(b.isEverywhere) - Number(a.isEverywhere) || lost(b) - lost(a)),
    everywhereCount: prompts.filter(({ isEverywhere }) => isEverywhere).length,
    promptCount: groups.length,
    isMeasured: kind === 'mentioned' || canBeCited(scope),
  };
}

/** Whether the brand and at least one competitor have a domain that can be cited. */
function canBeCited({ selectedBrand, brands }: ProjectScope): boolean {
  const rivals = brands.filter(({ id }) => id !== selectedBrand.id);
  return selectedBrand.domains.length > 0 && rivals.some(({ domains }) => domains.length > 0);
}

function getPresence(scope: ProjectScope, { brands }: PromptEngineCounts, kind: GapKind): Presence {
  if ((brands.get(scope.selectedBrand.id)?.[kind] ?? 0) > 0) return 'ours';
  return scope.brands.some(({ id }) => (brands.get(id)?.[kind] ?? 0) > 0) ? 'gap' : 'nobody';
}

function listCompetitors(
  scope: ProjectScope,
  group: readonly PromptEngineCounts[],
  kind: GapKind,
): PromptGap['competitors'] {
  return scope.brands
    .map(({ id, name, role, colorIndex }) => ({
      brand: { id, name, role, colorIndex },
      answers: group.reduce((sum, { brands }) => sum + (brands.get(id)?.[kind] ?? 0), 0),
    }))
    .filter(({ answers }) => answers > 0)
    .sort((a, b) => b.answers - a.answers);
}
