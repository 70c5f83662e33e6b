import { createMiddleware } from 'hono/factory';
import type { Route } from '#lib/contract/routes';
import type { HonoEnv } from '#lib/http/request-context';

const noticeMonths = 6;

/**
 * Adds the deprecation headers of a route: `Deprecation` (RFC 9745: `@` and Unix seconds), `Sunset` (RFC 8594: an
 * HTTP date) and `Link`.
 * @throws Error if the route stops responding sooner than six months after its deprecation
 */
export function announceDeprecation({ path, deprecation }: Route) {
  if (deprecation && new Date(deprecation.sunset) < getEarliestSunset(deprecation.since)) {
    throw new Error(
      `${path} would stop less than ${noticeMonths} months after its deprecation. Set a later sunset.`,
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
  earliest.setUTCMonth(earliest.getUTCMonth() + noticeMonths);
  return earliest;
}
