import { findKnownPage, normalizeHost } from '#lib/core/urls/known-pages';
import { parseWebUrl, resolveRedirects } from '#lib/core/urls/redirects';
import { isTrackingParameter } from '#lib/core/urls/tracking-parameters';

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

/**
 * Normalizes a URL for comparison, so that all URLs of a page are equal: resolves redirects that contain their target and
 * AMP forms, and removes scheme, `www.` and mobile hosts, default port, trailing slash, tracking parameters, the order
 * of parameters, differences of percent-encoding and the fragment, unless the fragment selects the page (`#/`, `#!`).
 * The result cannot be opened. Text that is not a web URL is only trimmed.
 */
export function normalizeUrl(text: string): string {
  const given = parseWebUrl(text);
  if (!given) return text.trim();
  const url = resolveRedirects(given);
  const host = normalizeHost(url.hostname);
  const path = removeAmp(normalizeEncoding(url.pathname, '/')).replace(/(?<!\/)\/+$/, '');
  const page = url.port === '' ? findKnownPage({ host, path, search: url.search }) : undefined;
  if (page !== undefined) return page;
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${host}${port}${path}${normalizeParameters(url.search)}${readRoute(url.hash)}`;
}

/** Returns the host of a URL in the form in which hosts are compared; '' if it is not a web URL. */
export function getPageHost(text: string): string {
  if (!parseWebUrl(text)) return '';
  return /^(?:\[[^\]]*\]|[^/?#:]+)/.exec(normalizeUrl(text))?.[0] ?? '';
}

/** Drops what marks the AMP form of a page in its path: `/amp` at the end or before a dated or hyphenated path, `.amp`. */
function removeAmp(path: string): string {
  const trimmed = path.replace(/(?<!\/)\/+$/, '');
  if (trimmed.endsWith('/amp')) return trimmed.slice(0, -'/amp'.length);
  if (/^\/amp\/.*[\d-]/.test(trimmed)) return trimmed.slice('/amp'.length);
  return trimmed.replace(/\.amp(\.html?)?$/, '$1');
}

function normalizeParameters(search: string): string {
  const pairs = search
    .slice(1)
    .split('&')
    // `&amp;` of an HTML attribute is an `&`.
    .map((pair) => normalizeEncoding(pair.replaceAll('+', '%20').replace(/^amp;/, ''), '&=+#'))
    .filter((pair) => pair !== '' && !isTrackingParameter(pair))
    .sort();
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function readRoute(hash: string): string {
  return /^#[/!]/.test(hash) ? hash.replace(/:~:.*$/, '') : '';
}

/** A code of ASCII, one in lower case, or a `%` without a code; most codes of long URLs are none of these. */
const changedCode =
  /%(?:[2-7][\dA-Fa-f]|(?=[\dA-Fa-f]{2})(?:[\dA-F][a-f]|[a-f][\dA-Fa-f])|(?![\dA-Fa-f]{2}))/g;

/**
 * Decodes the characters of a path or parameter that mean the same without percent-encoding, and writes the codes of all
 * others in upper case.
 * @param delimiters characters that separate parts, which stay encoded
 */
function normalizeEncoding(text: string, delimiters: string): string {
  return text.replace(changedCode, (code) => {
    if (code === '%') return '%25';
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    const isPlain = /[\w.~!$&'()*+,;=:@|/[\]-]/.test(character) && !delimiters.includes(character);
    return isPlain ? character : code.toUpperCase();
  });
}

/** Returns the host of a URL without `www.` and trailing dot, or an empty string if it is not a web URL. */
export function getDomain(text: string): string {
  const host = parseWebUrl(text)?.hostname ?? '';
  return host.replace(/\.$/, '').replace(/^www\.(?=.+\.)/, '');
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
