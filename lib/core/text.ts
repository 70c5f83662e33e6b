/** Splits a list at a separator into trimmed, non-empty entries. */
export function splitList(text: string, separator: string | RegExp = ','): string[] {
  return text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Counts the characters of a text: its Unicode code points. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** Returns whether PostgreSQL can store a text unchanged: it rejects NUL and unpaired surrogates. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** The same rule for one character, as a part of a negated class of a regular expression with the flag `u`. */
export const unstorableCharacters = '\\u0000\\uD800-\\uDFFF';

/** Replaces the characters that PostgreSQL rejects with U+FFFD, which keeps the length. */
export function sanitizeText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** Returns whether a text is a UUID; PostgreSQL rejects a comparison with anything else. */
export function isUuid(text: unknown): text is string {
  return (
    typeof text === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
  );
}

const trackingParameter =
  /^(?:utm_.*|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|ttclid|twclid|igshid|li_fat_id|mc_cid|mc_eid|srsltid|ref_src|spm|scid|cmpid|_hsenc|_hsmi|oly_enc_id|oly_anon_id|vero_id|mkt_tok)$/i;

/**
 * Normalizes a URL for comparison: removes scheme, `www.`, default port, trailing slash, tracking parameters and
 * the fragment, unless the fragment selects the page (`#/`, `#!`). The result cannot be opened. Text that is not a
 * web URL is only trimmed.
 */
export function normalizeUrl(text: string): string {
  const url = parseWebUrl(text);
  if (!url) return text.trim();
  const parameters = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !trackingParameter.test(pair.split('=', 1)[0] ?? ''))
    .sort();
  const query = parameters.length > 0 ? `?${parameters.join('&')}` : '';
  const route = /^#[/!]/.test(url.hash) ? url.hash.replace(/:~:.*$/, '') : '';
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${normalizeHost(url)}${port}${url.pathname.replace(/(?<!\/)\/+$/, '')}${query}${route}`;
}

/** Returns the host of a URL without `www.` and trailing dot, or an empty string if it is not a web URL. */
export function getDomain(text: string): string {
  const url = parseWebUrl(text);
  return url ? normalizeHost(url) : '';
}

function parseWebUrl(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

function normalizeHost(url: URL): string {
  return url.hostname.replace(/\.$/, '').replace(/^www\.(?=.+\.)/, '');
}

const maxQueryCharacters = 300;

/**
 * Normalizes a search query for comparison: NFKC, lower case, single spaces, at most 300 characters. Lower-cases
 * each character as PostgreSQL's `lower` does, so that SQL can compare in the same way.
 */
export function normalizeQuery(query: string): string {
  let normalized = '';
  let length = 0;
  let isAfterSpace = false;
  for (const character of query.normalize('NFKC')) {
    if (/\s/u.test(character)) {
      isAfterSpace = true;
      continue;
    }
    if (isAfterSpace && length > 0) {
      normalized += ' ';
      length += 1;
    }
    isAfterSpace = false;
    if (length >= maxQueryCharacters) break;
    normalized += toLowerCharacter(character);
    length += 1;
    if (length >= maxQueryCharacters) break;
  }
  return normalized;
}

function toLowerCharacter(character: string): string {
  const lower = character.toLowerCase();
  return lower.length > character.length ? (Array.from(lower)[0] ?? '') : lower;
}

/** Capitalizes the first letter: "reviews" becomes "Reviews". */
export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
