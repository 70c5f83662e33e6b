import type { MonitorRequest } from '#lib/contract/requests';
import { type ResolveRedirect, resolveRedirect, resolveRedirects } from '#lib/providers/gemini/redirects';
import { type GeminiAccess, streamGenerateContent, toResponseError } from '#lib/providers/gemini/schema';
import { getPage, readGeminiAnswer, toGenResult } from '#lib/providers/gemini/transform';
import { isSuccess } from '#lib/providers/shared/http';
import { omitEmpty, parseEvents, sanitize } from '#lib/providers/shared/parse-response';
import { formatLocation, type Provider } from '#lib/providers/shared/provider';

export interface GeminiOptions extends GeminiAccess {
  resolve?: ResolveRedirect;
}

/** Serves `gen` with Gemini, which decides itself whether to search. */
export function geminiProvider(options: GeminiOptions): Provider<'gen'> {
  return {
    name: 'gemini',
    engine: 'gen',
    timeoutMs: 180_000,
    async query(request, context) {
      const response = await streamGenerateContent(options, toRequestBody(request), context);
      if (!isSuccess(response)) throw toResponseError(response, context.clock.now());
      const { events, streamed } = parseEvents(response.text);
      const answer = readGeminiAnswer(events, streamed);
      const urls = answer.chunks.flatMap((chunk) => getPage(chunk)?.uri ?? []);
      const resolvedUrls = await resolveRedirects(urls, context.signal, options.resolve ?? resolveRedirect);
      return sanitize({
        result: toGenResult(answer, resolvedUrls),
        raw: events,
        ...omitEmpty({ tokens: answer.tokens, note: answer.note }),
      });
    },
  };
}

/** The search tool has no location field, so the location is in the system instruction. */
function toRequestBody(request: MonitorRequest) {
  const instruction = `The user is in ${formatLocation(request)}. Answer as for someone there, with what is sold, spoken and customary in that place, and search for it when you search.`;
  return {
    systemInstruction: { parts: [{ text: instruction }] },
    contents: [{ role: 'user', parts: [{ text: request.prompt }] }],
    tools: [{ google_search: {} }],
  };
}
