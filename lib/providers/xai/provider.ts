import type { MonitorRequest } from '#lib/contract/requests';
import { createResponse, streamOrBodySchema } from '#lib/providers/openai/api';
import { describeIncompleteAnswer, readResponse } from '#lib/providers/openai/transform';
import { createModelProvider, type ModelError, type ModelOptions } from '#lib/providers/shared/model-api';
import {
  classifyStatus,
  describeLanguage,
  type ExternalProvider,
  formatCountry,
  type ProviderErrorKind,
} from '#lib/providers/shared/provider';
import { toSocialResult } from '#lib/providers/xai/transform';

const ticksPerDollar = 10_000_000_000;

/** The 403 response to a prompt that is refused for safety reasons contains this sentence, followed by account IDs. */
const safetyPattern = /\bContent violates usage guidelines\b/i;

/** Serves `social` with xAI, which implements OpenAI's Responses API and searches the web and X. */
export function createXaiProvider(options: ModelOptions): ExternalProvider<'social'> {
  return createModelProvider({
    name: 'xai',
    title: 'xAI',
    model: options.model,
    engine: 'social',
    timeoutMs: 120_000,
    responseSchema: streamOrBodySchema,
    targeting: [],
    getErrorKind,
    send: (request, context) => createResponse(options, toRequestBody(request, options.model), context),
    readAnswer({ events }) {
      const response = readResponse(events, 'xAI');
      const ticks = response.usage?.cost_in_usd_ticks;
      return {
        result: toSocialResult(response),
        tokens: response.usage?.total_tokens,
        costDollars: typeof ticks === 'number' ? ticks / ticksPerDollar : undefined,
        note: describeIncompleteAnswer(response),
      };
    },
    readRefusal({ message }) {
      const reason = safetyPattern.exec(message ?? '')?.[0];
      return reason
        ? { result: toSocialResult({}), note: `The engine refused to answer: ${reason}.` }
        : undefined;
    },
  });
}

/** The search tools accept neither location nor language, so a system message states them. */
function toRequestBody({ prompt, country, language }: MonitorRequest, model: string) {
  const location = `The user is in ${formatCountry(country)}. Tailor the answer to that location. When you search, look for results relevant to that location.`;
  const instruction = language === undefined ? location : `${location} ${describeLanguage(language)}`;
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

/** Exhausted credits are reported with 429 or 403, which otherwise mean a transient or a permanent error. */
const quotaPattern = /\b(?:used all available credits|monthly spending limit|insufficient[ _]quota)\b/i;

function getErrorKind({ code, type, message }: ModelError, status: number): ProviderErrorKind {
  const isQuota = quotaPattern.test(`${code ?? type}, ${message}`);
  return isQuota ? 'quota' : classifyStatus(status);
}
