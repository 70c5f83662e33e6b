import { type Context, Hono } from 'hono';
import { routes } from '#lib/contract/routes';
import { type Env, getEnv as processSettings } from '#lib/core/env';
import { toErrorResponse, toServiceError } from '#lib/core/error-response';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { answerCall } from '#lib/http/answer-call';
import { matcherOf, type RouteTable } from '#lib/http/match-route';
import { processMetrics } from '#lib/http/metrics/process-metrics';
import { serveMetrics } from '#lib/http/metrics/serve-metrics';
import { type Served, send } from '#lib/http/send';
import { serveDocument } from '#lib/http/serve-document';
import { servePage } from '#lib/http/serve-page';
import { referenceAt } from '#lib/http/serve-reference';
import { keepSlots } from '#lib/service/credits/keep-slots';
import { isReady } from '#lib/service/rate-limits/is-ready';
import { keepRequestLog, type RequestLog } from '#lib/service/requests/request-log';
import type { Service } from '#lib/service/service';

/**
 * The service as one web-standard `fetch`: /v1/*, /storage/*, /reference, /metrics, /healthz and /readyz. It needs
 * a migrated database; results of tasks and /readyz need a worker on the same one.
 * @param dependencies settings default to those of the process; a given request log is for its owner to flush
 * @param table the endpoints below /v1
 */
export function createApp(
  dependencies: Omit<Service, 'settings'> & { settings?: Env; requestLog?: RequestLog },
  table: RouteTable = routes,
): Hono<Served> {
  const { requestLog = keepRequestLog(dependencies.db), ...rest } = dependencies;
  const service: Service = { settings: processSettings(), ...rest };
  const slots = keepSlots(service.db, service.settings.LEASE_SECONDS);
  const app = new Hono<Served>();
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const ready = await isReady(service.db);
    return c.json({ status: ready ? 'ok' : 'unavailable' }, ready ? 200 : 503);
  });
  const metrics = processMetrics();
  app.get('/metrics', () => serveMetrics(service));
  app.get('/storage/results/:id/:page', (c) => servePage(service, new URL(c.req.url)));
  app.get('/v1/openapi.json', serveDocument);
  app.get('/reference', referenceAt(service.settings.APP_URL));
  const answering = { service, slots, requestLog, metrics, match: matcherOf(table) };
  const answer = async (c: Context<Served>) => send(await answerCall(answering, c.req.raw), c.env?.outgoing);
  app.all('/v1', answer);
  app.all('/v1/*', answer);
  const failed = (error: ServiceError) =>
    Response.json(toErrorResponse(error, service.clock.now()), { status: error.status });
  app.notFound(() => failed(new ServiceError('RESOURCE_NOT_FOUND')));
  app.onError((cause, { req: { path } }) => {
    log.error({ path, error: describeError(cause) }, 'a request failed');
    return failed(toServiceError(cause));
  });
  return app;
}
