import { z } from 'zod';
import { type ApiError, errorSchema } from '#lib/providers/perplexity/schema';
import { errorKindForStatus, formatProviderMessage, parseRetryAfterMs } from '#lib/providers/shared/errors';
import { buildUrl, type ProviderResponse, postJson } from '#lib/providers/shared/http';
import { parseBody } from '#lib/providers/shared/parse-response';
import { type ProviderContext, ProviderError } from '#lib/providers/shared/provider';

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
