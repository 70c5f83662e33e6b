import { z } from 'zod';
import { engineSchema } from '#lib/contract/engine-schema';
import { countrySchema } from '#lib/contract/geo';

/** Where prompts are asked how often in each cell, and for what. */
export const coverageSchema = z.object({
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
