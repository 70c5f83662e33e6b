import { getHostname, parse } from 'tldts';
import domainsByType from './domain-types.json' with { type: 'json' };

/**
 * Returns the host of a typed domain or URL, in lower case and without `www.`; undefined if it is an IP address or has no
 * registrable domain.
 */
export function parseDomain(typed: string): string | undefined {
  const { hostname, domain, isIp } = parse(typed.trim(), { allowPrivateDomains: false });
  if (!hostname || !domain || isIp) return undefined;
  const host = hostname.toLowerCase();
  return host.startsWith('www.') ? host.slice('www.'.length) : host;
}

/** Returns the registrable domain of a URL, or its host if it has none (an IP address). */
export function getRegistrableDomain(url: string): string {
  const { hostname, domain } = parse(url, { allowPrivateDomains: false });
  return (domain ?? hostname ?? '').toLowerCase();
}

/** Returns the host of a URL in lower case; '' if it is not a URL. */
export function getHost(url: string): string {
  return (getHostname(url) ?? '').toLowerCase();
}

/** Returns whether a host is one of the domains or a subdomain of one. */
export function belongsTo(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

export const domainTypes = [
  'own',
  'competitor',
  'news',
  'reviews',
  'forum',
  'social',
  'video',
  'encyclopedia',
  'shop',
  'government',
  'education',
  'other',
] as const;
export type DomainType = (typeof domainTypes)[number];

/** Types that a project can assign; ownership follows from the domains of tracked brands. */
export const assignableTypes = domainTypes.filter((type) => type !== 'own' && type !== 'competitor');
export type AssignableType = (typeof assignableTypes)[number];

const typeByDomain = new Map(
  Object.entries(domainsByType).flatMap(([type, domains]) =>
    domains.map((domain): [string, string] => [domain, type]),
  ),
);

/**
 * Returns the type of a registrable domain. The first match wins: the domain of a tracked brand, the type that the
 * project assigned, the table of well-known and fictional domains, the suffixes of governments and universities.
 */
export function classifyDomain(
  domain: string,
  brands: readonly { role: 'own' | 'competitor'; domains: readonly string[] }[],
  assignedType: string | null = null,
): DomainType {
  const owner = brands.find(({ domains }) => domains.some((owned) => isSameSite(domain, owned)));
  if (owner) return owner.role;
  const knownType = [assignedType, typeByDomain.get(domain)].flatMap(
    (name) => assignableTypes.find((type) => type === name) ?? [],
  )[0];
  if (knownType) return knownType;
  if (/(^|\.)(gov|mil)(\.[a-z]{2})?$|\.(go|gob|gouv)\.[a-z]{2}$|\.gouv\.fr$/.test(domain))
    return 'government';
  if (/\.edu(\.[a-z]{2})?$|\.ac\.[a-z]{2}$/.test(domain)) return 'education';
  return 'other';
}

/** Returns whether a brand's domain is the given registrable domain or a host in it, such as `docs.brand.example`. */
function isSameSite(domain: string, owned: string): boolean {
  return owned === domain || owned.endsWith(`.${domain}`);
}
