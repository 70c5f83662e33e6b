import { z } from 'zod';
import type { MonitorRequest } from '#lib/contract/requests';
import { createResponse, errorSchema, type OpenAiOptions } from '#lib/providers/openai/api';
import { describeRefusal, readResponse } from '#lib/providers/openai/read-response';
import { isSuccess, type ProviderResponse } from '#lib/providers/shared/http';
import { omitEmpty, parseBody, parseEvents, sanitize } from '#lib/providers/shared/parse-response';
import {
  errorKindForStatus,
  formatCountry,
  formatProviderMessage,
  type Provider,
  ProviderError,
  parseRetryAfterMs,
} from '#lib/providers/shared/provider';
import { toSocialResult } from '#lib/providers/xai/transform';

const ticksPerDollar = 10_000_000_000;

/** Serves `social` with xAI, which has OpenAI's Responses API, and searches the web and X. */
export function xaiProvider(options: OpenAiOptions): Provider<'social'> {
  return {
    name: 'xai',
    engine: 'social',
    timeoutMs: 120_000,
    async query(request, context) {
      const httpResponse = await createResponse(options, toRequestBody(request, options.model), context);
      const refusal = isSuccess(httpResponse) ? undefined : findSafetyRefusal(httpResponse);
      if (!isSuccess(httpResponse) && refusal === undefined) {
        throw toResponseError(httpResponse, context.clock.now());
      }
      const { events } = parseEvents(httpResponse.text);
      const response = refusal === undefined ? readResponse(events, 'xAI') : {};
      const { total_tokens: tokens, cost_in_usd_ticks: ticks } = response.usage ?? {};
      const note = refusal ? `The engine refused to answer: ${refusal}.` : describeRefusal(response);
      return sanitize({
        result: toSocialResult(response),
        raw: events,
        ...omitEmpty({ tokens, note }),
        ...(typeof ticks === 'number' && { cost: { amount: ticks / ticksPerDollar, currency: 'USD' } }),
      });
    },
  };
}

/** The search tools get no location, so the country is in a system message. */
function toRequestBody({ prompt, country }: MonitorRequest, model: string) {
  const instruction = `The user is in ${formatCountry(country)}. Answer as for someone there, and search for that place when you search.`;
  return {
    model,
    input: [
      { role: 'system', content: instruction },
      { role: 'user', content: prompt },
    ],
    tools: [{ type: 'web_search' }, { type: 'x_search' }],
    stream: true,
  };
}

/** `error` is a sentence next to `code`; gateways in front of xAI send an object instead. */
const errorBody = z.looseObject({
  code: z.union([z.string(), z.number()]).nullish().catch(undefined),
  error: z
    .union([z.string().transform((message) => ({ code: null, type: null, message })), errorSchema])
    .nullish()
    .catch(undefined),
});

/** Used-up credits come with a status that usually means a transient error. */
const quotaPattern = /\b(?:used all available credits|monthly spending limit|insufficient[ _]quota)\b/i;

/** The 403 of a refusal for safety reasons contains this sentence, followed by account IDs. */
const safetyPattern = /\bContent violates usage guidelines\b/i;

function findSafetyRefusal(response: ProviderResponse): string | undefined {
  const message = errorBody.safeParse(parseBody(response.text)).data?.error?.message ?? '';
  return safetyPattern.exec(message)?.[0];
}

/** Returns the error of a response with a status other than 2xx. */
export function toResponseError(response: ProviderResponse, now: Date): ProviderError {
  const body = errorBody.safeParse(parseBody(response.text)).data;
  const { code, type, message } = body?.error ?? {};
  const text = formatProviderMessage(body?.code ?? code ?? type, message);
  const kind = quotaPattern.test(text) ? 'quota' : errorKindForStatus(response.status);
  return new ProviderError(kind, `xAI returned ${response.status}: ${text}`, {
    retryAfterMs: parseRetryAfterMs(response.headers, now),
  });
}
