import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { createDnsCache, type DnsLookup } from '#lib/core/dns-cache';
import { hasNonPublicHost, isAllowedHost, isPublicAddress } from '#lib/core/public-address';

export type HttpErrorKind =
  /** The URL or its IP address is not allowed; nothing was sent. */
  | 'forbidden-address'
  /** DNS, connection or TLS failed, or the connection ended early. */
  | 'network'
  | 'timeout';

/** A request without a response. The message contains the host, never the path or query. */
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
  /** For everything: DNS, connection, headers and body. */
  timeoutMs: number;
  /** Bytes of the response body to read; the rest is discarded. */
  maxBytes: number;
  /** Comma-separated `host[:port]` of non-public hosts that are allowed. */
  allowedHosts?: string;
  signal?: AbortSignal;
  /** By default, the system's resolver with a cache of 30 seconds. */
  resolve?: DnsLookup;
}

export interface OutboundResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** The body was longer than `maxBytes`. */
  truncated: boolean;
}

const sharedLookup = createDnsCache();

/**
 * Requests a URL from an untrusted source, without reaching non-public hosts. Hosts are checked before anything is
 * sent. All IP addresses of a name are checked when connecting, and the connection uses these addresses, so DNS
 * rebinding has no effect. Does not follow redirects or read proxy variables.
 * @throws HttpError; the reason of `signal` if it is aborted
 */
export async function requestSafely(
  target: string | URL,
  options: OutboundRequest,
): Promise<OutboundResponse> {
  const url = checkUrl(target, options.allowedHosts ?? '');
  const allowed = isAllowedHost(url, options.allowedHosts ?? '');
  const agent = new Agent({
    connect: {
      lookup: allowed ? undefined : createCheckedLookup(options.resolve ?? sharedLookup),
      timeout: options.timeoutMs,
    },
    pipelining: 0,
  });
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  try {
    const response = await request(url, {
      dispatcher: agent,
      method: options.method ?? 'GET',
      headers: options.headers,
      body: options.body,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const { body, cut: truncated } = await readUpTo(response.body, options.maxBytes);
    return { status: response.statusCode, headers: response.headers, body, truncated };
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (deadline.aborted) {
      throw new HttpError('timeout', `${url.host} did not respond within ${options.timeoutMs} ms.`, error);
    }
    throw toHttpError(error, url.host);
  } finally {
    void agent.destroy();
  }
}

function checkUrl(target: string | URL, allowedHosts: string): URL {
  const url = URL.parse(target);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new HttpError('forbidden-address', 'Only http and https URLs are allowed.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new HttpError('forbidden-address', 'A URL with user info is not allowed.');
  }
  if (hasNonPublicHost(url) && !isAllowedHost(url, allowedHosts)) {
    throw new HttpError('forbidden-address', `${url.host} is not a public host.`);
  }
  return url;
}

/** Creates a lookup that fails unless all addresses of the name are public. */
function createCheckedLookup(resolve: DnsLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no IP address.`), '', 4);
      if (!addresses.every(({ address }) => isPublicAddress(address))) {
        // Without the address: the message reaches users, who must not learn addresses of internal networks.
        const message = `${hostname} resolves to a non-public IP address.`;
        return callback(new HttpError('forbidden-address', message), '', 4);
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
  return new HttpError('network', `${host} is unreachable: ${reason}`, error);
}
