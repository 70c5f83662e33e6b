import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { wait } from '#lib/core/backoff';
import { describeError } from '#lib/core/errors';
import { fileOf, type VendorBehaviour } from '#lib/vendors/behaviour';
import { dataForSeoPlay } from '#lib/vendors/dataforseo';
import { injectedFailure, sharedFailures } from '#lib/vendors/injected-failures';
import { perform } from '#lib/vendors/perform';
import { jsonReply, type VendorCall, type VendorPlay, type VendorRequest } from '#lib/vendors/play';
import { recordedPlays } from '#lib/vendors/recorded';
import { serpApiPlay } from '#lib/vendors/serpapi';
import { xaiPlay } from '#lib/vendors/xai';

export type { VendorBehaviour } from '#lib/vendors/behaviour';

export interface VendorOptions {
  /** Holds `openai`, `gemini` and `perplexity`, each with recordings. */
  folder: string;
  /** 0 for a free one. */
  port?: number;
  /** Milliseconds before every answer. */
  delayMs?: number;
  /** Decides on each call; undefined leaves the usual answer. */
  control?: (call: VendorCall) => VendorBehaviour | undefined;
  /** The share of calls, from 0 to 1, that fail in one of all ways; the same calls every time. */
  failureShare?: number;
  /** Milliseconds after which a call that hangs by `failureShare` is broken off; by default never. */
  hangMs?: number;
}

export interface RunningVendors {
  /** Base address for every vendor, such as `OPENAI_BASE_URL`. */
  url: string;
  port: number;
  /** Every call so far, in order. */
  calls: VendorCall[];
  close(): Promise<void>;
}

/** One running stand-in. */
interface Stage {
  options: VendorOptions;
  plays: VendorPlay[];
  calls: VendorCall[];
  baseUrl: string;
  stopped: AbortSignal;
}

/** Every vendor of the stand-in, in the order in which they may take a request. */
function playsOf(options: VendorOptions): VendorPlay[] {
  return [xaiPlay, dataForSeoPlay, serpApiPlay, ...recordedPlays(options.folder)];
}

/** Starts a server on loopback that answers as the vendors' interfaces do, without any key. */
export async function startVendors(options: VendorOptions): Promise<RunningVendors> {
  const stopping = new AbortController();
  const stage: Stage = {
    options,
    plays: playsOf(options),
    calls: [],
    baseUrl: '',
    stopped: stopping.signal,
  };
  const server = createServer((request, response) => {
    answer(stage, request, response).catch((error: unknown) => {
      if (response.headersSent || stopping.signal.aborted) response.destroy();
      else refuse(response, 400, describeError(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The vendor stand-in has no port.');
  stage.baseUrl = `http://127.0.0.1:${address.port}`;
  return {
    url: stage.baseUrl,
    port: address.port,
    calls: stage.calls,
    close: () =>
      new Promise((resolve) => {
        stopping.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(stage: Stage, request: IncomingMessage, response: ServerResponse): Promise<void> {
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
    await wait(behaviour.ms, stage.stopped);
    response.destroy();
    return;
  }
  const delayMs = ('delayMs' in behaviour ? behaviour.delayMs : undefined) ?? stage.options.delayMs ?? 0;
  if (delayMs > 0) await wait(delayMs, stage.stopped);
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

function refuse(response: ServerResponse, status: number, message: string): void {
  const { contentType, body } = jsonReply({ error: { code: status, message } });
  response.writeHead(status, { 'content-type': contentType }).end(body);
}

/** The JSON body of a request. @throws SyntaxError when it is not JSON */
async function jsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
