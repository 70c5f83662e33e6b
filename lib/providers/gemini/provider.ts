import { stateName } from '#lib/contract/geo';
import type { MonitorRequest } from '#lib/contract/requests';
import { countryWords } from '#lib/providers/country-words';
import { geminiAnswer } from '#lib/providers/gemini/answer';
import { type GeminiAccess, streamGenerateContent } from '#lib/providers/gemini/api';
import { failureOfReply } from '#lib/providers/gemini/failure';
import { addressOf } from '#lib/providers/gemini/grounding';
import { type ResolveRedirect, resolveAll, resolveRedirect } from '#lib/providers/gemini/redirects';
import { genResult } from '#lib/providers/gemini/transform';
import type { Provider } from '#lib/providers/provider';
import { storable } from '#lib/providers/storable';
import { readVendorEvents } from '#lib/providers/vendor-events';
import { isSuccess } from '#lib/providers/vendor-http';

export interface GeminiOptions extends GeminiAccess {
  model: string;
  /** How the vendor's redirects are resolved; by default by asking them. */
  resolve?: ResolveRedirect;
}

/** `gen` by Gemini, which searches when it sees fit. */
export function geminiProvider(options: GeminiOptions): Provider<'gen'> {
  return {
    name: 'gemini',
    engine: 'gen',
    timeoutMs: 180_000,
    answersPast: false,
    async ask(request, { signal, clock }) {
      const reply = await streamGenerateContent(options, options.model, requestBody(request), signal);
      if (!isSuccess(reply)) throw failureOfReply(reply, clock.now());
      const { events, streamed } = readVendorEvents(reply.text);
      const answer = geminiAnswer(events, streamed);
      const addresses = answer.chunks.flatMap((chunk) => addressOf(chunk) ?? []);
      const resolved = await resolveAll(addresses, signal, options.resolve ?? resolveRedirect);
      const { tokens, note } = answer;
      return storable({
        result: genResult(answer, resolved),
        raw: events,
        ...(tokens !== undefined && { tokens }),
        ...(note !== undefined && { note }),
      });
    },
  };
}

/** The vendor takes no location for search, so the country stands in the system instruction. */
function requestBody(request: MonitorRequest) {
  return {
    systemInstruction: { parts: [{ text: locationInstruction(request) }] },
    contents: [{ role: 'user', parts: [{ text: request.prompt }] }],
    tools: [{ google_search: {} }],
  };
}

function locationInstruction({ country, state }: MonitorRequest): string {
  const region = state === undefined ? undefined : stateName(state);
  const place = region === undefined ? countryWords(country) : `${region}, ${countryWords(country)}`;
  return `The user is in ${place}. Answer as for someone there, with what is sold, spoken and customary in that place, and search for it when you search.`;
}
