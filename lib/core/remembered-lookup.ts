import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';

/** Resolves a name to all its addresses, as `dns.lookup` does with `all`. */
export type ResolveAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Milliseconds for which a name's addresses, or the news that it has none, are taken as still true. */
const keptMs = 30_000;
/** Names remembered at most; the one asked longest ago goes first. */
const keptNames = 10_000;

interface Outcome {
  error: NodeJS.ErrnoException | null;
  addresses: LookupAddress[];
}

/**
 * A resolver for many requests to few names: each name is asked once at a time and remembered for 30 seconds,
 * failures too. The system's resolver runs on the few threads that files share; hundreds of questions after a
 * name server that is away would hold them all for minutes.
 * @param resolve the resolver behind it
 * @param elapsed milliseconds on a clock that only moves forward
 */
export function createCachedLookup(
  resolve: ResolveAll = lookup,
  elapsed = () => performance.now(),
): ResolveAll {
  const known = new Map<string, { outcome: Promise<Outcome>; until: number }>();
  return (hostname, options, callback) => {
    const key = `${hostname} ${options.family ?? 0}`;
    let entry = known.get(key);
    if (!entry || entry.until <= elapsed()) {
      const { promise, resolve: settle } = Promise.withResolvers<Outcome>();
      const fresh = { outcome: promise, until: Number.POSITIVE_INFINITY };
      known.delete(key);
      known.set(key, fresh);
      for (const oldest of known.keys()) {
        if (known.size <= keptNames) break;
        known.delete(oldest);
      }
      resolve(hostname, options, (error, addresses) => {
        fresh.until = elapsed() + keptMs;
        settle({ error, addresses });
      });
      entry = fresh;
    }
    void entry.outcome.then(({ error, addresses }) => callback(error, addresses));
  };
}
