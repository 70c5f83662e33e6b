import { type LookupAddress, lookup } from 'node:dns';
import type { ResolveAll } from '#lib/core/http-client';

/** Milliseconds for which a name's addresses, or the news that it has none, are taken as still true. */
const keptMs = 30_000;

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
export function rememberedLookup(
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
      known.set(key, fresh);
      resolve(hostname, options, (error, addresses) => {
        fresh.until = elapsed() + keptMs;
        settle({ error, addresses });
      });
      entry = fresh;
    }
    void entry.outcome.then(({ error, addresses }) => callback(error, addresses));
  };
}
