import { z } from 'zod';
import {
  lenientArray,
  lenientObject,
  optionalNumber,
  optionalText,
} from '#lib/providers/shared/optional-fields';

/** The parts of the Responses API that are read. Only the answer's text is required; unknown keys are kept. */
const annotation = z.preprocess(
  // The Chat Completions API and some gateways nest the fields under `url_citation`.
  (value) =>
    typeof value === 'object' && value !== null && 'url_citation' in value
      ? { ...value, ...z.looseObject({}).catch({}).parse(value.url_citation) }
      : value,
  lenientObject({
    type: optionalText,
    url: optionalText,
    title: optionalText,
    start_index: optionalNumber,
    end_index: optionalNumber,
  }),
);
export type Annotation = z.infer<typeof annotation>;

const contentPart = z.looseObject({
  type: optionalText,
  text: z.string().nullish(),
  refusal: z.string().nullish(),
  annotations: lenientArray(annotation),
});
export type ContentPart = z.infer<typeof contentPart>;

const action = lenientObject({
  type: optionalText,
  query: optionalText,
  queries: lenientArray(optionalText),
  sources: lenientArray(lenientObject({ type: optionalText, url: optionalText, title: optionalText })),
});

const outputItemSchema = z.looseObject({
  type: optionalText,
  phase: optionalText,
  content: z.array(contentPart).nullish().catch(undefined),
  action: action.optional(),
  // Only xAI: JSON in a string.
  arguments: optionalText,
  input: optionalText,
});
export type OutputItem = z.infer<typeof outputItemSchema>;

export const errorSchema = z.looseObject({
  code: z.union([z.string(), z.number()]).nullish(),
  type: z.string().nullish(),
  message: z.string().nullish(),
});
export type ResponseError = z.infer<typeof errorSchema>;

export const responseSchema = z.looseObject({
  object: z.string().nullish(),
  status: z.string().nullish(),
  model: optionalText,
  error: errorSchema.nullish(),
  incomplete_details: lenientObject({ reason: optionalText }).optional(),
  output: z.array(outputItemSchema).nullish(),
  // Cost and citations: only xAI. 10,000,000,000 ticks are one dollar.
  usage: lenientObject({ total_tokens: optionalNumber, cost_in_usd_ticks: optionalNumber }).optional(),
  citations: lenientArray(optionalText),
});
export type ModelResponse = z.infer<typeof responseSchema>;

/** An event of a stream, or a whole body. */
export const eventSchema = z.looseObject({
  type: z.string().nullish(),
  response: responseSchema.nullish(),
  item: outputItemSchema.nullish().catch(undefined),
  error: errorSchema.nullish().catch(undefined),
});
