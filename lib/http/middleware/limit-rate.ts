import { createMiddleware } from 'hono/factory';
import { limits } from '#lib/contract/plans';
import { routes } from '#lib/contract/routes';
import { ServiceError } from '#lib/core/errors';
import type { HonoEnv, ResponseHeaders } from '#lib/http/request-context';
import type { Service } from '#lib/service/instance/service';
import { countHourlyRequest } from '#lib/service/rate-limits/count-hourly-request';

/**
 * Applies the limit per second of all endpoints and the hourly limit of /v1/run, which counts all its requests and is
 * the one its headers report.
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
