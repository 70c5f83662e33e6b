import type { Route } from '#lib/contract/routes';
import type { AnswerHeaders } from '#lib/http/headers';

/**
 * Lets the responses of an endpoint that is on its way out say so (interface.md, "Versioning"): `Deprecation` as
 * RFC 9745 writes a date (`@` and Unix seconds), `Sunset` as RFC 8594 does (an HTTP date), and a `Link`.
 */
export function announceDeprecation(headers: AnswerHeaders, { deprecation }: Route): void {
  if (!deprecation) return;
  const { since, sunset, link } = deprecation;
  headers.set('Deprecation', `@${Math.floor(Date.parse(since) / 1000)}`);
  headers.set('Sunset', new Date(sunset).toUTCString());
  headers.set('Link', `<${link}>; rel="deprecation"`);
}

const noticeMonths = 6;

/** @throws Error where an endpoint would stop responding sooner than six months after its deprecation */
export function requireNotice({ path, deprecation }: Route): void {
  if (!deprecation) return;
  const { since, sunset } = deprecation;
  const earliest = new Date(since);
  earliest.setUTCMonth(earliest.getUTCMonth() + noticeMonths);
  if (new Date(sunset) >= earliest) return;
  throw new Error(
    `${path} would stop less than ${noticeMonths} months after its deprecation. Set a later sunset.`,
  );
}
