import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Route, RouteName } from '#lib/contract/routes';
import { ServiceError } from '#lib/core/errors';
import { handlers } from '#lib/http/handlers';
import { announceDeprecation } from '#lib/http/middleware/announce-deprecation';
import { authenticate } from '#lib/http/middleware/authenticate';
import { limitRate } from '#lib/http/middleware/limit-rate';
import { parseRequest } from '#lib/http/middleware/parse-request';
import type {
  HandlerInput,
  HonoEnv,
  HttpServices,
  RequestContext,
  V1Context,
} from '#lib/http/request-context';
import { respond, validateOutput } from '#lib/http/respond';

/** Every endpoint of /v1 by name. */
export type RouteTable = Record<RouteName, Route>;

/**
 * Adds the endpoints of /v1. Unknown paths and methods need an API key too, and count toward the rate limit.
 * @throws Error if an endpoint is deprecated with too short a notice
 */
export function addV1Routes(app: Hono<HonoEnv>, services: HttpServices, table: RouteTable): void {
  const { service } = services;
  const authenticated = [authenticate(service.db), limitRate(service.db)] as const;
  for (const [path, routes] of groupByPath(table)) {
    for (const [name, route] of routes) {
      app.on(
        route.method,
        path,
        assignRequestId(services, name),
        announceDeprecation(route),
        ...authenticated,
        parseRequest(route),
        async (c) => {
          const output = await handlers[name](getHandlerInput(c, services));
          return respond(c, services, route, validateOutput(name, route, output));
        },
      );
    }
    const allow = routes.map(([, { method }]) => method).join(', ');
    app.all(path, assignRequestId(services, 'none'), ...authenticated, rejectMethod(allow));
  }
  app.all('/v1/*', assignRequestId(services, 'none'), ...authenticated, rejectPath);
}

/** Groups endpoints by their path in Hono's syntax. */
function groupByPath(table: RouteTable): Map<string, [RouteName, Route][]> {
  const entries = Object.entries(table) as [RouteName, Route][];
  return Map.groupBy(entries, ([, { path }]) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
}

function assignRequestId({ service }: HttpServices, route: RequestContext['route']) {
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
    await next();
  });
}

function getHandlerInput(c: V1Context, { service }: HttpServices): HandlerInput {
  const caller = c.get('caller');
  const { db, clock } = service;
  const { organizationId, keyId } = caller;
  return {
    ...c.get('input'),
    service,
    request: c.get('request'),
    raw: c.req.raw,
    caller,
    context: { db, clock, organizationId, actor: { kind: 'key', keyId } },
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
