import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileOf, type VendorBehaviour } from '#scripts/mock-providers/behaviour';
import { injectedFailure, sharedFailures } from '#scripts/mock-providers/injected-failures';
import { perform } from '#scripts/mock-providers/perform';
import {
  jsonReply,
  type VendorCall,
  type VendorPlay,
  type VendorRequest,
} from '#scripts/mock-providers/play';

/** How the vendors are to behave. */
export interface StageOptions {
  /** Milliseconds before every answer. */
  delayMs?: number;
  /** Decides on each call; undefined leaves the usual answer. */
  control?: (call: VendorCall) => VendorBehaviour | undefined;
  /** The share of calls, from 0 to 1, that fail in one of all ways; the same calls every time. */
  failureShare?: number;
  /** Milliseconds after which a call that hangs by `failureShare` is broken off; by default never. */
  hangMs?: number;
}

/** One running stand-in. */
export interface Stage {
  options: StageOptions;
  plays: VendorPlay[];
  calls: VendorCall[];
  baseUrl: string;
  stopped: AbortSignal;
}

/** Answers one request as its vendor would, or as it is told to misbehave. */
export async function answerCall(
  stage: Stage,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = request.method ?? 'GET';
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://vendors.invalid');
  const play = stage.plays.find((one) => one.takes(method, path));
  if (!play) return refuse(response, 404, `No vendor has ${method} ${path}.`);
  const body = method === 'POST' ? await jsonBody(request) : undefined;
  const call = heard(stage, play, {
    method,
    path,
    query,
    headers: request.headers,
    body,
    baseUrl: stage.baseUrl,
  });

  const behaviour = behaviourFor(stage, play, call);
  if (behaviour.kind === 'hang') {
    if (behaviour.ms === undefined) return;
    await delay(behaviour.ms, undefined, { signal: stage.stopped });
    response.destroy();
    return;
  }
  const delayMs = ('delayMs' in behaviour ? behaviour.delayMs : undefined) ?? stage.options.delayMs ?? 0;
  if (delayMs > 0) await delay(delayMs, undefined, { signal: stage.stopped });
  if (behaviour.kind === 'fail') {
    const text = typeof behaviour.body === 'string' ? behaviour.body : JSON.stringify(behaviour.body ?? {});
    response
      .writeHead(behaviour.status, { 'content-type': 'application/json', ...behaviour.headers })
      .end(text);
    return;
  }
  const reply = await play.reply(call, fileOf(behaviour));
  if (!reply) return refuse(response, 404, `There is no recording of ${play.vendor}.`);
  await perform(response, reply, behaviour, stage.stopped);
}

/** Notes the call, and how often its question has come. */
function heard(stage: Stage, play: VendorPlay, request: VendorRequest): VendorCall {
  const question = play.question(request);
  const before = stage.calls.filter(
    (call) =>
      call.vendor === play.vendor &&
      call.prompt === question.prompt &&
      call.country === question.country &&
      call.part === question.part,
  );
  const call = { ...request, ...question, vendor: play.vendor, attempt: before.length + 1 };
  stage.calls.push(call);
  return call;
}

function behaviourFor({ options }: Stage, play: VendorPlay, call: VendorCall): VendorBehaviour {
  const failures = [...sharedFailures(options.hangMs), ...(play.failures ?? [])];
  return (
    options.control?.(call) ??
    injectedFailure(call, options.failureShare ?? 0, failures) ?? { kind: 'answer' }
  );
}

/** Refuses what no vendor takes. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  const { contentType, body } = jsonReply({ error: { code: status, message } });
  response.writeHead(status, { 'content-type': contentType }).end(body);
}

/** The JSON body of a request. @throws SyntaxError when it is not JSON */
async function jsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
