import { getHostname, parse } from 'tldts';

/**
 * A domain as someone types or pastes it (an address is fine) → the registrable domain or host it names, in lower
 * case and without `www.`; undefined when it names none.
 */
export function parseDomain(typed: string): string | undefined {
  const { hostname, domain, isIp } = parse(typed.trim(), { allowPrivateDomains: false });
  if (!hostname || !domain || isIp) return undefined;
  const host = hostname.toLowerCase();
  return host.startsWith('www.') ? host.slice('www.'.length) : host;
}

/** The registrable domain of an address (public suffix list), or its host where there is none (an IP, say). */
export function getRegistrableDomain(address: string): string {
  const { hostname, domain } = parse(address, { allowPrivateDomains: false });
  return (domain ?? hostname ?? '').toLowerCase();
}

/** The host of an address in lower case, or '' for something that is no address. */
export function getHost(address: string): string {
  return (getHostname(address) ?? '').toLowerCase();
}

/** Whether a host belongs to one of the domains: it is one of them or lies below it. */
export function belongsTo(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}
