import { createCompletion, getErrorKind } from '#lib/providers/perplexity/api';
import { readPerplexityAnswer, toAnswerResult } from '#lib/providers/perplexity/transform';
import { createModelProvider, type ModelOptions } from '#lib/providers/shared/model-api';
import { getUserLocation, type Provider } from '#lib/providers/shared/provider';

/** Serves `answer` with Perplexity Sonar, which always searches. */
export function createPerplexityProvider(options: ModelOptions): Provider<'answer'> {
  return createModelProvider({
    name: 'perplexity',
    title: 'Perplexity',
    engine: 'answer',
    timeoutMs: 120_000,
    getErrorKind,
    send(request, context) {
      const body = {
        model: options.model,
        messages: [{ role: 'user', content: request.prompt }],
        web_search_options: { user_location: getUserLocation(request) },
        return_images: true,
        return_related_questions: true,
      };
      return createCompletion(options, body, context);
    },
    readAnswer({ events, isStreamed }) {
      const answer = readPerplexityAnswer(events, isStreamed);
      return { ...answer, result: toAnswerResult(answer) };
    },
  });
}
