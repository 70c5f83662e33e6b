import type { z } from 'zod';
import { type Route, type RouteName, routes } from '#lib/contract/routes';
import { errorEnvelopeSchema } from '#lib/contract/tasks';
import { describeError, type FieldError } from '#lib/core/errors';

/** An error response of the service, or a request without a valid response. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** The code of the error response, or `NO_ANSWER` without a valid one. */
  readonly code: string;
  readonly details: Record<string, unknown> | undefined;
  /** Invalid fields of a VALIDATION_ERROR. */
  readonly fields: FieldError[] | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    rest: { details?: Record<string, unknown>; fields?: FieldError[]; cause?: unknown } = {},
  ) {
    super(message, { cause: rest.cause });
    this.status = status;
    this.code = code;
    this.details = rest.details;
    this.fields = rest.fields;
  }

  /** Whether a retry can succeed. */
  get retryable(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

type Part<N extends RouteName, Name extends 'params' | 'query' | 'body'> = (typeof routes)[N] extends {
  [K in Name]: infer S extends z.ZodType;
}
  ? { [K in Name]: z.input<S> }
  : unknown;

/** Path parameters, query and body of an endpoint, as far as it has them. */
export type CallInput<N extends RouteName> = Part<N, 'params'> & Part<N, 'query'> & Part<N, 'body'>;
export type CallOutput<N extends RouteName> = z.output<(typeof routes)[N]['output']>;

export interface Client {
  /** Calls an endpoint by its name in the route table. @throws ClientError */
  call<N extends RouteName>(
    name: N,
    input: CallInput<N>,
    options?: { signal?: AbortSignal },
  ): Promise<CallOutput<N>>;
}

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, string | null | undefined>;
  body?: unknown;
}

export interface Access {
  baseUrl: string;
  apiKey: string;
  /** Timeout of a call, including the response body; none by default. */
  timeoutMs?: number;
}

/** Creates a client of any service that implements /v1. */
export function createClient({ baseUrl, apiKey, timeoutMs }: Access): Client {
  return {
    async call(name, input, { signal } = {}) {
      const route: Route = routes[name];
      const { params = {}, query = {}, body } = input as LooseInput;
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
        encodeURIComponent(params[part] ?? ''),
      );
      const url = new URL(baseUrl.replace(/\/+$/, '') + path);
      for (const [key, value] of Object.entries(query)) {
        if (value !== null && value !== undefined) url.searchParams.set(key, value);
      }
      const { status, ok, answer } = await exchange(
        url,
        {
          method: route.method,
          headers: {
            Authorization: `Bearer ${apiKey}`,
            ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          },
          body: body === undefined ? null : JSON.stringify(body),
          redirect: 'error',
        },
        { signal, timeoutMs },
      );
      if (!ok) throw toClientError(status, answer);
      const parsed = routes[name].output.safeParse(answer);
      if (parsed.success) return parsed.data as CallOutput<typeof name>;
      throw noAnswerError(status, `The response of ${route.path} does not match its schema.`, parsed.error);
    },
  };
}

interface ExchangeOptions {
  signal: AbortSignal | undefined;
  timeoutMs: number | undefined;
}

/**
 * Sends a request and reads its JSON.
 * @throws ClientError without a JSON response; the signal's reason when it is aborted
 */
async function exchange(url: URL, init: RequestInit, { signal, timeoutMs }: ExchangeOptions) {
  const deadline = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  let status = 0;
  try {
    const signals = [signal, deadline].filter((one) => one !== undefined);
    const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) });
    status = response.status;
    const answer: unknown = await response.json();
    return { status, ok: response.ok, answer };
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (deadline?.aborted) {
      throw noAnswerError(0, `The service at ${url.host} did not answer within ${timeoutMs} ms.`, cause);
    }
    if (status > 0) throw noAnswerError(status, `The service answered ${status} without JSON.`, cause);
    throw noAnswerError(0, `The service at ${url.host} does not answer (${describeError(cause)}).`, cause);
  }
}

function noAnswerError(status: number, message: string, cause: unknown): ClientError {
  return new ClientError(status, 'NO_ANSWER', message, { cause });
}

function toClientError(status: number, answer: unknown): ClientError {
  const envelope = errorEnvelopeSchema.safeParse(answer).data;
  if (!envelope)
    return new ClientError(status, 'NO_ANSWER', `The service answered ${status} without an envelope.`);
  const { code, message, details } = envelope.error;
  return new ClientError(status, code, message, {
    ...(details ? { details } : {}),
    ...(envelope.details ? { fields: envelope.details } : {}),
  });
}
