import { Hono } from 'hono';
import { routes } from '#lib/contract/routes';
import { describeError, ServiceError, toErrorResponse, toServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { createRequestMetrics, serveMetrics } from '#lib/http/metrics';
import { addReferenceRoutes } from '#lib/http/reference';
import type { HonoEnv, HttpServices, RequestContext } from '#lib/http/request-context';
import { serveStoredPage } from '#lib/http/stored-page';
import { addV1Routes, type RouteTable, respondWithError } from '#lib/http/v1';
import { isReady } from '#lib/service/instance/readiness';
import { openService, type Service } from '#lib/service/instance/service';

/**
 * Creates the service as one web-standard `fetch`: /v1/*, /storage/*, /reference, /metrics, /healthz and /readyz. It
 * needs a migrated database; task results and /readyz need a worker on the same database.
 * @param table the endpoints of /v1
 */
export function createApp(service: Service, table: RouteTable = routes): Hono<HonoEnv> {
  const services: HttpServices = { service, metrics: createRequestMetrics() };
  const app = new Hono<HonoEnv>({ getPath: getRawPath });
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const ready = await isReady(service.db);
    return c.json({ status: ready ? 'ok' : 'unavailable' }, ready ? 200 : 503);
  });
  app.get('/metrics', () => serveMetrics(service, services.metrics));
  app.get('/storage/results/:id/:page', (c) => serveStoredPage(service, new URL(c.req.url)));
  addReferenceRoutes(app);
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

/** Percent escapes are not decoded: each endpoint has one spelling. */
function getRawPath(request: Request): string {
  return new URL(request.url).pathname;
}

let processApp: Hono<HonoEnv> | undefined;

/** Returns the service of this process, opened on the first request. */
export function getProcessApp(): Hono<HonoEnv> {
  processApp ??= createApp(openService());
  return processApp;
}
