import { getStateName } from '#lib/contract/countries';
import type { MonitorRequest } from '#lib/contract/requests';
import { createCompletion, type PerplexityOptions, toResponseError } from '#lib/providers/perplexity/schema';
import { readPerplexityAnswer, toAnswerResult } from '#lib/providers/perplexity/transform';
import { isSuccess } from '#lib/providers/shared/http';
import { omitEmpty, parseEvents, sanitize } from '#lib/providers/shared/parse-response';
import type { Provider } from '#lib/providers/shared/provider';

/** Serves `answer` with Perplexity Sonar, which always searches. */
export function perplexityProvider(options: PerplexityOptions): Provider<'answer'> {
  return {
    name: 'perplexity',
    engine: 'answer',
    timeoutMs: 120_000,
    async query(request, context) {
      const response = await createCompletion(options, toRequestBody(request, options.model), context);
      if (!isSuccess(response)) throw toResponseError(response, context.clock.now());
      const { events, streamed } = parseEvents(response.text);
      const answer = readPerplexityAnswer(events, streamed);
      const { tokens, costDollars, note } = answer;
      return sanitize({
        result: toAnswerResult(answer),
        raw: events,
        ...omitEmpty({ tokens, note }),
        ...(typeof costDollars === 'number' && { cost: { amount: costDollars, currency: 'USD' } }),
      });
    },
  };
}

function toRequestBody({ prompt, country, state }: MonitorRequest, model: string) {
  const region = state && getStateName(state);
  return {
    model,
    messages: [{ role: 'user', content: prompt }],
    web_search_options: { user_location: { country, ...(region && { region }) } },
    return_images: true,
    return_related_questions: true,
  };
}
