import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { BlockList, type IPVersion, isIP, type LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Agent, request } from 'undici';
import { describeConnectionFailure } from '#lib/core/connection-failure';
import { splitList } from '#lib/core/text';
import networks from './special-networks.json' with { type: 'json' };

export type HttpErrorKind =
  /** The URL or its IP address is not allowed; nothing was sent. */
  | 'forbidden-address'
  /** DNS, connection or TLS failed, or the connection ended early. */
  | 'network'
  | 'timeout';

/**
 * The error of a request that got no complete response. Its message reaches users. It can contain the host of the URL, but
 * never the path, the query, or what the system says, which includes addresses of the internal network.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';
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
  /** Covers DNS, connection, headers and body. */
  timeoutMs: number;
  /** Bytes of the response body to read; the rest is discarded. */
  maxBytes: number;
  /** Comma-separated `host[:port]` of non-public hosts that are allowed. */
  allowedHosts?: string;
  signal?: AbortSignal;
  /** Used for hosts that are not allowed explicitly; by default, the system's resolver with a cache of 30 seconds. */
  resolve?: DnsLookup;
}

export interface OutboundResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** The body was longer than `maxBytes`. */
  truncated: boolean;
}

/** Ends connection attempts whose request has timed out: `timeoutMs` also covers connecting and is usually shorter. */
const connectTimeoutMs = 60_000;
const dnsCacheTtlMs = 30_000;
const maxCachedHosts = 10_000;
const sharedLookup = createDnsCache();

/**
 * Requests a URL that comes from an untrusted source, without reaching non-public hosts. Hosts are checked before anything is
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
  const agent = allowed ? allowedHostAgent : options.resolve ? createAgent(options.resolve) : publicHostAgent;
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  // undici notices an abort only once it is connected.
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
  try {
    const responded = request(url, {
      dispatcher: agent,
      method: options.method ?? 'GET',
      headers: options.headers,
      body: options.body,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const response = await Promise.race([responded, aborted.promise]);
    const body = await readUpTo(response.body, options.maxBytes);
    return { status: response.statusCode, headers: response.headers, ...body };
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (deadline.aborted) {
      throw new HttpError('timeout', `${url.host} did not respond within ${options.timeoutMs} ms.`, error);
    }
    throw toHttpError(error, url.host);
  } finally {
    if (agent !== allowedHostAgent && agent !== publicHostAgent) void agent.destroy();
  }
}

/** Less time than most servers keep idle connections open, so that none is closed while a request is sent on it. */
const keepAliveMs = 2_000;

/**
 * Creates an agent that keeps connections open for the next request to the same origin.
 * @param resolve the lookup of names, whose addresses are checked when connecting; undefined for allowed hosts
 */
function createAgent(resolve?: DnsLookup): Agent {
  return new Agent({
    connect: { lookup: resolve && createCheckedLookup(resolve), timeout: connectTimeoutMs },
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
  });
}

/** A separate agent, because the IP addresses of allowed hosts are not checked. */
const allowedHostAgent = createAgent();
const publicHostAgent = createAgent(sharedLookup);

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
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: size > maxBytes };
}

function toHttpError(error: unknown, host: string): HttpError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof HttpError) return cause;
  }
  return new HttpError('network', describeConnectionFailure(error, host), error);
}

/**
 * The networks of IANA's special-purpose address registries, multicast, reserved space and the address of Azure's
 * platform services. The IPv6 networks are only those inside 2000::/3, because everything outside it is blocked: loopback,
 * mapped (::ffff:), NAT64 (64:ff9b:), unique local, link local, multicast, segment routing.
 */
const specialNetworks = createNetworkList(networks.ipv4, networks.ipv6);
const globalUnicast = createNetworkList([], ['2000::/3']);

function createNetworkList(ipv4: readonly string[], ipv6: readonly string[]): BlockList {
  const list = new BlockList();
  const add = (network: string, family: IPVersion) => {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  };
  for (const network of ipv4) add(network, 'ipv4');
  for (const network of ipv6) add(network, 'ipv6');
  return list;
}

/**
 * Returns whether an IP address, as written by the resolver or `URL`, is public. Addresses that contain another one
 * (mapped, 6to4, NAT64, Teredo) never are.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  const family = isIP(address);
  if (family === 4) return !specialNetworks.check(address, 'ipv4');
  if (family === 6) return globalUnicast.check(address, 'ipv6') && !specialNetworks.check(address, 'ipv6');
  return false;
}

/** Returns the host of a URL in lower case, without IPv6 brackets and trailing dot. */
function getHost(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

/**
 * Returns whether a URL's host is visibly not public: `localhost` or a non-public IP address in any notation that
 * `URL` understands (decimal, octal, hexadecimal, short, mapped). A name may still resolve to such an address, which
 * is checked when connecting.
 */
export function hasNonPublicHost(url: URL): boolean {
  const host = getHost(url);
  if (host === '' || host === 'localhost' || host.endsWith('.localhost')) return true;
  return isIP(host) !== 0 && !isPublicAddress(host);
}

/**
 * Returns whether a comma-separated `host[:port]` list contains the URL's host and port. An entry without a port
 * allows all ports; IPv6 addresses with a port need brackets.
 */
export function isAllowedHost(url: URL, allowed: string): boolean {
  const host = getHost(url);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return splitList(allowed.toLowerCase()).some((entry) => {
    if (entry.replace(/^\[|\]$/g, '') === host) return true;
    const colon = entry.lastIndexOf(':');
    return entry.slice(0, colon).replace(/^\[|\]$/g, '') === host && entry.slice(colon + 1) === port;
  });
}

/** Resolves a host name to all its IP addresses, as `dns.lookup` does with `all`. */
export type DnsLookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface LookupResult {
  error: NodeJS.ErrnoException | null;
  addresses: LookupAddress[];
}

/**
 * Returns a lookup that caches results and failures for 30 seconds and shares lookups in progress. `dns.lookup`
 * runs on Node's few libuv threads, which file access uses too; hundreds of lookups at an unreachable name server would block
 * them for minutes.
 * @param elapsedMs monotonic clock
 */
export function createDnsCache(resolve: DnsLookup = lookup, elapsedMs = () => performance.now()): DnsLookup {
  const cache = new LRUCache<string, Promise<LookupResult>>({
    max: maxCachedHosts,
    ttl: dnsCacheTtlMs,
    ttlResolution: 0,
    perf: { now: elapsedMs },
  });
  return (hostname, options, callback) => {
    const key = `${hostname} ${options.family ?? 0}`;
    let result = cache.get(key);
    if (!result) {
      const pending = Promise.withResolvers<LookupResult>();
      result = pending.promise;
      cache.set(key, result, { ttl: 0 });
      resolve(hostname, options, (error, addresses) => {
        cache.set(key, pending.promise);
        pending.resolve({ error, addresses });
      });
    }
    void result.then(({ error, addresses }) => callback(error, addresses));
  };
}
