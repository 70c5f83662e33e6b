import { fictionalSites } from '#lib/dashboard/projects/fictional-domains';

/** The type of a domain. */
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
export const correctableTypes = domainTypes.filter((type) => type !== 'own' && type !== 'competitor');

/** Well-known domains by type. */
const wellKnown: Partial<Record<DomainType, readonly string[]>> = {
  news: [
    'bbc.co.uk bbc.com bloomberg.com cnbc.com cnn.com forbes.com ft.com theguardian.com nytimes.com reuters.com',
    'wsj.com washingtonpost.com theverge.com techcrunch.com wired.com arstechnica.com zdnet.com spiegel.de',
    'zeit.de faz.net heise.de lemonde.fr nikkei.com asahi.com elpais.com infoworld.com thenewstack.io',
  ],
  reviews: [
    'g2.com capterra.com trustpilot.com trustradius.com softwareadvice.com getapp.com consumerreports.org',
    'rtings.com techradar.com pcmag.com cnet.com tomsguide.com tripadvisor.com yelp.com wirecutter.com',
    'gartner.com producthunt.com kakaku.com test.de',
  ],
  forum: [
    'reddit.com quora.com stackoverflow.com stackexchange.com superuser.com serverfault.com ycombinator.com',
    'lobste.rs discourse.org zhihu.com gutefrage.net lemmy.world',
  ],
  social: [
    'facebook.com instagram.com linkedin.com x.com twitter.com threads.net bsky.app mastodon.social tiktok.com',
    'pinterest.com medium.com substack.com tumblr.com weibo.com note.com',
  ],
  video: ['youtube.com youtu.be vimeo.com twitch.tv dailymotion.com bilibili.com nicovideo.jp'],
  encyclopedia: [
    'wikipedia.org wikimedia.org wikidata.org britannica.com wiktionary.org fandom.com baike.com',
  ],
  shop: [
    'amazon.com amazon.de amazon.co.jp amazon.co.uk ebay.com walmart.com bestbuy.com target.com etsy.com',
    'aliexpress.com rakuten.co.jp otto.de mediamarkt.de zalando.de ikea.com',
  ],
  government: ['europa.eu gov.uk canada.ca bund.de who.int un.org'],
  education: ['coursera.org edx.org khanacademy.org udemy.com codecademy.com freecodecamp.org w3schools.com'],
};

const fictionalDomains: typeof wellKnown = fictionalSites;
const typeByDomain = new Map<string, DomainType>();
for (const type of domainTypes) {
  for (const domain of splitDomains(wellKnown[type])) typeByDomain.set(domain, type);
  for (const name of splitDomains(fictionalDomains[type])) typeByDomain.set(`${name}.example`, type);
}

function splitDomains(lines: readonly string[] = []): string[] {
  return lines.flatMap((line) => line.split(' '));
}

/**
 * Returns the type of a registrable domain: from the tracked brands' domains first, then
 * the type that the project assigned, tables of well-known and fictional domains, and the suffixes of governments
 * and universities.
 */
export function classifyDomain(
  domain: string,
  brands: readonly { role: 'own' | 'competitor'; domains: readonly string[] }[],
  corrected: string | null = null,
): DomainType {
  const owner = brands.find(({ domains }) => domains.some((owned) => isSameSite(domain, owned)));
  if (owner) return owner.role;
  const known = correctableTypes.find((type) => type === corrected) ?? typeByDomain.get(domain);
  if (known) return known;
  if (/(^|\.)(gov|mil)(\.[a-z]{2})?$|\.(go|gob|gouv)\.[a-z]{2}$|\.gouv\.fr$/.test(domain))
    return 'government';
  if (/\.edu(\.[a-z]{2})?$|\.ac\.[a-z]{2}$/.test(domain)) return 'education';
  return 'other';
}

/** A brand can own a host (`docs.brand.example`) of which only the registrable domain is counted. */
function isSameSite(domain: string, owned: string): boolean {
  return owned === domain || owned.endsWith(`.${domain}`);
}

/** Whether a domain belongs to the sandbox's fictional market: `.example` is reserved (RFC 2606). */
export function isFictionalDomain(domain: string): boolean {
  return domain === 'example' || domain.endsWith('.example');
}
