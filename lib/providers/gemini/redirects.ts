import pLimit from 'p-limit';
import { HttpError, type OutboundRequest, requestSafely } from '#lib/core/http-client';

/** Time limit for all redirects of an answer together, since the answer waits for them. */
const timeoutMs = 3000;
const maxConcurrency = 16;

/** Returns the URL of the page behind a redirect; undefined if it cannot be found. */
export type ResolveRedirect = (url: string, signal: AbortSignal) => Promise<string | undefined>;

/** Returns whether a URL is one of Gemini's own redirects, which expire. */
export function isRedirect(url: string): boolean {
  return URL.parse(url)?.hostname === 'vertexaisearch.cloud.google.com';
}

/** Resolves a redirect by requesting it without following it. */
export const resolveRedirect: ResolveRedirect = (url, signal) => fetchLocation(url, { signal });

/** Returns the absolute URL that a URL redirects to; undefined without a redirect to an HTTP URL, or if the request fails. */
export async function fetchLocation(
  url: string,
  options: Pick<OutboundRequest, 'signal' | 'allowedHosts'>,
): Promise<string | undefined> {
  try {
    const { status, headers } = await requestSafely(url, { ...options, timeoutMs, maxBytes: 0 });
    const { location } = headers;
    if (status < 300 || status > 399 || typeof location !== 'string') return undefined;
    const target = URL.parse(location, url);
    return target && /^https?:$/.test(target.protocol) ? target.href : undefined;
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}

/**
 * Resolves the redirects of an answer concurrently.
 * @returns page URLs by redirect URL, without those that could not be resolved in time
 * @throws the signal's reason if aborted
 */
export async function resolveRedirects(
  urls: string[],
  signal: AbortSignal,
  resolve: ResolveRedirect,
  totalTimeoutMs = timeoutMs,
): Promise<Map<string, string>> {
  const limit = pLimit(maxConcurrency);
  const deadline = AbortSignal.timeout(totalTimeoutMs);
  const combined = AbortSignal.any([signal, deadline]);
  const pages = new Map<string, string>();
  await Promise.all(
    [...new Set(urls)].filter(isRedirect).map((url) =>
      limit(async () => {
        if (deadline.aborted) return;
        const page = await resolve(url, combined).catch((error: unknown) => {
          if (signal.aborted || !deadline.aborted) throw error;
          return undefined;
        });
        if (page !== undefined) pages.set(url, page);
      }),
    ),
  );
  return pages;
}
