import { parseAccept } from 'hono/utils/accept';
import { LRUCache } from 'lru-cache';
import { defaultLocale } from '#lib/core/locale';
import { runInRequest } from '#lib/web/request-state';

const locales = new LRUCache<string, string>({ max: 1_000 });
const maxHeaderLength = 500;

/** Runs a function in which `getConventions` returns the conventions of the locale that an Accept-Language header prefers. */
export function runWithReaderLocale<T>(acceptLanguage: string | undefined, run: () => T): T {
  return runInRequest({ locale: negotiateLocale(acceptLanguage) }, run);
}

/**
 * Returns the most preferred locale of an Accept-Language header that `Intl` supports, without extensions. There are
 * finitely many, so formatters can be cached for each.
 */
export function negotiateLocale(acceptLanguage = ''): string {
  const header = acceptLanguage.slice(0, maxHeaderLength);
  const known = locales.get(header);
  if (known) return known;
  const locale =
    parseAccept(header)
      .filter(({ q }) => q > 0)
      .map(({ type }) => resolveLocale(type))
      .find((candidate) => candidate !== undefined) ?? defaultLocale;
  locales.set(header, locale);
  return locale;
}

/** Returns the closest locale that `Intl` supports; undefined for an unknown or malformed tag. */
function resolveLocale(tag: string): string | undefined {
  try {
    const { baseName } = new Intl.Locale(tag);
    const [supported] = Intl.NumberFormat.supportedLocalesOf(baseName);
    return supported && new Intl.NumberFormat(supported).resolvedOptions().locale;
  } catch {
    return undefined;
  }
}
