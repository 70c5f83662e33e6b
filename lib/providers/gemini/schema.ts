import { z } from 'zod';
import { buildUrl, type ProviderResponse, postJson } from '#lib/providers/shared/http';
import {
  lenientArray,
  lenientObject,
  optionalBoolean,
  optionalNumber,
  optionalText,
  parseBody,
} from '#lib/providers/shared/parse-response';
import {
  errorKindForStatus,
  formatProviderMessage,
  type ProviderContext,
  ProviderError,
  type ProviderErrorKind,
  parseRetryAfterMs,
} from '#lib/providers/shared/provider';

/** The parts of the API's responses that are read. Only the answer's text is required; unknown keys are kept. */
const part = z.looseObject({ text: z.string().nullish(), thought: optionalBoolean });

const page = lenientObject({ uri: optionalText, title: optionalText, domain: optionalText }).optional();
const chunk = lenientObject({ web: page, maps: page, retrievedContext: page });
export type GroundingChunk = z.infer<typeof chunk>;

const support = lenientObject({
  segment: lenientObject({
    startIndex: optionalNumber,
    endIndex: optionalNumber,
    text: optionalText,
  }).optional(),
  groundingChunkIndices: lenientArray(optionalNumber),
});

const groundingMetadata = lenientObject({
  groundingChunks: lenientArray(chunk),
  groundingSupports: lenientArray(support),
});
export type GroundingMetadata = z.infer<typeof groundingMetadata>;

export const errorSchema = z.looseObject({
  code: z.number().nullish(),
  message: z.string().nullish(),
  status: z.string().nullish(),
  details: z
    .array(
      z.looseObject({
        '@type': z.string().nullish(),
        reason: z.string().nullish(),
        violations: lenientArray(lenientObject({ quotaId: optionalText })),
        retryDelay: z.string().nullish(),
      }),
    )
    .nullish()
    .catch(undefined),
});
export type ApiError = z.infer<typeof errorSchema>;

const openedPage = lenientObject({ retrievedUrl: optionalText, urlRetrievalStatus: optionalText });

export const eventSchema = z.looseObject({
  candidates: z
    .array(
      z.looseObject({
        index: optionalNumber,
        content: z.looseObject({ parts: z.array(part).nullish() }).nullish(),
        finishReason: optionalText,
        groundingMetadata: groundingMetadata.optional(),
        urlContextMetadata: lenientObject({ urlMetadata: lenientArray(openedPage) }).optional(),
      }),
    )
    .nullish(),
  promptFeedback: lenientObject({ blockReason: optionalText, blockReasonMessage: optionalText }).optional(),
  usageMetadata: lenientObject({ totalTokenCount: optionalNumber }).optional(),
  error: errorSchema.nullish(),
});
export type GenerateEvent = z.infer<typeof eventSchema>;

export interface GeminiAccess {
  baseUrl: string;
  apiKey: string;
  model: string;
}

/** Calls the streaming generation endpoint. @throws as `postJson` does */
export function streamGenerateContent(
  { baseUrl, apiKey, model }: GeminiAccess,
  body: object,
  context: ProviderContext,
): Promise<ProviderResponse> {
  const name = encodeURIComponent(model.replace(/^models\//, ''));
  const url = buildUrl(baseUrl, 'v1beta', `models/${name}:streamGenerateContent?alt=sse`);
  return postJson(url, { 'x-goog-api-key': apiKey }, body, context);
}

const errorBody = z.looseObject({ error: errorSchema.nullish().catch(undefined) });

/** Returns the error of a response with a status other than 2xx. Streams wrap it in an array. */
export function toResponseError(response: ProviderResponse, now: Date): ProviderError {
  const body = parseBody(response.text);
  const error = errorBody.safeParse(Array.isArray(body) ? body[0] : body).data?.error ?? {};
  const kind = getErrorKind(error, response.status);
  return new ProviderError(kind, `Gemini returned ${response.status}: ${formatError(error)}`, {
    retryAfterMs: parseRetryDelayMs(error) ?? parseRetryAfterMs(response.headers, now),
  });
}

/** Returns the error reported inside a 200 stream, whose `code` is an HTTP status. */
export function toStreamError(error: ApiError): ProviderError {
  const kind = getErrorKind(error, error.code ?? 500);
  return new ProviderError(kind, `Gemini failed during the stream: ${formatError(error)}`, {
    retryAfterMs: parseRetryDelayMs(error),
  });
}

/** A daily quota is used up for the rest of the day, even if the error suggests a shorter wait. */
function getErrorKind(error: ApiError, status: number): ProviderErrorKind {
  const violations = (error.details ?? []).flatMap((detail) => detail.violations ?? []);
  const isDailyQuota = status === 429 && violations.some(({ quotaId }) => /PerDay/i.test(quotaId ?? ''));
  return isDailyQuota ? 'quota' : errorKindForStatus(status);
}

/** Parses the delay of a RetryInfo detail: `"34.4s"`. */
function parseRetryDelayMs(error: ApiError): number | undefined {
  const delay = error.details?.find((detail) => detail.retryDelay)?.retryDelay;
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(delay ?? '')?.[1];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000);
}

function formatError(error: ApiError): string {
  const reason = error.details?.find((detail) => detail.reason)?.reason ?? error.status;
  return formatProviderMessage(reason, error.message);
}
