import { backoffMs, wait } from '#lib/core/backoff';
import { HttpFailure, requestSafely } from '#lib/core/http-client';

const maxPageBytes = 16 * 1024 * 1024;
const timeoutMs = 15_000;
const attempts = 3;

/**
 * The stored pages behind a result's addresses, in order; markup sent in place of an address is the page itself.
 * @param vendor address of the vendor, which may store its pages on its own host though it is not public
 * @returns undefined when one of them cannot be had, for a list with a gap would number the others wrongly
 * @throws the signal's reason when aborted
 */
export async function fetchPages(
  html: string[],
  vendor: string,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const pages = await Promise.all(html.map((page) => fetchPage(page, new URL(vendor).host, signal)));
  return pages.every((page) => page !== undefined) ? pages : undefined;
}

async function fetchPage(
  address: string,
  allowedHosts: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!/^https?:\/\//i.test(address)) return address;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      const options = { allowedHosts, signal, timeoutMs, maxBytes: maxPageBytes };
      const { status, body, cut } = await requestSafely(address, options);
      if (status === 200 && !cut) return body.toString('utf8');
      if (status < 500 && status !== 429) return undefined;
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      if (error.kind === 'forbidden-address') return undefined;
    }
    if (attempt < attempts) await wait(backoffMs(attempt), signal);
  }
  return undefined;
}
