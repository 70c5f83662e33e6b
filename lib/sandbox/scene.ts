import type { MonitorRequest } from '#lib/contract/requests';
import { type Intents, intentsOf } from '#lib/sandbox/intents';
import { type Locality, localityOf } from '#lib/sandbox/locality';
import { type Moment, momentAt } from '#lib/sandbox/moment';
import { type Question, readQuestion } from '#lib/sandbox/question';
import type { SandboxEngine } from '#lib/sandbox/taste';

/** Who asks what, where and when: all that an answer and its objects depend on. */
export interface Scene {
  engine: SandboxEngine;
  request: MonitorRequest;
  moment: Moment;
  /** Absent where the prompt is about something outside the market. */
  question?: Question;
  intents: Intents;
  locality: Locality;
}

export function sceneOf(engine: SandboxEngine, request: MonitorRequest, instant: Date): Scene {
  const { country, prompt } = request;
  const question = readQuestion(prompt);
  return {
    engine,
    request,
    moment: momentAt(instant, country),
    ...(question === undefined ? {} : { question }),
    intents: intentsOf(prompt, country, question),
    locality: localityOf(request),
  };
}
