import { randomUUID } from 'node:crypto';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { listCountries, usStates } from '#lib/contract/countries';
import { engines } from '#lib/contract/engines';
import { type RouteName, routes } from '#lib/contract/routes';
import type { Route } from '#lib/contract/service-routes';
import {
  describeError,
  type ErrorCode,
  ServiceError,
  toErrorResponse,
  toServiceError,
} from '#lib/core/errors';
import { log } from '#lib/core/log';
import { annotateSpan, traceHeader, traceWork } from '#lib/core/tracing';
import { serializeRows } from '#lib/http/csv-rows';
import { delayRefusal } from '#lib/http/delay-refusal';
import { handlers } from '#lib/http/handlers';
import {
  announceDeprecation,
  authenticate,
  createKeyContext,
  limitRate,
  parseRequest,
  requireScope,
} from '#lib/http/middleware';
import {
  type HandlerInput,
  type HonoEnv,
  type HttpServices,
  type RequestContext,
  type ResponseHeaders,
  setMonitorHeaders,
  type V1Context,
} from '#lib/http/request-context';
import type { Caller } from '#lib/service/rate-limits/authenticate-request';
import { recordRefusal } from '#lib/service/rate-limits/record-refusal';

/**
 * Adds the endpoints of /v1. Unknown paths and methods need an API key too, and count toward the rate limit.
 * @throws Error if an endpoint is deprecated with less than six months' notice
 */
export function addV1Routes(
  app: Hono<HonoEnv>,
  services: HttpServices,
  table: Record<RouteName, Route>,
): void {
  const { service } = services;
  const authenticated = [authenticate(service), limitRate(service.db)] as const;
  for (const [path, routes] of groupByPath(table)) {
    for (const [name, route] of routes) {
      app.on(
        route.method,
        path,
        assignRequestId(services, name),
        announceDeprecation(route),
        ...authenticated,
        requireScope(route),
        parseRequest(route),
        async (c) => {
          const output = await handlers[name](getHandlerInput(c, services));
          if (route.cacheSeconds !== undefined) {
            const cacheControl = `private, max-age=${route.cacheSeconds}`;
            c.get('request').responseHeaders.set('Cache-Control', cacheControl);
          }
          return finishRequest(c, services, {
            status: route.status,
            body: serializeOutput(c, { name, route, output }),
          });
        },
      );
    }
    const allow = routes.map(([, { method }]) => method).join(', ');
    app.all(path, assignRequestId(services, 'none'), ...authenticated, rejectMethod(allow));
  }
  app.all('/v1/*', assignRequestId(services, 'none'), ...authenticated, rejectPath);
}

