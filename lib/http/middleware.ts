import { createMiddleware } from 'hono/factory';
import { listRepeatedParameters } from '#lib/contract/openapi/operation';
import { type ApiScope, apiScopes, limits } from '#lib/contract/plans';
import { routes } from '#lib/contract/routes';
import type { Route } from '#lib/contract/service-routes';
import { ServiceError } from '#lib/core/errors';
import { getClientAddress } from '#lib/core/ip-address';
import type { Permission } from '#lib/core/permissions';
import { recordSecurityEvent } from '#lib/core/security-events';
import { toFieldErrors, validationError } from '#lib/core/validation';
import { readJson } from '#lib/http/json-body';
import type { HonoEnv, RequestInput, ResponseHeaders } from '#lib/http/request-context';
import { isKeyFormat } from '#lib/service/api-keys/key-format';
import type { Context, Service } from '#lib/service/instance/service';
import {
  authenticateRequest,
  type Caller,
  countHourlyRequest,
} from '#lib/service/rate-limits/authenticate-request';

const minNoticeMonths = 6;

/**
 * Adds the deprecation headers of a route: `Deprecation` (RFC 9745: `@` and Unix seconds), `Sunset` (RFC 8594: an
 * HTTP date) and `Link`.
 * @throws Error if the route stops responding sooner than six months after its deprecation
 */
export function announceDeprecation({ path, deprecation }: Route) {
  if (deprecation && new Date(deprecation.sunset) < getEarliestSunset(deprecation.since)) {
    throw new Error(
      `${path} would stop responding less than ${minNoticeMonths} months after its deprecation. Set a later sunset.`,
    );
  }
  return createMiddleware<HonoEnv>(async (c, next) => {
    if (deprecation) {
      const { since, sunset, link } = deprecation;
      const { responseHeaders } = c.get('request');
      responseHeaders.set('Deprecation', `@${Math.floor(Date.parse(since) / 1000)}`);
      responseHeaders.set('Sunset', new Date(sunset).toUTCString());
      responseHeaders.set('Link', `<${link}>; rel="deprecation"`);
    }
    await next();
  });
}

function getEarliestSunset(since: string): Date {
  const earliest = new Date(since);
  earliest.setUTCMonth(earliest.getUTCMonth() + minNoticeMonths);
  return earliest;
}

/**
 * Authenticates the API key and counts the request, in one round trip. Rejects malformed keys without querying the
 * database.
 * @throws ServiceError MISSING_API_KEY, INVALID_API_KEY_FORMAT, INVALID_OR_EXPIRED_API_KEY, INSUFFICIENT_PERMISSIONS
 */
export function authenticate({ db, settings }: Pick<Service, 'db' | 'settings'>) {
  return createMiddleware<HonoEnv>(async (c, next) => {
    const header = c.req.raw.headers.get('authorization');
    if (!header) throw new ServiceError('MISSING_API_KEY');
    const secret = /^Bearer (\S+)$/.exec(header)?.[1];
    const ipAddress = getClientAddress(
      c.env?.incoming?.socket.remoteAddress,
      c.req.raw.headers.get('x-forwarded-for') ?? undefined,
      settings.TRUSTED_PROXIES,
    );
    if (secret === undefined || !isKeyFormat(secret)) {
      recordSecurityEvent('api-key.rejected', { reason: 'malformed', ipAddress });
      throw new ServiceError('INVALID_API_KEY_FORMAT');
    }
    c.set('caller', await authenticateRequest(db, { secret, ipAddress }));
    await next();
  });
}

/** The dashboard permissions that each scope of an API key grants, for the metrics endpoints and MCP. */
const scopePermissions: Record<ApiScope, readonly Permission[]> = {
  read: ['projects.read'],
  tasks: ['runs.start'],
  sync: [],
  admin: [],
};

/** Returns the context in which requests with an API key run. */
export function createKeyContext({ db, clock }: Service, { organizationId, keyId, scopes }: Caller): Context {
  const permissions = (scopes ?? apiScopes).flatMap((scope) => scopePermissions[scope]);
  return { db, clock, organizationId, actor: { kind: 'key', keyId, organizationId, permissions } };
}

/** Rejects an API key that lacks the scope of an endpoint. @throws ServiceError INSUFFICIENT_PERMISSIONS */
export function requireScope({ scope }: Route) {
  return createMiddleware<HonoEnv>(async (c, next) => {
    const { scopes, organizationId, keyId } = c.get('caller');
    if (scopes !== null && !scopes.includes(scope)) {
      recordSecurityEvent('permission.denied', { organizationId, keyId, scope });
      throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
        message: `This API key lacks the scope "${scope}". Use another key, or create one with this scope in the dashboard.`,
        details: { scope },
      });
    }
    await next();
  });
}

/**
 * Applies the limit per second, and on /v1/run the hourly limit too, which the headers of that endpoint report.
 * @throws ServiceError RATE_LIMIT_EXCEEDED
 */
export function limitRate(db: Service['db']) {
  return createMiddleware<HonoEnv>(async (c, next) => {
    const caller = c.get('caller');
    const { path, responseHeaders } = c.get('request');
    setRateHeaders(responseHeaders, limits.requestsPerSecond, caller.requests);
    if (path === routes.run.path) {
      const { requests, endsAt } = await countHourlyRequest(db, caller.organizationId);
      setRateHeaders(responseHeaders, limits.runRequestsPerHour, requests);
      responseHeaders.set('X-RateLimit-Reset', String(endsAt));
      checkLimit(requests, limits.runRequestsPerHour, '1h');
    }
    checkLimit(caller.requests, limits.requestsPerSecond, '1s');
    await next();
  });
}

function setRateHeaders(headers: ResponseHeaders, limit: number, requests: number): void {
  headers.set('X-RateLimit-Limit', String(limit));
  headers.set('X-RateLimit-Remaining', String(Math.max(0, limit - requests)));
}

function checkLimit(requests: number, limit: number, window: string): void {
  if (requests > limit) throw new ServiceError('RATE_LIMIT_EXCEEDED', { details: { limit, window } });
}

/**
 * Validates path parameters and query, and reads the JSON body, whose schema the handler applies.
 * @throws ServiceError VALIDATION_ERROR, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 */
export function parseRequest(route: Route) {
  const lists = listRepeatedParameters(route);
  const path = new RegExp(`^${route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  return createMiddleware<HonoEnv>(async (c, next) => {
    // Hono would decode percent escapes, but encoded variants of a path must not match.
    const params = route.params ? { ...path.exec(c.req.path)?.groups } : {};
    const query = route.query ? readQuery(new URL(c.req.url).searchParams, lists) : {};
    const invalid = [
      ...toFieldErrors(route.params?.safeParse(params).error),
      ...toFieldErrors(route.query?.safeParse(query).error),
    ];
    if (invalid.length > 0) throw validationError(invalid);
    const body =
      route.bodyBytes === undefined
        ? undefined
        : await readJson(c.req.raw, route.bodyBytes, c.get('caller').organizationId);
    c.set('input', { params, query, body });
    await next();
  });
}

function readQuery(parameters: URLSearchParams, lists: ReadonlySet<string>): RequestInput['query'] {
  const query: RequestInput['query'] = Object.fromEntries(parameters);
  for (const name of lists) if (parameters.has(name)) query[name] = parameters.getAll(name);
  return query;
}
