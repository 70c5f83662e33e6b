import { referencePage } from '#lib/http/reference/page';

/** The page runs nothing and loads nothing, from this host or any other. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Serves the reference, made once; its examples call `baseUrl`. */
export function referenceAt(baseUrl: string): () => Promise<Response> {
  let page: Promise<string> | undefined;
  return async () => {
    page ??= Promise.resolve(referencePage(baseUrl)).then(String);
    return new Response(await page, { headers });
  };
}
