const trackingParameter =
  /^(?:utm_.*|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|ttclid|twclid|igshid|li_fat_id|mc_cid|mc_eid|srsltid|ref_src|spm|scid|cmpid|_hsenc|_hsmi|oly_enc_id|oly_anon_id|vero_id|mkt_tok)$/i;

/**
 * The form in which two addresses of one page are equal (metrics, "Addresses"): without scheme, `www.`, default
 * port, trailing slash, tracking parameters and fragment, unless the fragment is the page (`#/`, `#!`). Not an
 * address to open. What is no address is compared as it stands, trimmed.
 */
export function normalizeUrl(address: string): string {
  const url = URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return address.trim();
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !trackingParameter.test(pair.split('=', 1)[0] ?? ''))
    .sort();
  const query = kept.length > 0 ? `?${kept.join('&')}` : '';
  const route = /^#[/!]/.test(url.hash) ? url.hash.replace(/:~:.*$/, '') : '';
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${domainOf(url)}${port}${url.pathname.replace(/\/+$/, '')}${query}${route}`;
}

/** The host of an address without `www.` and trailing dot, or an empty string for what is no web address. */
export function getDomain(address: string): string {
  const url = URL.parse(address.trim());
  return url && /^https?:$/.test(url.protocol) ? domainOf(url) : '';
}

function domainOf(url: URL): string {
  return url.hostname.replace(/\.$/, '').replace(/^www\.(?=.+\.)/, '');
}

const longestQuery = 300;

/**
 * The form in which two search queries of an engine are equal (metrics, "Fan-out"): compatibility forms, case and
 * white space folded, cut at 300 characters. Letter by letter as PostgreSQL's `lower` does it, so that statements
 * may compare the same way.
 */
export function normalizeQuery(query: string): string {
  const folded = Array.from(query.normalize('NFKC'), lower).join('').replace(/\s+/gu, ' ');
  return Array.from(folded.replace(/^ +| +$/gu, ''))
    .slice(0, longestQuery)
    .join('');
}

function lower(character: string): string {
  const lowered = character.toLowerCase();
  return lowered.length > character.length ? (Array.from(lowered)[0] ?? '') : lowered;
}
