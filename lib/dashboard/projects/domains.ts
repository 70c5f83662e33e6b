import { getHostname, parse } from 'tldts';
import { sandboxNote } from '#lib/contract/engines';
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

/** Returns whether a domain is fictional: the sandbox uses the reserved `.example` (RFC 2606). */
export function isFictionalDomain(domain: string): boolean {
  return domain === 'example' || domain.endsWith('.example');
}

/** Returns whether an answer is fictional: all its sources are, or it has none and the sandbox wrote it. */
export function isFictionalAnswer(text: string, sources: readonly { domain: string }[]): boolean {
  return sources.length === 0
    ? hasSandboxNote(text)
    : sources.every(({ domain }) => isFictionalDomain(domain));
}

/** Returns whether a text ends with the note that the sandbox adds to its answers. */
export function hasSandboxNote(text: string): boolean {
  return text.trimEnd().endsWith(sandboxNote);
}

/** The SQL of `isFictionalDomain` for the column `domain`. */
export const isFictionalDomainSql = "(domain = 'example' OR domain LIKE '%.example')";

/**
 * The SQL of the number of fictional answers in a row of `daily_answers`. The release before the column
 * `fictional_answers` does not write it, so while processes of both releases run, it can be null or too low. If
 * `fictional` is true, all answers of the row therefore count as fictional. But the earlier release also sets `fictional`
 * for real answers without sources, so it is trusted only if the row has a counted fictional answer or a listed source.
 */
export const fictionalAnswersSql =
  'CASE WHEN fictional AND (fictional_answers > 0 OR sources_listed > 0) THEN answered ELSE coalesce(fictional_answers, 0) END';
