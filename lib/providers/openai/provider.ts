import { getStateName } from '#lib/contract/countries';
import type { MonitorRequest } from '#lib/contract/requests';
import {
  createResponse,
  isSafetyResponse,
  type OpenAiOptions,
  toResponseError,
} from '#lib/providers/openai/api';
import { describeRefusal, readResponse } from '#lib/providers/openai/read-response';
import { toChatResult } from '#lib/providers/openai/transform';
import { isSuccess } from '#lib/providers/shared/http';
import { omitEmpty, parseEvents, sanitize } from '#lib/providers/shared/parse-response';
import type { Provider } from '#lib/providers/shared/provider';

/** Serves `chat` with OpenAI's Responses API, always with a web search. */
export function openAiProvider(options: OpenAiOptions): Provider<'chat'> {
  return {
    name: 'openai',
    engine: 'chat',
    timeoutMs: 180_000,
    async query(request, context) {
      const httpResponse = await createResponse(options, toRequestBody(request, options.model), context);
      if (!isSuccess(httpResponse) && !isSafetyResponse(httpResponse)) {
        throw toResponseError(httpResponse, context.clock.now());
      }
      const { events } = parseEvents(httpResponse.text);
      const response = readResponse(events, 'OpenAI');
      return sanitize({
        result: toChatResult(response),
        raw: events,
        ...omitEmpty({ tokens: response.usage?.total_tokens, note: describeRefusal(response) }),
      });
    },
  };
}

/** OpenAI assumes the United States if no location is sent. */
function toRequestBody(request: MonitorRequest, model: string) {
  const region = request.state && getStateName(request.state);
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
