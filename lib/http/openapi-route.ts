import type { Hono } from 'hono';
import { formatOpenApiDocument } from '#lib/contract/openapi/document';
import type { HonoEnv } from '#lib/http/request-context';

/** Adds the OpenAPI document, which needs no API key. */
export function addOpenApiRoute(app: Hono<HonoEnv>): void {
  let document: string | undefined;
  app.get('/v1/openapi.json', () => {
    document ??= formatOpenApiDocument();
    return new Response(document, {
      headers: {
        'Content-Type': 'application/json',
        'Cache-Control': 'public, max-age=3600',
        'Access-Control-Allow-Origin': '*',
      },
    });
  });
}
