import pLimit from 'p-limit';
import { HttpFailure, requestSafely } from '#lib/core/http-client';
import { isRedirect } from '#lib/engines/gemini/transform';

const timeoutMs = 3000;
const atOnce = 8;

/** Finds the page behind one redirect; undefined when it cannot be found. */
export type ResolveRedirect = (address: string, signal: AbortSignal) => Promise<string | undefined>;

/** Asks the redirect itself, once and without following it, for at most three seconds. */
export const resolveRedirect: ResolveRedirect = (address, signal) => locationOf(address, { signal });

/** The Location an address answers with, made absolute. */
export async function locationOf(
  address: string,
  options: { signal: AbortSignal; allowedHosts?: string },
): Promise<string | undefined> {
  try {
    const answer = await requestSafely(address, { ...options, timeoutMs, maxBytes: 0 });
    const location = answer.headers.location;
    if (answer.status < 300 || answer.status > 399 || typeof location !== 'string') return undefined;
    const target = URL.parse(location, address);
    return target && /^https?:$/.test(target.protocol) ? target.href : undefined;
  } catch (error) {
    if (error instanceof HttpFailure) return undefined;
    throw error;
  }
}

/** Resolves an answer's redirects side by side; those that fail are not in the map. */
export async function resolveAll(
  addresses: string[],
  signal: AbortSignal,
  resolve: ResolveRedirect,
): Promise<Map<string, string>> {
  const limit = pLimit(atOnce);
  const redirects = [...new Set(addresses)].filter(isRedirect);
  const found = await Promise.all(
    redirects.map((address) => limit(async () => [address, await resolve(address, signal)] as const)),
  );
  return new Map(found.flatMap(([address, target]) => (target === undefined ? [] : [[address, target]])));
}