function groupByPath(table: Record<RouteName, Route>): Map<string, [RouteName, Route][]> {
  const entries = Object.entries(table) as [RouteName, Route][];
  return Map.groupBy(entries, ([, { path }]) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
}

/** Creates the middleware that assigns an ID to a request and traces it. */
export function assignRequestId({ service }: HttpServices, route: RequestContext['route']) {
  return createMiddleware<HonoEnv>(async (c, next) => {
    const id = randomUUID();
    c.set('request', {
      id,
      route,
      method: c.req.method,
      path: c.req.path,
      startedAtMs: performance.now(),
      receivedAt: service.clock.now(),
      responseHeaders: new Map([
        ['Content-Type', 'application/json'],
        ['X-Request-Id', id],
      ]),
    });
    const parent = c.req.raw.headers.get(traceHeader);
    const attributes = { 'http.request.method': c.req.method, 'http.route': route, requestId: id };
    await traceWork(`${c.req.method} ${route}`, { kind: 'server', parent, attributes }, next);
  });
}

function getHandlerInput(c: V1Context, { service }: HttpServices): HandlerInput {
  const caller = c.get('caller');
  return {
    ...c.get('input'),
    service,
    request: c.get('request'),
    raw: c.req.raw,
    caller,
    context: createKeyContext(service, caller),
  };
}

function rejectMethod(allow: string) {
  return (c: V1Context) => {
    c.get('request').responseHeaders.set('Allow', allow);
    throw new ServiceError('METHOD_NOT_ALLOWED');
  };
}

function rejectPath(): never {
  throw new ServiceError('RESOURCE_NOT_FOUND');
}

/** Sends an error response for anything thrown, and logs it if it is unexpected. */
export async function respondWithError(
  c: V1Context,
  services: HttpServices,
  cause: Error,
): Promise<Response> {
  const request = c.get('request');
  const caller: Caller | undefined = c.get('caller');
  const error = toRequestError(cause, c.req.raw, request);
  if (caller) {
    recordRefusal(error, caller);
    if (error.status < 499) await delayRefusal(caller.organizationId);
  }
  if (error.code === 'RATE_LIMIT_EXCEEDED' && caller && isEnginePath(request.path)) {
    const { concurrency, inFlight, balance } = caller;
    setMonitorHeaders(request.responseHeaders, { concurrency, inFlight, balance, charged: 0 });
  }
  const body = JSON.stringify(toErrorResponse(error, services.service.clock.now()));
  return finishRequest(c, services, { status: error.status, body, code: error.code });
}

/** Validates and serializes an output; rows become CSV if the client prefers it. */
function serializeOutput(
  c: V1Context,
  { name, route, output }: { name: RouteName; route: Route; output: unknown },
): string {
  const json = validateOutput(name, route, output);
  return route.hasCsv ? serializeRows(c, { route, output, json }) : json;
}

/** The cached JSON of constant outputs, so that 249 countries are not validated for each request. */
const constantOutputs = new Map<unknown, string | undefined>(
  [listCountries(), ...engines.map(listCountries), usStates].map((list) => [list, undefined]),
);

/**
 * Validates an output against the contract and serializes it. Answers of engines are not validated again: this was done
 * before their requests were charged.
 * @throws ServiceError INTERNAL_SERVER_ERROR
 */
function validateOutput(name: RouteName, route: Route, output: unknown): string {
  if (route.engine) return JSON.stringify(output);
  const constant = constantOutputs.get(output);
  if (constant !== undefined) return constant;
  const parsed = route.output.safeParse(output);
  if (!parsed.success) {
    const internal = `output of ${name} violates the contract: ${parsed.error.message}`;
    throw new ServiceError('INTERNAL_SERVER_ERROR', { internal });
  }
  const body = JSON.stringify(parsed.data);
  if (constantOutputs.has(output)) constantOutputs.set(output, body);
  return body;
}

/** Returns whether responses of a path have headers for concurrency, credits and latency. */
function isEnginePath(path: string): boolean {
  return path === routes.monitor.path || path.startsWith('/v1/monitor/') || path === routes.run.path;
}

/** Converts anything thrown to the error of the response. Reading the body of a request fails if the client disconnects. */
function toRequestError(cause: Error, { signal }: Request, { id, path }: RequestContext): ServiceError {
  if (!(cause instanceof ServiceError) && signal.aborted) return new ServiceError('REQUEST_CANCELED');
  const error = toServiceError(cause);
  if (error.status >= 500) {
    const reason = error.internal ?? describeError(cause);
    log.error({ requestId: id, path, code: error.code, reason }, 'request failed');
  }
  return error;
}

interface FinishedResponse {
  status: number;
  body: string;
  code?: ErrorCode;
}

function finishRequest(
  c: V1Context,
  { metrics, service: { requestLog } }: HttpServices,
  { status, body, code }: FinishedResponse,
): Response {
  const { id, route, method, path, startedAtMs, receivedAt, responseHeaders, providerUsage } =
    c.get('request');
  const latencyMs = Math.round(performance.now() - startedAtMs);
  if (isEnginePath(path) && (status === 200 || status === 429)) {
    responseHeaders.set('X-Latency-Ms', String(latencyMs));
  }
  annotateSpan({ 'http.response.status_code': status });
  metrics.count({ route, method, status, ms: latencyMs });
  const caller: Caller | undefined = c.get('caller');
  if (caller) {
    requestLog.add({
      organizationId: caller.organizationId,
      keyId: caller.keyId,
      id,
      method,
      path,
      status,
      latencyMs,
      receivedAt,
      code: code ?? null,
      creditsCharged: Number(responseHeaders.get('X-Credits-Charged') ?? 0),
      providerUsage,
    });
  }
  return sendResponse(c, { status, body }, responseHeaders);
}

/** Writes to the connection if there is one, which takes about half as long as creating a Response. */
function sendResponse(c: V1Context, { status, body }: FinishedResponse, headers: ResponseHeaders): Response {
  const outgoing = c.env?.outgoing;
  if (!outgoing) return new Response(body, { status, headers: Object.fromEntries(headers) });
  headers.set('Content-Length', String(Buffer.byteLength(body)));
  outgoing.writeHead(status, Object.fromEntries(headers));
  outgoing.end(body);
  return RESPONSE_ALREADY_SENT;
}
