import type { MonitorRequest } from '#lib/contract/requests';
import type { SandboxEngine } from '#lib/sandbox/request/engine-profile';
import { detectIntents, type Intents } from '#lib/sandbox/request/intents';
import { type Location, resolveLocation } from '#lib/sandbox/request/location';
import { type ParsedPrompt, parsePrompt } from '#lib/sandbox/request/prompt';
import { createTimeContext, type TimeContext } from '#lib/sandbox/request/time-context';

/** Everything an answer depends on: the request, the time and what the prompt asks for. */
export interface RequestContext {
  engine: SandboxEngine;
  request: MonitorRequest;
  time: TimeContext;
  /** Undefined if the prompt is about something outside the market. */
  parsed?: ParsedPrompt;
  intents: Intents;
  location: Location;
}

export function createContext(engine: SandboxEngine, request: MonitorRequest, instant: Date): RequestContext {
  const { country, prompt } = request;
  const parsed = parsePrompt(prompt);
  return {
    engine,
    request,
    time: createTimeContext(instant, country),
    ...(parsed === undefined ? {} : { parsed }),
    intents: detectIntents(prompt, country, parsed),
    location: resolveLocation(request),
  };
}
