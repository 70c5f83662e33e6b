import type { Call } from '#lib/http/call';
import { setMonitorHeaders } from '#lib/http/headers';
import { answerRequest } from '#lib/service/requests/answer-request';
import { readRun } from '#lib/service/requests/read-run';

/** POST /v1/run (interface.md, "Older run endpoint"): the chat engine's text and where it came from. */
export async function answerRun(call: Call): Promise<unknown> {
  const { service, slots, caller, requestId, headers, signal } = call;
  const request = readRun(call.body);
  const startedAt = performance.now();
  const outcome = await answerRequest(service, slots, { caller, requestId, engine: 'chat', request, signal });
  setMonitorHeaders(headers, outcome.figures);
  if ('error' in outcome) throw outcome.error;
  call.noteCost(outcome.cost);
  return {
    success: true,
    result: outcome.result.text,
    metadata: {
      provider: outcome.cost.provider,
      region: request.country,
      response_time: Math.round(performance.now() - startedAt),
      timestamp: service.clock.now().toISOString(),
    },
  };
}
