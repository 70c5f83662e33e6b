import { z } from 'zod';
import { buildUrl, type ProviderResponse, postJson } from '#lib/providers/shared/http';
import { type ModelError, type ModelOptions, modelErrorSchema } from '#lib/providers/shared/model-api';
import {
  lenientArray,
  lenientObject,
  numberFields,
  optionalNumber,
  optionalText,
  textFields,
} from '#lib/providers/shared/parse-response';
import {
  errorKindForStatus,
  type ProviderContext,
  type ProviderErrorKind,
} from '#lib/providers/shared/provider';

/** The parts of the API's responses that are read. Only the answer's text is required; unknown keys are kept. */
const searchResult = lenientObject(textFields('url', 'title', 'snippet'));
export type SearchResult = z.infer<typeof searchResult>;

const image = z.preprocess(
  (value) => (typeof value === 'string' ? { image_url: value } : value),
  lenientObject({
    ...textFields('image_url', 'imageUrl', 'originUrl', 'url', 'origin_url', 'title'),
    ...numberFields('width', 'height'),
  }),
);
export type AnswerImage = z.infer<typeof image>;

const video = z.preprocess(
  (value) => (typeof value === 'string' ? { url: value } : value),
  lenientObject({
    ...textFields('url', 'title', 'thumbnail_url'),
    ...numberFields('thumbnail_width', 'thumbnail_height'),
  }),
);
export type AnswerVideo = z.infer<typeof video>;

const question = z.preprocess(
  (value) => (typeof value === 'object' && value !== null && 'text' in value ? value.text : value),
  optionalText,
);

const textPart = z.looseObject({ text: z.string().nullish() });
const content = z.union([
  z.string(),
  z.array(textPart).transform((parts) => parts.map((part) => part.text ?? '').join('')),
]);
const message = z.looseObject({ content: content.nullish() });

export const eventSchema = z.looseObject({
  object: optionalText,
  citations: lenientArray(optionalText),
  search_results: lenientArray(searchResult),
  images: lenientArray(image),
  videos: lenientArray(video),
  related_questions: lenientArray(question),
  choices: z
    .array(
      z.looseObject({
        index: optionalNumber,
        finish_reason: optionalText,
        message: message.nullish(),
        delta: message.nullish(),
      }),
    )
    .nullish(),
  usage: lenientObject({
    total_tokens: optionalNumber,
    cost: lenientObject({ total_cost: optionalNumber }).optional(),
  }).optional(),
  error: modelErrorSchema.nullish(),
});
export type CompletionEvent = z.infer<typeof eventSchema>;

/** Calls the chat completions endpoint, which has no version segment. @throws as `postJson` does */
export function createCompletion(
  { baseUrl, apiKey }: ModelOptions,
  body: object,
  context: ProviderContext,
): Promise<ProviderResponse> {
  const headers = { authorization: `Bearer ${apiKey}` };
  return postJson(buildUrl(baseUrl, '', 'chat/completions'), headers, body, context);
}

export function getErrorKind({ type }: ModelError, status: number): ProviderErrorKind {
  return type === 'insufficient_quota' ? 'quota' : errorKindForStatus(status);
}
