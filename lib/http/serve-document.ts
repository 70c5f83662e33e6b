import { openApiText } from '#lib/contract/openapi/document';

let text: string | undefined;

/** The OpenAPI description of /v1; it needs no key, and any origin may read it. */
export function serveDocument(): Response {
  text ??= openApiText();
  return new Response(text, {
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'public, max-age=3600',
      'Access-Control-Allow-Origin': '*',
    },
  });
}
