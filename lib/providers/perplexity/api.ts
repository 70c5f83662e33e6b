import { z } from 'zod';
import { buildUrl, type ProviderResponse, postJson } from '#lib/providers/shared/http';
import { lenient } from '#lib/providers/shared/lenient';
import { type ModelError, type ModelOptions, modelErrorSchema } from '#lib/providers/shared/model-api';
import { classifyStatus, type ProviderContext, type ProviderErrorKind } from '#lib/providers/shared/provider';

// The schemas have only the fields of the API that are read. A value of an unexpected type is an error in the answer's text
// and the objects around it, and counts as absent in `lenient` fields. Unknown keys are kept.

const searchResult = lenient.object(lenient.texts('url', 'title', 'snippet'));
export type SearchResult = z.infer<typeof searchResult>;

const image = z.preprocess(
  (value) => (typeof value === 'string' ? { image_url: value } : value),
  lenient.object({
    ...lenient.texts('image_url', 'imageUrl', 'originUrl', 'url', 'origin_url', 'title'),
    ...lenient.numbers('width', 'height'),
  }),
);
export type AnswerImage = z.infer<typeof image>;

const video = z.preprocess(
  (value) => (typeof value === 'string' ? { url: value } : value),
  lenient.object({
    ...lenient.texts('url', 'title', 'thumbnail_url'),
    ...lenient.numbers('thumbnail_width', 'thumbnail_height'),
  }),
);
export type AnswerVideo = z.infer<typeof video>;

const question = z.preprocess(
  (value) => (typeof value === 'object' && value !== null && 'text' in value ? value.text : value),
  lenient.text,
);

const textPart = z.looseObject({ text: z.string().nullish() });
const content = z.union([
  z.string(),
  z.array(textPart).transform((parts) => parts.map((part) => part.text ?? '').join('')),
]);
const message = z.looseObject({ content: content.nullish() });

export const eventSchema = z.looseObject({
  object: lenient.text,
  citations: lenient.array(lenient.text),
  search_results: lenient.array(searchResult),
  images: lenient.array(image),
  videos: lenient.array(video),
  related_questions: lenient.array(question),
  choices: z
    .array(
      z.looseObject({
        index: lenient.number,
        finish_reason: lenient.text,
        message: message.nullish(),
        delta: message.nullish(),
      }),
    )
    .nullish(),
  usage: lenient
    .object({
      total_tokens: lenient.number,
      cost: lenient.object({ total_cost: lenient.number }).optional(),
    })
    .optional(),
  error: modelErrorSchema.nullish(),
});
export type CompletionEvent = z.infer<typeof eventSchema>;

/** Calls the chat completions endpoint, whose URL has no version segment. @throws as `postJson` does */
export function createCompletion(
  { baseUrl, apiKey }: ModelOptions,
  body: object,
  context: ProviderContext,
): Promise<ProviderResponse> {
  const headers = { authorization: `Bearer ${apiKey}` };
  return postJson(buildUrl(baseUrl, '', 'chat/completions'), headers, body, context);
}

export function getErrorKind({ type }: ModelError, status: number): ProviderErrorKind {
  return type === 'insufficient_quota' ? 'quota' : classifyStatus(status);
}
