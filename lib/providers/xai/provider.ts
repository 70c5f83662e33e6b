import type { MonitorRequest } from '#lib/contract/requests';
import { countryWords } from '#lib/providers/country-words';
import { createResponse, type OpenAiAccess } from '#lib/providers/openai/api';
import { noteOn } from '#lib/providers/openai/note';
import { finishedResponse } from '#lib/providers/openai/response';
import type { Provider } from '#lib/providers/provider';
import { storable } from '#lib/providers/storable';
import { readVendorEvents } from '#lib/providers/vendor-events';
import { isSuccess } from '#lib/providers/vendor-http';
import { blockOfXaiReply, failureOfXaiReply } from '#lib/providers/xai/failure';
import { socialResult } from '#lib/providers/xai/transform';

const ticksPerDollar = 10_000_000_000;

/** `social` by xAI, which speaks OpenAI's Responses API and may search the web and X. */
export function xaiProvider(options: OpenAiAccess & { model: string }): Provider<'social'> {
  return {
    name: 'xai',
    engine: 'social',
    timeoutMs: 120_000,
    answersPast: false,
    async ask(request, { signal, clock }) {
      const reply = await createResponse(options, requestBody(request, options.model), signal);
      if (!isSuccess(reply)) {
        const block = blockOfXaiReply(reply);
        if (block === undefined) throw failureOfXaiReply(reply, clock.now());
        const { events } = readVendorEvents(reply.text);
        return storable({
          result: socialResult({}),
          raw: events,
          note: `The engine refused to answer: ${block}.`,
        });
      }
      const { events } = readVendorEvents(reply.text);
      const response = finishedResponse(events, 'xAI');
      const { total_tokens: tokens, cost_in_usd_ticks: ticks } = response.usage ?? {};
      const note = noteOn(response);
      return storable({
        result: socialResult(response),
        raw: events,
        ...(typeof tokens === 'number' && { tokens }),
        ...(typeof ticks === 'number' && { cost: { amount: ticks / ticksPerDollar, currency: 'USD' } }),
        ...(note !== undefined && { note }),
      });
    },
  };
}

function locationInstruction(country: string): string {
  return `The user is in ${countryWords(country)}. Answer as for someone there, and search for that place when you search.`;
}

/** The country goes into a system message: the request sends the tools no location. */
function requestBody(request: MonitorRequest, model: string) {
  return {
    model,
    input: [
      { role: 'system', content: locationInstruction(request.country) },
      { role: 'user', content: request.prompt },
    ],
    tools: [{ type: 'web_search' }, { type: 'x_search' }],
    stream: true,
  };
}
