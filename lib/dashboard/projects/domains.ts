import { LRUCache } from 'lru-cache';
import { getHostname, parse } from 'tldts';
import { normalizeHost } from '#lib/core/urls/known-pages';
import { getPageHost, normalizeUrl } from '#lib/core/urls/normalize-url';
import { findListedType } from '#lib/dashboard/projects/domain-type-rules';

/**
 * Returns the domain of a brand from a typed domain or URL: its host as hosts are compared (see `normalizeUrl`), or the
 * path of a site on Google Sites. Undefined if it is an IP address or has no registrable domain.
 */
export function parseDomain(typed: string): string | undefined {
  const site = getRegistrableDomain(typed);
  if (site.includes('/')) return site;
  const host = toHost(typed);
  const { domain, isIp } = parse(host, { allowPrivateDomains: false });
  return domain && !isIp ? host : undefined;
}

/** Platforms that give each user a subdomain but are not in the public suffix list. */
const platforms = new Set(
  `wordpress.com substack.com medium.com tumblr.com livejournal.com bandcamp.com typepad.com over-blog.com squarespace.com
  jimdofree.com jimdosite.com bigcartel.com mystrikingly.com storenvy.com gumroad.com teachable.com thinkific.com
  beehiiv.com hubspotpages.com canva.site webnode.page edublogs.org exblog.jp tistory.com cafe24.com deviantart.com
  godaddysites.com square.site business.site itch.io fc2.com seesaa.net canalblog.com eklablog.com e-monsite.com
  pixnet.net egloos.com weebly.com ghost.io hashnode.dev jimdo.com strikingly.com odoo.com hs-sites.com glitch.me
  mailchimpsites.com tilda.ws mozello.com site123.me ueniweb.com myshopline.com mybigcommerce.com company.site webador.com zendesk.com freshdesk.com atlassian.net`.split(
    /\s+/,
  ),
);

const googleSite = /^sites\.google\.com(?:\/(?:a\/)?[^/?#]+\/[^/?#]+)?/;

/**
 * Returns the site of a URL or host: the registrable domain by the public suffix list with its private part, so that each
 * shop or blog on a shared platform is a site. A host without one, such as an IP address, is its own site; a site on
 * Google Sites includes its path.
 */
export function getRegistrableDomain(url: string): string {
  const host = toHost(url);
  if (host === 'sites.google.com') {
    const address = normalizeUrl(URL.canParse(url) ? url : `https://${url}`);
    return (googleSite.exec(address)?.[0] ?? host).toLowerCase();
  }
  const { domain } = parse(host, { allowPrivateDomains: true });
  if (!domain) return host;
  const isPlatform = platforms.has(domain) || domain.startsWith('blogspot.');
  if (!isPlatform || host === domain) return domain;
  const user = host
    .slice(0, -domain.length - 1)
    .split('.')
    .at(-1);
  return `${user}.${domain}`;
}

/** Returns the host of a URL or of a text that starts with a host. */
function toHost(text: string): string {
  if (/^\s*https?:/i.test(text)) return getPageHost(text);
  if (text.includes('://')) return (getHostname(text) ?? '').toLowerCase();
  return getPageHost(`https://${text.trim()}`);
}

/** Gemini lists pages behind redirect URLs that expire soon; the label names their domain. */
const redirectPattern = /^https:\/\/vertexaisearch\.cloud\.google\.com\/grounding-api-redirect\//;

/**
 * Returns the site of a source: the longest of `trackedDomains` that its host belongs to, if it is a part of the
 * registrable domain, else this domain. So a brand that owns only `docs.example.com` does not own `example.com`, and
 * every page of a site has the same owner.
 */
export function getSourceSite(
  { url, label }: { url: string; label: string },
  trackedDomains: readonly string[] = [],
): string {
  const page = redirectPattern.test(url) && parseDomain(label) ? label : url;
  const site = getRegistrableDomain(page);
  const host = toHost(page);
  return trackedDomains
    .filter((domain) => domain.length > site.length && belongsTo(host, [domain]))
    .reduce((longest, domain) => (domain.length > longest.length ? domain : longest), site);
}

const comparedDomains = new LRUCache<string, string>({ max: 20_000 });

/** Returns a domain as hosts are compared: in punycode and without what `normalizeHost` drops. */
export function toComparedDomain(domain: string): string {
  const known = comparedDomains.get(domain);
  if (known !== undefined) return known;
  const host = URL.parse(`https://${domain}`)?.hostname;
  const compared = host === undefined || domain.includes('/') ? domain : normalizeHost(host);
  comparedDomains.set(domain, compared);
  return compared;
}

/**
 * Returns whether a host or site is one of the domains or a subdomain of one: the definition of “own” of citation rate,
 * types of sources, gaps and alerts. `isOwnedDomain` is the same condition in SQL.
 */
export function belongsTo(host: string, domains: readonly string[]): boolean {
  if (domains.length === 0) return false;
  const compared = toComparedDomain(host);
  return domains.some((domain) => {
    const owned = toComparedDomain(domain);
    return compared === owned || compared.endsWith(`.${owned}`);
  });
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

/** Returns the brand that owns a site; undefined if none does. */
export function findOwner<B extends { domains: readonly string[] }>(
  site: string,
  brands: readonly B[],
): B | undefined {
  return brands.find(({ domains }) => belongsTo(site, domains));
}

/**
 * Returns the type of a site. The first match wins: the domain of a tracked brand, the type that the project assigned, the
 * lists and rules of `findListedType`.
 */
export function classifyDomain(
  domain: string,
  brands: readonly { role: 'own' | 'competitor'; domains: readonly string[] }[],
  assignedType: string | null = null,
): DomainType {
  const owner = findOwner(domain, brands);
  if (owner) return owner.role;
  const typeName = assignedType ?? findListedType(toComparedDomain(domain));
  return assignableTypes.find((type) => type === typeName) ?? 'other';
}
