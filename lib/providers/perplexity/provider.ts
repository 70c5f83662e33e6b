import type { MonitorRequest } from '#lib/contract/requests';
import { createResponse, getErrorKind } from '#lib/providers/openai/api';
import { describeIncompleteAnswer } from '#lib/providers/openai/transform';
import { streamOrBodySchema } from '#lib/providers/perplexity/api';
import { readPerplexityResponse, readUsage, toAnswerResult } from '#lib/providers/perplexity/transform';
import { createModelProvider, type ModelOptions } from '#lib/providers/shared/model-api';
import { type ExternalProvider, getUserLocation } from '#lib/providers/shared/provider';

/** Serves `answer` with Perplexity's Agent API, which has the form of OpenAI's Responses API. */
export function createPerplexityProvider(options: ModelOptions): ExternalProvider<'answer'> {
  return createModelProvider({
    name: 'perplexity',
    title: 'Perplexity',
    model: options.model,
    engine: 'answer',
    timeoutMs: 120_000,
    responseSchema: streamOrBodySchema,
    targeting: ['state'],
    getErrorKind,
    send: (request, context) => createResponse(options, toRequestBody(request, options.model), context),
    readAnswer({ events }) {
      const response = readPerplexityResponse(events);
      return {
        result: toAnswerResult(response),
        ...readUsage(response),
        note: describeIncompleteAnswer(response),
      };
    },
  });
}

/** Builds the body of a request. A model without a vendor, as in settings for the retired chat completions, is Perplexity's. */
function toRequestBody(request: MonitorRequest, model: string) {
  const { prompt, language } = request;
  return {
    model: model.includes('/') ? model : `perplexity/${model}`,
    input: prompt,
    tools: [{ type: 'web_search', user_location: getUserLocation(request) }],
    // ISO 639-1, or ISO 639-3 for a language without a two-letter code.
    ...(language !== undefined && { language_preference: new Intl.Locale(language).language }),
    stream: true,
  };
}
