import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Hono } from 'hono';
import { formatOpenApiDocument } from '#lib/contract/openapi/document';
import { escapeHtml } from '#lib/core/text';
import type { HonoEnv } from '#lib/http/request-context';

/** Scalar's settings (https://github.com/scalar/scalar, "Configuration"): nothing is loaded from or sent to other hosts. */
const configuration = {
  url: '/v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'none',
  defaultOpenAllTags: true,
  hiddenClients: {
    c: true,
    clojure: true,
    csharp: true,
    dart: true,
    fsharp: true,
    go: true,
    http: true,
    java: true,
    julia: true,
    js: ['axios', 'ofetch', 'jquery', 'xhr'],
    kotlin: true,
    node: true,
    objc: true,
    ocaml: true,
    php: true,
    powershell: true,
    python: ['requests', 'httpx_async', 'httpx_sync', 'aiohttp'],
    r: true,
    ruby: true,
    rust: true,
    shell: ['httpie', 'wget'],
    swift: true,
  },
  // Scalar's own colors do not meet WCAG 2.2 AA, and keyboards cannot scroll its code blocks.
  customCss: `
    .light-mode { --scalar-color-2: #4b5563; --scalar-color-3: #5b6472; --scalar-color-orange: #b43403; --scalar-color-green: #0b6b3a; --scalar-color-blue: #0b5cad; --scalar-color-red: #b91c1c; --scalar-color-purple: #6d28d9; --scalar-color-accent: #0b5cad; }
    .dark-mode { --scalar-color-2: #c3c8d0; --scalar-color-3: #a8b0bb; --scalar-color-red: #ff6b6b; }
    code.hljs.custom-scroll { overflow: hidden !important; white-space: pre-wrap !important; overflow-wrap: anywhere; }
  `,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
};

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

/** Adds the OpenAPI document and the API reference, which Scalar renders from it. Neither needs an API key. */
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
