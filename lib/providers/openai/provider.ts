import type { MonitorRequest } from '#lib/contract/requests';
import { createResponse, getErrorKind, isSafetyError, streamOrBodySchema } from '#lib/providers/openai/api';
import { describeIncompleteAnswer, readResponse, toChatResult } from '#lib/providers/openai/transform';
import { createModelProvider, type ModelOptions } from '#lib/providers/shared/model-api';
import { describeLanguage, type ExternalProvider, getUserLocation } from '#lib/providers/shared/provider';

/** Serves `chat` with OpenAI's Responses API, always with a web search. */
export function createOpenAiProvider(options: ModelOptions): ExternalProvider<'chat'> {
  return createModelProvider({
    name: 'openai',
    title: 'OpenAI',
    model: options.model,
    engine: 'chat',
    timeoutMs: 180_000,
    responseSchema: streamOrBodySchema,
    targeting: ['state'],
    getErrorKind,
    send: (request, context) => createResponse(options, toRequestBody(request, options.model), context),
    readAnswer({ events }) {
      const response = readResponse(events, 'OpenAI');
      return {
        result: toChatResult(response),
        tokens: response.usage?.total_tokens,
        note: describeIncompleteAnswer(response),
      };
    },
    readRefusal(error) {
      return isSafetyError(error)
        ? { result: toChatResult({}), note: describeIncompleteAnswer({ error }) }
        : undefined;
    },
  });
}

/**
 * Builds the body of a request, always with a location, because OpenAI otherwise assumes the United States. There is no
 * parameter for a language, so the instructions state it.
 */
function toRequestBody(request: MonitorRequest, model: string) {
  const { language } = request;
  return {
    model,
    ...(language !== undefined && { instructions: describeLanguage(language) }),
    input: request.prompt,
    tools: [{ type: 'web_search', user_location: { type: 'approximate', ...getUserLocation(request) } }],
    tool_choice: 'required',
    stream: true,
    include: ['web_search_call.action.sources'],
  };
}
