import type { MonitorRequest } from '#lib/contract/requests';
import { finishedResponse } from '#lib/engines/openai/response';
import type { Provider } from '#lib/engines/provider';
import { storable } from '#lib/engines/storable';
import { readVendorEvents } from '#lib/engines/vendor-events';
import { createXaiResponse, type XaiAccess } from '#lib/engines/xai/api';
import { failureOfXaiReply } from '#lib/engines/xai/failure';
import { socialResult } from '#lib/engines/xai/transform';

/** `social` by xAI's Responses API, which may search the web and X. */
export function xaiProvider(options: XaiAccess & { model: string }): Provider<'social'> {
  return {
    name: 'xai',
    engine: 'social',
    timeoutMs: 120_000,
    answersPast: false,
    async ask(request, { signal, clock }) {
      const reply = await createXaiResponse(options, requestBody(request, options.model), signal);
      if (reply.status < 200 || reply.status > 299) throw failureOfXaiReply(reply, clock.now());
      const { events } = readVendorEvents(reply.text);
      return storable({ result: socialResult(finishedResponse(events, 'xAI')), raw: events });
    },
  };
}

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

function locationInstruction(country: string): string {
  return `The user is in ${regionNames.of(country) ?? country} (${country}). Answer as for someone there, and search for that place when you search.`;
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
