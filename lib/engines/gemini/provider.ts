import { stateName } from '#lib/contract/geo';
import type { MonitorRequest } from '#lib/contract/requests';
import { countryWords } from '#lib/engines/country-words';
import { geminiAnswer } from '#lib/engines/gemini/answer';
import { type GeminiAccess, streamGenerateContent } from '#lib/engines/gemini/api';
import { failureOfReply } from '#lib/engines/gemini/failure';
import { addressOf } from '#lib/engines/gemini/grounding';
import { type ResolveRedirect, resolveAll, resolveRedirect } from '#lib/engines/gemini/redirects';
import { genResult } from '#lib/engines/gemini/transform';
import type { Provider } from '#lib/engines/provider';
import { storable } from '#lib/engines/storable';
import { readVendorEvents } from '#lib/engines/vendor-events';
import { isSuccess } from '#lib/engines/vendor-http';

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
