import { request } from 'undici';
import { describeConnectionFailure } from '#lib/core/connection-failure';
import {
  classifyStatus,
  type ProviderContext,
  ProviderError,
  type ProviderErrorKind,
  parseRetryAfterMs,
  type ResponseHeaders,
} from '#lib/providers/shared/provider';
import {
  describeRetirement,
  findRetirement,
  type RequestedModel,
  type Retired,
  RetirementError,
} from '#lib/providers/shared/retirement';

const maxResponseBytes = 32 * 1024 * 1024;

export interface ProviderResponse {
  status: number;
  headers: ResponseHeaders;
  text: string;
}

export function isSuccess({ status }: Pick<ProviderResponse, 'status'>): boolean {
  return status >= 200 && status <= 299;
}

interface ResponseErrorDetails {
  kind?: ProviderErrorKind | undefined;
  /** The provider's code and message. */
  reason: string;
  /** The wait before a retry if the response has no `retry-after` header. */
  waitMs?: number | undefined;
  /** Set if the provider's own code says that something was retired. */
  retired?: Retired | undefined;
  model?: RequestedModel | undefined;
}

/**
 * Returns the error of a response with an error status, or with an error in its body. A permanent one is a
 * `RetirementError` if the provider retired the endpoint or the model.
 * @param provider the provider’s name in the message
 */
export function createResponseError(
  provider: string,
  response: ProviderResponse,
  now: Date,
  details: ResponseErrorDetails,
): ProviderError {
  const { status, headers } = response;
  const { kind = classifyStatus(status), reason, waitMs, model } = details;
  const message = `${provider} returned ${status}: ${reason}`;
  const rejection = isSuccess(response) ? undefined : response;
  const retired =
    details.retired ??
    (kind === 'permanent' ? findRetirement(rejection?.status, reason, rejection?.text) : undefined);
  if (retired) return new RetirementError(retired, describeRetirement(provider, retired, model), message);
  return new ProviderError(kind, message, { retryAfterMs: parseRetryAfterMs(headers, now) ?? waitMs });
}

/**
 * Posts JSON and reads the whole response, whatever its status.
 * @throws ProviderError transient if the connection fails or ends early, permanent if the response is too large; the signal's
 *   reason if aborted
 */
export function postJson(
  url: string,
  headers: Record<string, string>,
  body: unknown,
  context: ProviderContext,
): Promise<ProviderResponse> {
  return send(url, context, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

/**
 * Sends a GET request and reads the whole response, whatever its status. The query may contain an API key:
 * it is removed from error messages, and redirects are not followed.
 * @throws as `postJson` does
 */
export async function getJson(url: string, context: ProviderContext): Promise<ProviderResponse> {
  try {
    return await send(url, context, { method: 'GET', headers: { accept: 'application/json' } });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // Errors of the HTTP client may quote the request, so the cause is dropped.
    throw new ProviderError(error.kind, removeQuery(error.message, url));
  }
}

async function send(
  url: string,
  { signal, onHeaders, onBody }: ProviderContext,
  options: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
): Promise<ProviderResponse> {
  try {
    // The signal limits the attempt; a stream may be silent for a long time before it ends.
    const response = await request(url, { ...options, signal, headersTimeout: 0, bodyTimeout: 0 });
    onHeaders?.(response.headers);
    const received = {
      status: response.statusCode,
      headers: response.headers,
      text: await readText(response.body),
    };
    if (isSuccess(received)) onBody?.(received.text);
    return received;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof ProviderError) throw error;
    throw new ProviderError('transient', describeConnectionFailure(error, new URL(url).host), {
      cause: error,
    });
  }
}

function removeQuery(message: string, url: string): string {
  const { search, searchParams } = new URL(url);
  const parts = [search, ...searchParams.values()].filter((part) => part.length > 3);
  return parts.reduce((text, part) => text.replaceAll(part, '…'), message);
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxResponseBytes) {
      throw new ProviderError('permanent', `The response is larger than ${maxResponseBytes} bytes.`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Builds the URL of an endpoint below a base URL, which may already end in a version segment (`/v1`, `/v1beta`).
 * @param version the segment to add if the base URL has none; empty for an unversioned API
 */
export function buildUrl(baseUrl: string, version: string, path: string): string {
  const trimmed = baseUrl.replace(/\/+$/, '');
  const versioned =
    version === '' || /\/v\d+(?:alpha|beta)?\d*$/.test(trimmed) ? trimmed : `${trimmed}/${version}`;
  return `${versioned}/${path}`;
}
