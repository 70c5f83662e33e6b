import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { hasNonPublicHost, isAllowedHost, isPublicAddress } from '#lib/core/public-address';
import { createCachedLookup, type ResolveAll } from '#lib/core/remembered-lookup';

/** Why an address was not asked, or gave no answer. */
export type HttpErrorKind =
  /** Not an address this client will connect to; nothing was sent. */
  | 'forbidden-address'
  /** The name has no address, the connection failed, TLS was bad, or it ended midway. */
  | 'network'
  /** The whole exchange took longer than allowed. */
  | 'timeout';

/** A request that got no answer. The message names the host, never the path or query. */
export class HttpError extends Error {
  override readonly name = 'HttpFailure';
  readonly kind: HttpErrorKind;

  constructor(kind: HttpErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export interface OutboundRequest {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Milliseconds for everything: name, connection, headers and body. */
  timeoutMs: number;
  /** Bytes of the answer's body that are read; the rest is not waited for. */
  maxBytes: number;
  /** Comma-separated `host[:port]` that may be reached though they are not public. */
  allowedHosts?: string;
  signal?: AbortSignal;
  /** How names are resolved; by default by the system, remembered for 30 seconds. */
  resolve?: ResolveAll;
}

export interface OutboundResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** The body was longer than `maxBytes`. */
  truncated: boolean;
}

const sharedLookup = createCachedLookup();

/**
 * Asks an address that a stranger named. Literal hosts are checked before anything is sent; every address a
 * name resolves to is checked at connection time and the connection goes to those very addresses, so a second
 * answer of the name server changes nothing. Redirects are not followed, proxy variables are not read.
 * @throws HttpFailure; the signal's reason when `signal` is aborted
 */
export async function requestSafely(
  address: string | URL,
  options: OutboundRequest,
): Promise<OutboundResponse> {
  const url = checkedUrl(address, options.allowedHosts ?? '');
  const allowed = isAllowedHost(url, options.allowedHosts ?? '');
  const agent = new Agent({
    connect: {
      lookup: allowed ? undefined : checkedLookup(options.resolve ?? sharedLookup),
      timeout: options.timeoutMs,
    },
    pipelining: 0,
  });
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  try {
    const answer = await request(url, {
      dispatcher: agent,
      method: options.method ?? 'GET',
      headers: options.headers,
      body: options.body,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const { body, cut: truncated } = await readUpTo(answer.body, options.maxBytes);
    return { status: answer.statusCode, headers: answer.headers, body, truncated };
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (deadline.aborted) {
      throw new HttpError('timeout', `${url.host} did not answer within ${options.timeoutMs} ms.`, error);
    }
    throw toHttpError(error, url.host);
  } finally {
    void agent.destroy();
  }
}

function checkedUrl(address: string | URL, allowedHosts: string): URL {
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new HttpError('forbidden-address', 'Only http and https addresses are asked.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new HttpError('forbidden-address', 'An address with user info is not asked.');
  }
  if (hasNonPublicHost(url) && !isAllowedHost(url, allowedHosts)) {
    throw new HttpError('forbidden-address', `${url.host} is not a public host.`);
  }
  return url;
}

/** A lookup that gives only addresses it has checked, and none at all if one of them is not public. */
function checkedLookup(resolve: ResolveAll): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address.`), '', 4);
      if (!addresses.every(({ address }) => isPublicAddress(address))) {
        // Not which one: whoever named the host reads this, and names of inner networks tell inner addresses.
        const why = `${hostname} does not resolve to public addresses alone.`;
        return callback(new HttpError('forbidden-address', why), '', 4);
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

async function readUpTo(stream: AsyncIterable<Uint8Array>, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), cut: size > maxBytes };
}

function toHttpError(error: unknown, host: string): HttpError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof HttpError) return cause;
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new HttpError('network', `${host} could not be reached: ${reason}`, error);
}
