import type { Env } from '#lib/core/env';

const yearSeconds = 31_536_000;

/** Returns the headers of every response of the web process: over HTTPS, the demand to use nothing else for a year. */
export function getTransportHeaders({
  APP_URL,
  HSTS_INCLUDE_SUBDOMAINS,
}: Pick<Env, 'APP_URL' | 'HSTS_INCLUDE_SUBDOMAINS'>): Record<string, string> {
  if (!APP_URL.startsWith('https://')) return {};
  const subdomains = HSTS_INCLUDE_SUBDOMAINS === 'on' ? '; includeSubDomains' : '';
  return { 'Strict-Transport-Security': `max-age=${yearSeconds}${subdomains}` };
}
