import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { wait } from '#lib/core/backoff';
import { describeError } from '#lib/core/errors';
import { jsonBody, questionOf, type VendorCall, vendorOfPath } from '#lib/vendors/read-call';
import { readRecording, recordingFor, recordingNames } from '#lib/vendors/recordings';

/** What the stand-in does with one call instead of answering it at once with the recording that is its turn. */
export type VendorBehaviour =
  /** Answers, with a recording of that name if given (`error-401-…` with its status). */
  | { kind: 'answer'; file?: string; delayMs?: number }
  /** Answers with a status, headers and body of one's own. A string is sent as it stands. */
  | { kind: 'fail'; status: number; headers?: Record<string, string>; body?: unknown; delayMs?: number }
  /** Takes the question and never answers. */
  | { kind: 'hang' }
  /** Sends that many bytes of the recording and breaks the connection. */
  | { kind: 'truncate'; bytes: number; file?: string };

export interface VendorOptions {
  /** Holds `openai`, `gemini` and `perplexity`, each with recordings. */
  folder: string;
  /** 0 for a free one. */
  port?: number;
  /** Milliseconds before every answer. */
  delayMs?: number;
  /** Decides on each call; undefined leaves the usual answer. */
  control?: (call: VendorCall) => VendorBehaviour | undefined;
}

export interface RunningVendors {
  /** Base address for every vendor, such as `OPENAI_BASE_URL`. */
  url: string;
  port: number;
  /** Every call so far, in order. */
  calls: VendorCall[];
  close(): Promise<void>;
}

/** Starts a server on loopback that answers as the vendors' interfaces do, from recordings, without any key. */
export async function startVendors(options: VendorOptions): Promise<RunningVendors> {
  const calls: VendorCall[] = [];
  const stopping = new AbortController();
  const server = createServer((request, response) => {
    answer(request, response, options, calls, stopping.signal).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 400, { error: { code: 400, message: describeError(error) } });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The vendor stand-in has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    calls,
    close: () =>
      new Promise((resolve) => {
        stopping.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: VendorOptions,
  calls: VendorCall[],
  stopped: AbortSignal,
): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://vendors.invalid').pathname;
  const vendor = vendorOfPath(path);
  if (!vendor || request.method !== 'POST') {
    return sendJson(response, 404, {
      error: { code: 404, message: `No vendor has ${request.method} ${path}.` },
    });
  }
  const body = await jsonBody(request);
  const question = questionOf(vendor, body);
  const before = calls.filter(
    (call) => call.vendor === vendor && call.prompt === question.prompt && call.country === question.country,
  );
  const call = { vendor, ...question, attempt: before.length + 1, path, headers: request.headers, body };
  calls.push(call);

  const behaviour = options.control?.(call) ?? { kind: 'answer' };
  if (behaviour.kind === 'hang') return;
  const delayMs = ('delayMs' in behaviour ? behaviour.delayMs : undefined) ?? options.delayMs ?? 0;
  if (delayMs > 0) await wait(delayMs, stopped);
  if (behaviour.kind === 'fail') {
    const text = typeof behaviour.body === 'string' ? behaviour.body : JSON.stringify(behaviour.body ?? {});
    response
      .writeHead(behaviour.status, { 'content-type': 'application/json', ...behaviour.headers })
      .end(text);
    return;
  }
  const names = await recordingNames(options.folder, vendor);
  const name = behaviour.file ?? recordingFor(vendor, call.prompt, call.country, names);
  if (name === undefined) {
    return sendJson(response, 404, { error: { code: 404, message: `There is no recording of ${vendor}.` } });
  }
  const recording = await readRecording(options.folder, vendor, name);
  response.writeHead(recording.status, {
    'content-type': recording.contentType,
    'content-length': recording.body.length,
  });
  if (behaviour.kind === 'truncate') {
    response.write(recording.body.subarray(0, behaviour.bytes), () => response.destroy());
  } else response.end(recording.body);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
