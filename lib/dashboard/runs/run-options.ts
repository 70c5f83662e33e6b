import { z } from 'zod';
import { countrySchema } from '#lib/contract/countries';
import { type Engine, engineSpecs, engines, type IncludeFlag } from '#lib/contract/engines';
import { getRequestCredits } from '#lib/contract/plans';
import { engineSchema } from '#lib/contract/requests';

/** Where prompts are asked how often in each cell, and for what. */
export const runOptionsSchema = z.object({
  engines: z.array(engineSchema).min(1, 'Choose at least one engine.').transform(distinct),
  countries: z.array(countrySchema).min(1, 'Choose at least one country.').transform(distinct),
  samples: z
    .int('Ask each prompt 1 to 10 times.')
    .min(1, 'Ask each prompt at least once.')
    .max(10, 'Ask each prompt at most 10 times.'),
  /** Whether engines that have add-ons (`addOnsOf`) are asked for them, at their price. */
  addOns: z.boolean().default(false),
});

function distinct<T>(values: T[]): T[] {
  return [...new Set(values)];
}

/** What some engines give only for more credits: their own searches and their product cards. */
const addOns: readonly IncludeFlag[] = ['searchQueries', 'shopping'];

/** The flags that ask an engine for its add-ons; none for an engine without any or that gives them by itself. */
export function getAddOnFlags(engine: Engine): Partial<Record<IncludeFlag, true>> {
  const flags = engineSpecs[engine].includeFlags.filter((flag) => addOns.includes(flag));
  return Object.fromEntries(flags.map((flag) => [flag, true]));
}

/** What an answer costs in credits, as a run asks for it. */
export function getCreditsPerAnswer(engine: Engine, withAddOns: boolean): number {
  return getRequestCredits(engine, { include: withAddOns ? getAddOnFlags(engine) : {} });
}

/** The credits that an engine's add-ons cost more an answer; 0 for an engine without any. */
export function getAddOnCredits(engine: Engine): number {
  return getCreditsPerAnswer(engine, true) - getCreditsPerAnswer(engine, false);
}

/** The engines that have add-ons. */
export const enginesWithAddOns = engines.filter((engine) => getAddOnCredits(engine) > 0);
