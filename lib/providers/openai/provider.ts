import { stateName } from '#lib/contract/geo';
import type { MonitorRequest } from '#lib/contract/requests';
import { createResponse, type OpenAiAccess } from '#lib/providers/openai/api';
import { failureOfReply, isBlockedReply } from '#lib/providers/openai/failure';
import { noteOn } from '#lib/providers/openai/note';
import { finishedResponse } from '#lib/providers/openai/response';
import { chatResult } from '#lib/providers/openai/transform';
import type { Provider } from '#lib/providers/provider';
import { storable } from '#lib/providers/storable';
import { readVendorEvents } from '#lib/providers/vendor-events';
import { isSuccess } from '#lib/providers/vendor-http';

/** `chat` by OpenAI's Responses API with web search always on. */
export function openAiProvider(options: OpenAiAccess & { model: string }): Provider<'chat'> {
  return {
    name: 'openai',
    engine: 'chat',
    timeoutMs: 180_000,
    answersPast: false,
    async ask(request, { signal, clock }) {
      const reply = await createResponse(options, requestBody(request, options.model), signal);
      if (!isSuccess(reply) && !isBlockedReply(reply)) throw failureOfReply(reply, clock.now());
      const { events } = readVendorEvents(reply.text);
      const response = finishedResponse(events);
      const tokens = response.usage?.total_tokens;
      const note = noteOn(response);
      return storable({
        result: chatResult(response),
        raw: events,
        ...(typeof tokens === 'number' && { tokens }),
        ...(note !== undefined && { note }),
      });
    },
  };
}

/** Without a location the vendor assumes the United States, so the country is always sent. */
function requestBody(request: MonitorRequest, model: string) {
  const region = request.state === undefined ? undefined : stateName(request.state);
  return {
    model,
    input: request.prompt,
    tools: [
      {
        type: 'web_search',
        user_location: { type: 'approximate', country: request.country, ...(region && { region }) },
      },
    ],
    tool_choice: 'required',
    stream: true,
    include: ['web_search_call.action.sources'],
  };
}
