import type { IncomingHttpHeaders } from 'node:http';

export type MockProviderName = 'openai' | 'gemini' | 'perplexity' | 'xai' | 'serpapi' | 'dataforseo';

export interface MockRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The JSON body of a POST request. */
  body: unknown;
  /** Base URL of the mock server, for URLs inside responses. */
  baseUrl: string;
}

/** Values that identify a prompt. A later request with the same values is another attempt. */
export interface ParsedRequest {
  prompt: string;
  /** ISO 3166-1 alpha-2; empty if the request has no country. */
  country: string;
  /** The page or step, for providers that need several requests for one answer. */
  part?: string;
}

export interface MockCall extends MockRequest, ParsedRequest {
  provider: MockProviderName;
  /** From 1. */
  attempt: number;
}

export interface MockResponse {
  status: number;
  contentType: string;
  body: Buffer;
}

export interface MockProvider {
  name: MockProviderName;
  /** Returns whether a request is for this provider. The first provider that matches handles it. */
  matches(method: string, path: string, body: unknown): boolean;
  /** @throws Error for an invalid request, which gets status 400 */
  parseRequest(request: MockRequest): ParsedRequest;
  /** Returns the usual response, or the recording with this name; undefined if there is none. */
  respond(call: MockCall, recording?: string): Promise<MockResponse | undefined>;
  /** Failures in the provider's own format that `failureRate` injects besides the common ones. */
  failures?: MockBehavior[];
}

/** The way the server responds to a call. */
export type MockBehavior =
  /** Sends the usual response, or the recording `file`: a response in the provider’s folder. A recording `error-401-…` is sent with status 401. */
  | { kind: 'recording'; file?: string; delayMs?: number }
  /** Responds with this status, headers and body. A string is sent unchanged. */
  | { kind: 'response'; status: number; headers?: Record<string, string>; body?: unknown; delayMs?: number }
  /** Never responds; with `ms`, closes the connection after that time. */
  | { kind: 'hang'; ms?: number }
  /** Sends the response in pieces; with `maxBytes`, closes the connection after that many bytes. */
  | { kind: 'drip'; bytes: number; everyMs: number; maxBytes?: number; file?: string }
  /** Sends that many bytes of a longer response and closes the connection. */
  | { kind: 'truncate'; bytes: number; file?: string }
  /** Sends a complete 200 response whose JSON ends in the middle. */
  | { kind: 'malformed'; file?: string };

export function getRecordingName(behavior: MockBehavior): string | undefined {
  return 'file' in behavior ? behavior.file : undefined;
}

export function createJsonResponse(body: unknown, status = 200): MockResponse {
  return { status, contentType: 'application/json', body: Buffer.from(JSON.stringify(body)) };
}

/** Formats the events of a Responses API stream. */
export function formatStream(events: ({ type: string } & Record<string, unknown>)[]): string {
  return events
    .map(
      (event, sequence_number) =>
        `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`,
    )
    .join('');
}
