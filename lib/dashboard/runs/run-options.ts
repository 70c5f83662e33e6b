import { z } from 'zod';
import { countrySchema } from '#lib/contract/countries';
import { getRequestCredits } from '#lib/contract/credits';
import { type Engine, engineSpecs, engines, type IncludeFlag } from '#lib/contract/engines';
import { engineSchema } from '#lib/contract/requests';

/** The engines, countries, samples and add-ons of a run. */
export const runOptionsSchema = z.object({
  engines: z.array(engineSchema).min(1, 'Choose at least one engine.').transform(removeDuplicates),
  countries: z.array(countrySchema).min(1, 'Choose at least one country.').transform(removeDuplicates),
  samples: z
    .int('Run each prompt 1 to 10 times.')
    .min(1, 'Run each prompt at least once.')
    .max(10, 'Run each prompt at most 10 times.'),
  /** Whether to request the paid add-ons of engines (`getAddOnFlags`). */
  addOns: z.boolean().default(false),
});

function removeDuplicates<T>(values: T[]): T[] {
  return [...new Set(values)];
}

/** The flags of the add-ons that a run can request for extra credits: search queries and products. */
const addOnFlags: readonly IncludeFlag[] = ['searchQueries', 'shopping'];

/** Returns the request flags of an engine's add-ons; empty if it has none. */
export function getAddOnFlags(engine: Engine): Partial<Record<IncludeFlag, true>> {
  const flags = engineSpecs[engine].includeFlags.filter((flag) => addOnFlags.includes(flag));
  return Object.fromEntries(flags.map((flag) => [flag, true]));
}

/** Returns the credits that an answer costs in a run. */
export function getCreditsPerAnswer(engine: Engine, withAddOns: boolean): number {
  return getRequestCredits(engine, { include: withAddOns ? getAddOnFlags(engine) : {} });
}

/** Returns the extra credits of an engine's add-ons per answer; 0 if it has none. */
export function getAddOnCredits(engine: Engine): number {
  return getCreditsPerAnswer(engine, true) - getCreditsPerAnswer(engine, false);
}

export const enginesWithAddOns = engines.filter((engine) => getAddOnCredits(engine) > 0);
