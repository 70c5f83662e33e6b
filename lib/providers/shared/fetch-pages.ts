import { setTimeout as delay } from 'node:timers/promises';
import { HttpError, requestSafely } from '#lib/core/http-client';
import { getBackoffMs } from '#lib/core/time';

const maxPageBytes = 16 * 1024 * 1024;
const timeoutMs = 15_000;
const maxAttempts = 3;

/**
 * Fetches the stored pages of a result, in order. An entry that is not a URL is the HTML itself.
 * @param providerUrl base URL of the provider, whose host is allowed even if it is not public
 * @returns undefined if any page cannot be fetched, because a gap would shift the numbers of the others
 * @throws the signal's reason if aborted
 */
export async function fetchPages(
  pages: string[],
  providerUrl: string,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const { host } = new URL(providerUrl);
  const fetched = await Promise.all(pages.map((page) => fetchPage(page, host, signal)));
  return fetched.every((html) => html !== undefined) ? fetched : undefined;
}

async function fetchPage(
  page: string,
  allowedHosts: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!/^https?:\/\//i.test(page)) return page;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    try {
      const options = { allowedHosts, signal, timeoutMs, maxBytes: maxPageBytes };
      const { status, body, truncated } = await requestSafely(page, options);
      if (status === 200 && !truncated) return body.toString('utf8');
      if (status < 500 && status !== 429) return undefined;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      if (error.kind === 'forbidden-address') return undefined;
    }
    if (attempt < maxAttempts) {
      await delay(getBackoffMs(attempt), undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
  return undefined;
}
