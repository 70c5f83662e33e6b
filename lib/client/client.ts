import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { buildRequestUrl, type Route, serviceRoutes, type UrlInput } from '#lib/contract/service-routes';
import { errorEnvelopeSchema } from '#lib/contract/tasks';
import { describeError, type FieldError, isRetryableStatus } from '#lib/core/errors';
import { getBackoffMs } from '#lib/core/time';
import { getTraceHeaders } from '#lib/core/tracing';

interface ErrorContext {
  details?: Record<string, unknown> | undefined;
  fields?: FieldError[] | undefined;
  cause?: unknown;
}

/** An error response of the service, or a request without a valid response. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** The code of the error response, or `NO_VALID_RESPONSE` without one. */
  readonly code: string;
  readonly details: Record<string, unknown> | undefined;
  /** Invalid fields of a VALIDATION_ERROR. */
  readonly fields: FieldError[] | undefined;

  constructor(status: number, code: string, message: string, { details, fields, cause }: ErrorContext = {}) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.fields = fields;
  }

  /** Whether a retry can succeed. */
  get isRetryable(): boolean {
    return this.status === 0 || isRetryableStatus(this.status);
  }
}

type RouteTable = Readonly<Record<string, Route>>;
type InputPart = 'params' | 'query' | 'body';

/** The path parameters, query and body that an endpoint has. */
type CallInput<R extends Route> = {
  [Part in InputPart & keyof R]: z.input<Extract<R[Part], z.ZodType>>;
};
type CallOutput<R extends Route> = z.output<R['output']>;

/** A client of the endpoints of a route table; by default of those that a dashboard needs. */
export interface Client<T extends RouteTable = typeof serviceRoutes> {
  /**
   * Calls an endpoint by its name in the route table. If a task was created but the response is lost, the retry fails
   * with RESOURCE_ALREADY_EXISTS and the ID of the task.
   * @throws ClientError; the signal's reason when it is aborted
   */
  call<N extends string & keyof T>(
    name: N,
    input: CallInput<T[N]>,
    options?: { signal?: AbortSignal },
  ): Promise<CallOutput<T[N]>>;
}

interface LooseInput extends UrlInput {
  body?: unknown;
}

export interface ClientOptions {
  baseUrl: string;
  apiKey: string;
  /** Timeout of each attempt, including the response body. By default, attempts do not time out. */
  timeoutMs?: number;
  /**
   * Maximum number of retries if there is no response or the service is unavailable. The delay is at least 0.1 seconds.
   * Only idempotent calls are retried, not sync requests or tasks without an idempotency key. Default 0.
   */
  retries?: number;
}

const retryBackoff = { baseMs: 200, capMs: 5_000 };
/** No response (0), a proxy without a running process (502, 504), a process that stops or has no database (503). */
const unavailableStatuses: readonly number[] = [0, 502, 503, 504];

/** Creates a client of any service that implements /v1. */
export function createClient(options: ClientOptions): Client {
  return createRouteClient(serviceRoutes, options);
}

/** Creates a client of the endpoints of a route table. */
export function createRouteClient<T extends RouteTable>(
  routes: T,
  { baseUrl, apiKey, timeoutMs, retries = 0 }: ClientOptions,
): Client<T> {
  async function send(url: URL, init: RequestInit, signal: AbortSignal | undefined, maxAttempts: number) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { status, ok, content } = await sendRequest(url, init, { signal, timeoutMs });
        if (!ok) throw toClientError(status, content);
        return { status, content };
      } catch (error) {
        const isUnavailable = error instanceof ClientError && unavailableStatuses.includes(error.status);
        if (!isUnavailable || attempt >= maxAttempts) throw error;
        await waitUnlessAborted(getBackoffMs(attempt, retryBackoff), signal);
      }
    }
  }
  return {
    async call(name, input, { signal } = {}) {
      const route: T[typeof name] = routes[name];
      const { body, ...urlInput } = input as LooseInput;
      const url = buildRequestUrl(baseUrl, route.path, urlInput);
      const headers = {
        Authorization: `Bearer ${apiKey}`,
        ...getTraceHeaders(),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      };
      const { status, content } = await send(
        url,
        { method: route.method, headers, body: JSON.stringify(body) ?? null, redirect: 'error' },
        signal,
        isIdempotent(route, body) ? 1 + retries : 1,
      );
      const parsed = route.output.safeParse(content);
      if (parsed.success) return parsed.data as CallOutput<T[typeof name]>;
      throw createResponseError(
        status,
        `The response of ${route.path} does not match its schema.`,
        parsed.error,
      );
    },
  };
}

/** Returns whether sending a request twice has the same effect as sending it once. */
function isIdempotent({ method }: Route, body: unknown): boolean {
  if (method !== 'POST') return true;
  return [body].flat().every((task) => idempotentSchema.safeParse(task).success);
}

const idempotentSchema = z.object({ idempotencyKey: z.string() });

/** @throws the signal's reason when it is aborted */
async function waitUnlessAborted(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(ms, undefined, signal ? { signal } : {});
  } catch {
    throw signal?.reason;
  }
}

/**
 * Sends a request and reads its JSON.
 * @throws ClientError without a JSON response; the signal's reason when it is aborted
 */
async function sendRequest(
  url: URL,
  init: RequestInit,
  { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number | undefined },
) {
  const deadline = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  let status = 0;
  try {
    const signals = [signal, deadline].filter((abortSignal) => abortSignal !== undefined);
    const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) });
    status = response.status;
    const content: unknown = await response.json();
    return { status, ok: response.ok, content };
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (deadline?.aborted) {
      throw createResponseError(
        0,
        `The service at ${url.host} did not respond within ${timeoutMs} ms.`,
        cause,
      );
    }
    if (status > 0)
      throw createResponseError(status, `The service responded with ${status} and no JSON.`, cause);
    throw createResponseError(
      0,
      `The service at ${url.host} does not respond (${describeError(cause)}).`,
      cause,
    );
  }
}

function createResponseError(status: number, message: string, cause?: unknown): ClientError {
  return new ClientError(status, 'NO_VALID_RESPONSE', message, { cause });
}

function toClientError(status: number, content: unknown): ClientError {
  const { data } = errorEnvelopeSchema.safeParse(content);
  if (!data) return createResponseError(status, `The service responded with ${status} and no error details.`);
  const { code, message, details } = data.error;
  return new ClientError(status, code, message, { details, fields: data.details });
}
