import { stateName } from '#lib/contract/geo';
import type { MonitorRequest } from '#lib/contract/requests';
import { perplexityAnswer } from '#lib/providers/perplexity/answer';
import { createCompletion, type PerplexityAccess } from '#lib/providers/perplexity/api';
import { failureOfReply } from '#lib/providers/perplexity/failure';
import { answerResult } from '#lib/providers/perplexity/transform';
import type { Provider } from '#lib/providers/provider';
import { storable } from '#lib/providers/storable';
import { readVendorEvents } from '#lib/providers/vendor-events';
import { isSuccess } from '#lib/providers/vendor-http';

/** `answer` by Perplexity Sonar, which always searches. */
export function perplexityProvider(options: PerplexityAccess & { model: string }): Provider<'answer'> {
  return {
    name: 'perplexity',
    engine: 'answer',
    timeoutMs: 120_000,
    answersPast: false,
    async ask(request, { signal, clock }) {
      const reply = await createCompletion(options, requestBody(request, options.model), signal);
      if (!isSuccess(reply)) throw failureOfReply(reply, clock.now());
      const { events, streamed } = readVendorEvents(reply.text);
      const answer = perplexityAnswer(events, streamed);
      const { tokens, cost, note } = answer;
      return storable({
        result: answerResult(answer),
        raw: events,
        ...(tokens !== undefined && { tokens }),
        ...(cost !== undefined && { cost: { amount: cost, currency: 'USD' } }),
        ...(note !== undefined && { note }),
      });
    },
  };
}

function requestBody(request: MonitorRequest, model: string) {
  const region = request.state === undefined ? undefined : stateName(request.state);
  return {
    model,
    messages: [{ role: 'user', content: request.prompt }],
    web_search_options: { user_location: { country: request.country, ...(region && { region }) } },
    return_images: true,
    return_related_questions: true,
  };
}
