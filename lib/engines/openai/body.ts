import { z } from 'zod';

/** The vendor's shapes, as far as they are read; unknown keys stay. Everything that may be missing may be null. */
const annotation = z.looseObject({
  type: z.string(),
  url: z.string().nullish(),
  title: z.string().nullish(),
  start_index: z.number().nullish(),
  end_index: z.number().nullish(),
});
export type Annotation = z.infer<typeof annotation>;

const contentPart = z.looseObject({
  type: z.string(),
  text: z.string().nullish(),
  refusal: z.string().nullish(),
  annotations: z.array(annotation).nullish(),
});
export type ContentPart = z.infer<typeof contentPart>;

const action = z.looseObject({
  type: z.string().nullish(),
  query: z.string().nullish(),
  queries: z.array(z.string()).nullish(),
  sources: z
    .array(
      z.looseObject({ type: z.string().nullish(), url: z.string().nullish(), title: z.string().nullish() }),
    )
    .nullish(),
});

export const outputItemSchema = z.looseObject({
  type: z.string(),
  role: z.string().nullish(),
  phase: z.string().nullish(),
  content: z.array(contentPart).nullish(),
  action: action.nullish(),
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
  model: z.string().nullish(),
  error: errorSchema.nullish(),
  incomplete_details: z.looseObject({ reason: z.string().nullish() }).nullish(),
  output: z.array(outputItemSchema).nullish(),
});
export type VendorResponse = z.infer<typeof responseSchema>;

/** An event of the stream; a body that came whole reads as one too. */
export const eventSchema = z.looseObject({
  type: z.string().nullish(),
  response: responseSchema.nullish(),
  item: outputItemSchema.nullish().catch(undefined),
  error: errorSchema.nullish().catch(undefined),
});
