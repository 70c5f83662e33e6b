import { type Engine, engineFacts, engines, type IncludeFlag } from '#lib/contract/engines';
import { creditsFor } from '#lib/contract/pricing';

/** What some engines give only for more credits: their own searches and their product cards. */
const addOns: readonly IncludeFlag[] = ['searchQueries', 'shopping'];

/** The flags that ask an engine for its add-ons; none for an engine without any or that gives them by itself. */
export function addOnsOf(engine: Engine): Partial<Record<IncludeFlag, true>> {
  const flags = engineFacts[engine].includeFlags.filter((flag) => addOns.includes(flag));
  return Object.fromEntries(flags.map((flag) => [flag, true]));
}

/** What an answer costs in credits, as a run asks for it. */
export function creditsPerAnswer(engine: Engine, withAddOns: boolean): number {
  return creditsFor(engine, { include: withAddOns ? addOnsOf(engine) : {} });
}

/** The credits that an engine's add-ons cost more an answer; 0 for an engine without any. */
export function addOnCredits(engine: Engine): number {
  return creditsPerAnswer(engine, true) - creditsPerAnswer(engine, false);
}

/** The engines that have add-ons. */
export const enginesWithAddOns = engines.filter((engine) => addOnCredits(engine) > 0);
