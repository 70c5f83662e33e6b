import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { LRUCache } from 'lru-cache';

/** Resolves a host name to all its IP addresses, as `dns.lookup` does with `all`. */
export type DnsLookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const ttlMs = 30_000;
const maxEntries = 10_000;

interface LookupResult {
  error: NodeJS.ErrnoException | null;
  addresses: LookupAddress[];
}

/**
 * Returns a lookup that caches results and failures for 30 seconds and shares lookups in progress. `dns.lookup`
 * runs on the few threads that file access uses too; hundreds of lookups at an unreachable name server would block
 * them for minutes.
 * @param elapsedMs monotonic clock
 */
export function createDnsCache(resolve: DnsLookup = lookup, elapsedMs = () => performance.now()): DnsLookup {
  const cache = new LRUCache<string, Promise<LookupResult>>({
    max: maxEntries,
    ttl: ttlMs,
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
