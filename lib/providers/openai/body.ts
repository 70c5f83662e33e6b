import { z } from 'zod';
import { someList, someNumber, someObject, someText } from '#lib/providers/lenient';

/** The vendor's shapes, as far as they are read; unknown keys stay, and only the text itself is insisted on. */
const annotation = z.preprocess(
  // The older chat interface, and gateways that speak it, wrap what the newer one says flat.
  (value) =>
    typeof value === 'object' && value !== null && 'url_citation' in value
      ? { ...value, ...z.looseObject({}).catch({}).parse(value.url_citation) }
      : value,
  someObject({
    type: someText,
    url: someText,
    title: someText,
    start_index: someNumber,
    end_index: someNumber,
  }),
);
export type Annotation = z.infer<typeof annotation>;

const contentPart = z.looseObject({
  type: someText,
  text: z.string().nullish(),
  refusal: z.string().nullish(),
  annotations: someList(annotation),
});
export type ContentPart = z.infer<typeof contentPart>;

const action = someObject({
  type: someText,
  query: someText,
  queries: someList(someText),
  sources: someList(someObject({ type: someText, url: someText, title: someText })),
});

const outputItemSchema = z.looseObject({
  type: someText,
  phase: someText,
  content: z.array(contentPart).nullish().catch(undefined),
  action: action.optional(),
  // xAI alone sends these: JSON in a string.
  arguments: someText,
  input: someText,
});
export type OutputItem = z.infer<typeof outputItemSchema>;

export const errorSchema = z.looseObject({
  code: z.union([z.string(), z.number()]).nullish(),
  type: z.string().nullish(),
  message: z.string().nullish(),
});
export type VendorError = z.infer<typeof errorSchema>;

export const responseSchema = z.looseObject({
  object: z.string().nullish(),
  status: z.string().nullish(),
  model: someText,
  error: errorSchema.nullish(),
  incomplete_details: someObject({ reason: someText }).optional(),
  output: z.array(outputItemSchema).nullish(),
  // A ten-thousand-millionth of a dollar is a tick; xAI alone tells its price, and addresses beside the text.
  usage: someObject({ total_tokens: someNumber, cost_in_usd_ticks: someNumber }).optional(),
  citations: someList(someText),
});
export type VendorResponse = z.infer<typeof responseSchema>;

/** An event of the stream; a body that came whole reads as one too. */
export const eventSchema = z.looseObject({
  type: z.string().nullish(),
  response: responseSchema.nullish(),
  item: outputItemSchema.nullish().catch(undefined),
  error: errorSchema.nullish().catch(undefined),
});
