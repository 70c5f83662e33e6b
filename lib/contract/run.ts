import { z } from 'zod';
import { countrySchema } from '#lib/contract/geo';
import { promptSchema } from '#lib/contract/request-fields';

/** Body of POST /v1/run. */
export const runInputSchema = z.object(
  {
    prompt: promptSchema,
    model: z.literal('CHAT', { error: 'Unknown model' }),
    country: countrySchema
      .nullish()
      .meta({ default: 'US' })
      .transform((code) => code ?? 'US'),
  },
  { error: 'Expected a JSON object' },
);

export const runOutputSchema = z.object({
  success: z.literal(true),
  /** The text of the answer. */
  result: z.string(),
  metadata: z.object({
    /** Who answered, such as `openai` or `sandbox`. */
    provider: z.string(),
    /** The country that was asked from. */
    region: z.string(),
    /** Milliseconds from asking the engine to its answer. */
    response_time: z.number(),
    timestamp: z.iso.datetime(),
  }),
});
