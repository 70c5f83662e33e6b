import { HttpError, type OutboundRequest, type OutboundResponse, requestSafely } from '#lib/core/http-client';

const maxRedirects = 4;
const maxBytes = 768 * 1024;
const timeoutMs = 6_000;

/** A page as its site served it. */
export interface FetchedPage {
  /** Where it was found in the end, redirects followed. */
  url: URL;
  html: string;
}

/** How a page is reached; tests let it reach a site of their own. */
export type FetchOptions = Pick<OutboundRequest, 'allowedHosts' | 'resolve' | 'signal'>;

/**
 * Reads the start page of a domain: by HTTPS, else by HTTP, each redirect checked like the first address. At most
 * 768 KiB are read, within 6 seconds a step.
 * @throws HttpFailure when the site cannot be reached or is no web page
 */
export async function fetchStartPage(domain: string, reach: FetchOptions = {}): Promise<FetchedPage> {
  try {
    return await fetchPage(new URL(`https://${domain}/`), reach);
  } catch (error) {
    if (!(error instanceof HttpError) || error.kind !== 'network') throw error;
    return fetchPage(new URL(`http://${domain}/`), reach);
  }
}

async function fetchPage(first: URL, reach: FetchOptions): Promise<FetchedPage> {
  let url = first;
  for (let step = 0; step <= maxRedirects; step += 1) {
    const answer = await requestSafely(url, {
      ...reach,
      timeoutMs,
      maxBytes,
      headers: {
        accept: 'text/html',
        'accept-language': 'en, *;q=0.5',
        'user-agent': 'Answerscope (reads titles)',
      },
    });
    const next = getRedirect(answer, url);
    if (!next) return { url, html: readHtml(answer, url) };
    url = next;
  }
  throw new HttpError('network', `${first.host} redirects without end.`);
}

function getRedirect({ status, headers }: OutboundResponse, from: URL): URL | null {
  if (status < 300 || status > 399) return null;
  return URL.parse(single(headers.location) ?? '', from);
}

function readHtml({ status, headers, body }: OutboundResponse, url: URL): string {
  if (status !== 200) throw new HttpError('network', `${url.host} answered with status ${status}.`);
  const type = single(headers['content-type']) ?? 'text/html';
  if (!/\b(?:html|xml)\b/i.test(type)) throw new HttpError('network', `${url.host} sent no web page.`);
  return decode(body, detectCharset(type, body));
}

function detectCharset(type: string, body: Buffer): string {
  const declared = /charset=["']?([\w-]+)/i;
  return declared.exec(type)?.[1] ?? declared.exec(body.subarray(0, 2048).toString('latin1'))?.[1] ?? 'utf-8';
}

function decode(body: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder().decode(body);
    throw error;
  }
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
