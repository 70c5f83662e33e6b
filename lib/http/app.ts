import { Hono } from 'hono';
import { type RouteName, routes } from '#lib/contract/routes';
import type { Route } from '#lib/contract/service-routes';
import { describeError, ServiceError, toErrorResponse, toServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { addMcpRoute } from '#lib/http/mcp';
import { createRequestMetrics, serveMetrics } from '#lib/http/metrics';
import { addOpenApiRoute } from '#lib/http/openapi-route';
import type { HonoEnv, HttpServices, RequestContext } from '#lib/http/request-context';
import { addV1Routes, respondWithError } from '#lib/http/v1';
import { isReady } from '#lib/service/instance/readiness';
import { openService, type Service } from '#lib/service/instance/service';
import { readStoredPage, type StoredPage } from '#lib/service/stored-pages/stored-pages';

/**
 * Creates the app that serves /v1/*, /mcp, /storage/*, /metrics, /healthz and /readyz. It needs a migrated database; task results and /readyz need a worker on the same database.
 * @param table the endpoints of /v1
 */
export function createApp(service: Service, table: Record<RouteName, Route> = routes): Hono<HonoEnv> {
  const services: HttpServices = { service, metrics: createRequestMetrics() };
  const app = new Hono<HonoEnv>({ getPath: getRawPath });
  const stopping = service.stopping.signal;
  app.get('/healthz', (c) =>
    stopping.aborted ? c.json({ status: 'stopping' }, 503) : c.json({ status: 'ok' }),
  );
  app.get('/readyz', async (c) => {
    if (stopping.aborted) return c.json({ status: 'stopping' }, 503);
    const ready = await isReady(service.db);
    return c.json({ status: ready ? 'ok' : 'unavailable' }, ready ? 200 : 503);
  });
  app.get('/metrics', () => serveMetrics(service, services.metrics));
  app.get('/storage/results/:id/:page', (c) => serveStoredPage(service, new URL(c.req.url)));
  addOpenApiRoute(app);
  addMcpRoute(app, services);
  addV1Routes(app, services, table);
  const sendError = (error: ServiceError) =>
    Response.json(toErrorResponse(error, service.clock.now()), { status: error.status });
  app.notFound(() => sendError(new ServiceError('RESOURCE_NOT_FOUND')));
  app.onError((error, c) => {
    const request: RequestContext | undefined = c.get('request');
    if (request) return respondWithError(c, services, error);
    log.error({ path: c.req.path, error: describeError(error) }, 'request failed');
    return sendError(toServiceError(error));
  });
  return app;
}

/** Returns the path without decoding percent escapes, because encoded variants of a path must not match. */
function getRawPath(request: Request): string {
  return new URL(request.url).pathname;
}

let processApp: Hono<HonoEnv> | undefined;

/** Returns the app of this process, created on the first request. */
export function getProcessApp(): Hono<HonoEnv> {
  processApp ??= createApp(openService());
  return processApp;
}

const pathPattern = /^\/storage\/results\/([0-9a-f-]{36})\/page-([1-9]\d{0,3})\.html$/;

/** Stored pages are untrusted: they may load images and contain styles, but must not run scripts in our origin. */
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
async function serveStoredPage(service: Service, url: URL): Promise<Response> {
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
