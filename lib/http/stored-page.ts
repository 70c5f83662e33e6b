import type { Service } from '#lib/service/instance/service';
import { readStoredPage, type StoredPage } from '#lib/service/stored-pages/stored-pages';

const pathPattern = /^\/storage\/results\/([0-9a-f-]{36})\/page-([1-9]\d{0,3})\.html$/;

/** Stored pages are untrusted: they may show images and styles, but run no scripts in our origin. */
const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "sandbox; default-src 'none'; img-src https: data:; style-src 'unsafe-inline'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-store',
};

const rejections = {
  signature: { status: 403, text: 'The signature of this URL is missing or wrong.' },
  expired: { status: 410, text: 'This page has expired.' },
} as const;

/** Serves a stored page by its signed URL: 403 for an invalid signature, 410 after its expiry. */
export async function serveStoredPage(service: Service, url: URL): Promise<Response> {
  const [, id, page] = pathPattern.exec(url.pathname) ?? [];
  const expires = Number(url.searchParams.get('expires') ?? Number.NaN);
  const signature = url.searchParams.get('signature') ?? '';
  const isValid = id !== undefined && Number.isSafeInteger(expires);
  const read: StoredPage = isValid
    ? await readStoredPage(service, { id, page: Number(page), expires, signature })
    : { found: false, reason: 'signature' };
  if (read.found) return new Response(read.html, { headers: pageHeaders });
  const { status, text } = rejections[read.reason];
  return new Response(text, {
    status,
    headers: { ...pageHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
