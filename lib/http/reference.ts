import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Hono } from 'hono';
import { formatOpenApiDocument } from '#lib/contract/openapi/document';
import { escapeHtml } from '#lib/core/text';
import type { HonoEnv } from '#lib/http/request-context';
import configuration from './scalar.json' with { type: 'json' };

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Answerscope</title>
</head>
<body>
<script id="api-reference" type="application/json" data-configuration="${escapeHtml(JSON.stringify(configuration))}"></script>
<script src="/reference/scalar.js"></script>
</body>
</html>
`;

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/**
 * Adds the OpenAPI document and the API reference, which Scalar renders from it. Neither needs an API key. With the
 * settings of `scalar.json` (https://github.com/scalar/scalar, “Configuration”), nothing is loaded from or sent to
 * other hosts.
 */
export function addReferenceRoutes(app: Hono<HonoEnv>): void {
  let document: string | undefined;
  let script: Promise<Uint8Array<ArrayBuffer>> | undefined;
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
  app.get('/reference', () => new Response(page, { headers: pageHeaders }));
  app.get('/reference/scalar.js', async () => {
    script ??= readScript();
    return new Response(await script, {
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Content-Encoding': 'gzip',
        'Cache-Control': 'public, max-age=86400',
        'X-Content-Type-Options': 'nosniff',
      },
    });
  });
}

async function readScript(): Promise<Uint8Array<ArrayBuffer>> {
  const file = join(process.cwd(), 'node_modules/@scalar/api-reference/dist/browser/standalone.js');
  return new Uint8Array(await promisify(gzip)(await readFile(file)));
}
