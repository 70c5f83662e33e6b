import { findKnownPage, normalizeHost } from '#lib/core/urls/known-pages';
import { parseWebUrl, resolveRedirects } from '#lib/core/urls/redirects';
import { isTrackingParameter } from '#lib/core/urls/tracking-parameters';

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
