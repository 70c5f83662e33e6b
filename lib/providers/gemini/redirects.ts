import pLimit from 'p-limit';
import { HttpFailure, type OutboundRequest, requestSafely } from '#lib/core/http-client';
import { isRedirect } from '#lib/providers/gemini/transform';

/** For all redirects of one answer together: the answer waits for them. */
const timeoutMs = 3000;
const atOnce = 16;

/** Finds the page behind one redirect; undefined when it cannot be found. */
export type ResolveRedirect = (address: string, signal: AbortSignal) => Promise<string | undefined>;

/** Asks the redirect itself, once and without following it, for at most three seconds. */
export const resolveRedirect: ResolveRedirect = (address, signal) => locationOf(address, { signal });

/** The Location an address answers with, made absolute; undefined when it names no page. */
export async function locationOf(
  address: string,
  options: Pick<OutboundRequest, 'signal' | 'allowedHosts'>,
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

/**
 * Resolves an answer's redirects side by side, within three seconds in all (`withinMs`).
 * @returns page by redirect; those that could not be resolved in time are not in it
 * @throws the signal's reason when aborted
 */
export async function resolveAll(
  addresses: string[],
  signal: AbortSignal,
  resolveOne: ResolveRedirect,
  withinMs = timeoutMs,
): Promise<Map<string, string>> {
  const limit = pLimit(atOnce);
  const deadline = AbortSignal.timeout(withinMs);
  const either = AbortSignal.any([signal, deadline]);
  const found = new Map<string, string>();
  await Promise.all(
    [...new Set(addresses)].filter(isRedirect).map((address) =>
      limit(async () => {
        if (deadline.aborted) return;
        const page = await resolveOne(address, either).catch((error: unknown) => {
          if (signal.aborted || !deadline.aborted) throw error;
          return undefined;
        });
        if (page !== undefined) found.set(address, page);
      }),
    ),
  );
  return found;
}
