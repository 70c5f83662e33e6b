import { z } from 'zod';
import { eventSchema, responseSchema } from '#lib/providers/openai/api';
import { lenient } from '#lib/providers/shared/lenient';
import { needed } from '#lib/providers/shared/response-fields';

// The schemas have the fields that Perplexity adds to the Responses API. Each is lenient: a value of an unexpected type
// counts as absent. Unknown keys are kept.

const searchResult = lenient.object({
  id: z.union([z.number(), z.string()]).nullish().catch(undefined),
  url: needed(lenient.text),
  ...lenient.texts('title', 'snippet'),
});

/** An item of the output, or an event of a stream: a search with its queries and results, or a piece of the text. */
export const searchSchema = lenient.object({
  ...lenient.texts('type', 'delta'),
  queries: lenient.array(lenient.text),
  results: lenient.array(searchResult),
});
export type Search = z.infer<typeof searchSchema>;

export const usageSchema = lenient.object({
  total_tokens: lenient.number,
  cost: lenient.object(lenient.numbers('total_cost')),
});

const additions = lenient.object({ output: lenient.array(searchSchema), usage: usageSchema });

/** Everything that is read of a response: each event of a stream, or the whole body. */
export const streamOrBodySchema = z.union([
  z.intersection(
    eventSchema,
    z.intersection(searchSchema, lenient.object({ item: searchSchema, response: additions })),
  ),
  z.intersection(responseSchema, additions),
]);
