import { z } from 'zod';
import { buildUrl, type ProviderResponse, postJson } from '#lib/providers/shared/http';
import {
  lenientArray,
  lenientObject,
  optionalNumber,
  optionalText,
  parseBody,
} from '#lib/providers/shared/parse-response';
import {
  errorKindForStatus,
  formatProviderMessage,
  type ProviderContext,
  ProviderError,
  parseRetryAfterMs,
} from '#lib/providers/shared/provider';

/** The parts of the API's responses that are read. Only the answer's text is required; unknown keys are kept. */
const searchResult = lenientObject({ url: optionalText, title: optionalText, snippet: optionalText });
export type SearchResult = z.infer<typeof searchResult>;

const image = z.preprocess(
  (value) => (typeof value === 'string' ? { image_url: value } : value),
  lenientObject({
    image_url: optionalText,
    imageUrl: optionalText,
    originUrl: optionalText,
    url: optionalText,
    origin_url: optionalText,
    title: optionalText,
    width: optionalNumber,
    height: optionalNumber,
  }),
);
export type AnswerImage = z.infer<typeof image>;

const video = z.preprocess(
  (value) => (typeof value === 'string' ? { url: value } : value),
  lenientObject({
    url: optionalText,
    title: optionalText,
    thumbnail_url: optionalText,
    thumbnail_width: optionalNumber,
    thumbnail_height: optionalNumber,
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

export const errorSchema = z.looseObject({
  code: z.union([z.number(), z.string()]).nullish(),
  type: z.string().nullish(),
  message: z.string().nullish(),
});
export type ApiError = z.infer<typeof errorSchema>;

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
  error: errorSchema.nullish(),
});
export type CompletionEvent = z.infer<typeof eventSchema>;

export interface PerplexityOptions {
  baseUrl: string;
  apiKey: string;
  model: string;
}

/** Calls the chat completions endpoint, which has no version segment. @throws as `postJson` does */
export function createCompletion(
  { baseUrl, apiKey }: PerplexityOptions,
  body: object,
  context: ProviderContext,
): Promise<ProviderResponse> {
  const headers = { authorization: `Bearer ${apiKey}` };
  return postJson(buildUrl(baseUrl, '', 'chat/completions'), headers, body, context);
}

const errorBody = z.looseObject({ error: errorSchema.nullish().catch(undefined) });

/** Returns the error of a response with a status other than 2xx. */
export function toResponseError(response: ProviderResponse, now: Date): ProviderError {
  const error = errorBody.safeParse(parseBody(response.text)).data?.error ?? {};
  const kind = error.type === 'insufficient_quota' ? 'quota' : errorKindForStatus(response.status);
  return new ProviderError(kind, `Perplexity returned ${response.status}: ${formatError(error)}`, {
    retryAfterMs: parseRetryAfterMs(response.headers, now),
  });
}

/** Returns the error reported inside a 200 stream, whose `code` is an HTTP status. */
export function toStreamError(error: ApiError): ProviderError {
  const status = typeof error.code === 'number' ? error.code : 500;
  const message = `Perplexity failed during the stream: ${formatError(error)}`;
  return new ProviderError(errorKindForStatus(status), message);
}

function formatError(error: ApiError): string {
  return formatProviderMessage(error.type ?? error.code, error.message);
}
