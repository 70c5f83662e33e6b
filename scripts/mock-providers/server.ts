import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { describeError } from '#lib/core/errors';
import { mockDataForSeo } from '#scripts/mock-providers/dataforseo';
import { listCommonFailures, selectInjectedFailure } from '#scripts/mock-providers/injected-failures';
import {
  createJsonResponse,
  getRecordingName,
  type MockBehavior,
  type MockCall,
  type MockProvider,
  type MockRequest,
  type MockResponse,
} from '#scripts/mock-providers/mock-provider';
import { createPerplexityMock, mockChatCompletions } from '#scripts/mock-providers/perplexity';
import { createRecordedProviders } from '#scripts/mock-providers/recordings';
import { mockSerpApi } from '#scripts/mock-providers/serpapi';
import { mockStructuredOutputs } from '#scripts/mock-providers/structured-output';
import { mockXai } from '#scripts/mock-providers/xai';

export interface MockServerOptions {
  /** Contains `openai`, `gemini` and `perplexity`, each with recordings. */
  folder: string;
  /** 0 for a free port. */
  port?: number;
  /** Delay before every response. */
  delayMs?: number;
  /** Returns the behavior of a call, or undefined for the usual response or a failure by `failureRate`. */
  getBehavior?: (call: MockCall) => MockBehavior | undefined;
  /** Share of calls, from 0 to 1, that fail. The same attempt at the same prompt always has the same result. */
  failureRate?: number;
  /** Time that a hang injected by `failureRate` keeps the connection open; forever by default. */
  hangMs?: number;
}

export interface MockProviderServer {
  /** The value for the base URL of every provider, such as `OPENAI_BASE_URL`. */
  url: string;
  port: number;
  /** All calls so far, in order. */
  calls: MockCall[];
  close(): Promise<void>;
}

interface ServerState {
  options: MockServerOptions;
  /** The first one that matches a request handles it. */
  providers: MockProvider[];
  calls: MockCall[];
  baseUrl: string;
  stopped: AbortSignal;
}

/** Starts a server on loopback that responds like the providers' APIs and accepts any API key. */
export async function startMockProviders(options: MockServerOptions): Promise<MockProviderServer> {
  const stopping = new AbortController();
  const state: ServerState = {
    options,
    providers: [
      ...mockStructuredOutputs,
      mockXai,
      mockDataForSeo,
      mockSerpApi,
      mockChatCompletions,
      createPerplexityMock(options.folder),
      ...createRecordedProviders(options.folder),
    ],
    calls: [],
    baseUrl: '',
    stopped: stopping.signal,
  };
  const server = createServer((request, response) => {
    handleRequest(state, request, response).catch((error: unknown) => {
      if (response.headersSent || stopping.signal.aborted) response.destroy();
      else sendError(response, 400, describeError(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  state.baseUrl = `http://127.0.0.1:${address.port}`;
  return {
    url: state.baseUrl,
    port: address.port,
    calls: state.calls,
    close: () =>
      new Promise((resolve) => {
        stopping.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handleRequest(
  state: ServerState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { baseUrl, stopped } = state;
  const method = request.method ?? 'GET';
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://mock.invalid');
  const body = method === 'POST' ? await readJsonBody(request) : undefined;
  const provider = state.providers.find((candidate) => candidate.matches(method, path, body));
  if (!provider) return sendError(response, 404, `No mock provider handles ${method} ${path}.`);
  const { headers } = request;
  const call = recordCall(state, provider, { method, path, query, headers, body, baseUrl });

  const behavior = selectBehavior(state, provider, call);
  if (behavior.kind === 'hang') {
    if (behavior.ms === undefined) return;
    await delay(behavior.ms, undefined, { signal: stopped });
    response.destroy();
    return;
  }
  const delayMs = ('delayMs' in behavior ? behavior.delayMs : undefined) ?? state.options.delayMs ?? 0;
  if (delayMs > 0) await delay(delayMs, undefined, { signal: stopped });
  if (behavior.kind === 'response') {
    const text = typeof behavior.body === 'string' ? behavior.body : JSON.stringify(behavior.body ?? {});
    response
      .writeHead(behavior.status, { 'content-type': 'application/json', ...behavior.headers })
      .end(text);
    return;
  }
  const reply = await provider.respond(call, getRecordingName(behavior));
  if (!reply) return sendError(response, 404, `There is no recording for ${provider.name}.`);
  await sendResponse(response, reply, behavior, stopped);
}

/** Records a call, and counts how often its prompt was sent. */
function recordCall({ calls }: ServerState, provider: MockProvider, request: MockRequest): MockCall {
  const parsed = provider.parseRequest(request);
  const earlier = calls.filter(
    (call) =>
      call.provider === provider.name &&
      call.prompt === parsed.prompt &&
      call.country === parsed.country &&
      call.part === parsed.part,
  );
  const call = { ...request, ...parsed, provider: provider.name, attempt: earlier.length + 1 };
  calls.push(call);
  return call;
}

function selectBehavior({ options }: ServerState, provider: MockProvider, call: MockCall): MockBehavior {
  const failures = [...listCommonFailures(options.hangMs), ...(provider.failures ?? [])];
  return (
    options.getBehavior?.(call) ??
    selectInjectedFailure(call, options.failureRate ?? 0, failures) ?? { kind: 'recording' }
  );
}

function sendError(response: ServerResponse, status: number, message: string): void {
  const { contentType, body } = createJsonResponse({ error: { code: status, message } });
  response.writeHead(status, { 'content-type': contentType }).end(body);
}

/** @throws SyntaxError if the body is not JSON */
async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

async function sendResponse(
  response: ServerResponse,
  reply: MockResponse,
  behavior: Exclude<MockBehavior, { kind: 'response' } | { kind: 'hang' }>,
  stopped: AbortSignal,
): Promise<void> {
  const body = behavior.kind === 'malformed' ? reply.body.subarray(0, reply.body.length >> 1) : reply.body;
  response.writeHead(reply.status, { 'content-type': reply.contentType, 'content-length': body.length });
  if (behavior.kind === 'truncate') {
    response.write(body.subarray(0, behavior.bytes), () => response.destroy());
  } else if (behavior.kind === 'drip') {
    await sendSlowly(response, body, behavior, stopped);
  } else response.end(body);
}

async function sendSlowly(
  response: ServerResponse,
  body: Buffer,
  { bytes, everyMs, maxBytes = body.length }: Extract<MockBehavior, { kind: 'drip' }>,
  stopped: AbortSignal,
): Promise<void> {
  const end = Math.min(maxBytes, body.length);
  for (let offset = 0; offset < end && !response.destroyed; offset += bytes) {
    response.write(body.subarray(offset, Math.min(offset + bytes, end)));
    await delay(everyMs, undefined, { signal: stopped });
  }
  if (end < body.length) response.destroy();
  else response.end();
}
