const tracking =
  /^(?:utm_.*|gclid|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_cid|mc_eid|_hs(?:enc|mi)|srsltid|ref_src|spm|scid|cmpid)$/iu;

/**
 * The form of an address by which sources are compared (metrics.md, "Addresses"): without scheme, `www.`, default
 * port, trailing slash, tracking parameters and text fragments. Something that is no address stays as it is.
 */
export function normalizeAddress(url: string): string {
  if (!URL.canParse(url)) return url.trim();
  const { hostname, port, pathname, searchParams, hash } = new URL(url);
  const parameters = [...searchParams].filter(([name]) => !tracking.test(name));
  const query = parameters.map(([name, value]) => (value === '' ? name : `${name}=${value}`)).join('&');
  const host = `${hostname.replace(/^www\./u, '')}${port === '' ? '' : `:${port}`}`;
  // Only a fragment that a page routes by (#/, #!) leads to another content.
  const fragment = /^#[!/]/u.test(hash) ? hash.replace(/:~:.*$/u, '') : '';
  return `${host}${pathname.replace(/\/+$/u, '')}${query === '' ? '' : `?${query}`}${fragment}`;
}
