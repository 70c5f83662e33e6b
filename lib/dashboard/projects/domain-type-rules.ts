import { parse } from 'tldts';
import curatedDomains from './domain-types.json' with { type: 'json' };
import openDomains from './open-domain-types.json' with { type: 'json' };

/** Domains by type and suffix: `{ news: { "co.uk": "bbc mirror" } }` has bbc.co.uk and mirror.co.uk. */
type DomainLists = Record<string, Record<string, string | undefined>>;

function listDomains(lists: DomainLists): Map<string, string> {
  return new Map(
    Object.entries(lists).flatMap(([type, bySuffix]) =>
      Object.entries(bySuffix).flatMap(([suffix, names = '']) =>
        names.split(' ').map((name): [string, string] => [`${name}.${suffix}`, type]),
      ),
    ),
  );
}

const curatedTypes = listDomains(curatedDomains);
const openTypes = listDomains(openDomains);

/** Sites that have a domain in many countries, by the name before the suffix. */
const internationalSites: Readonly<Record<string, string>> = {
  shop: `amazon ebay zalando zalando-lounge aliexpress alibaba etsy ikea shein temu asos vinted backmarket mediamarkt
    lidl decathlon sephora rakuten lazada shopee mercadolibre mercadolivre manomano notino zooplus emag alza kaufland
    jumia olx leroymerlin carrefour auchan costco uniqlo aboutyou farfetch iherb boozt galaxus coolblue worten
    elkjop elgiganten mercari wayfair toysrus leboncoin autoscout24 immobilienscout24 idealista booking expedia hotels
    agoda airbnb opodo edreams getyourguide ticketmaster eventbrite skyscanner kayak trivago momondo lastminute`,
  reviews: `trustpilot tripadvisor yelp idealo pricerunner pricespy prisjakt geizhals holidaycheck glassdoor capterra
    getapp softwareadvice ekomi trustedshops kelkoo thefork zomato consumerreports reclameaqui
    verivox check24 mybest ciao`,
  social: 'pinterest facebook instagram linkedin tumblr',
  video: 'youtube vimeo dailymotion twitch',
  forum: 'reddit quora',
  news: 'huffingtonpost huffpost businessinsider newsweek euronews forbes vice wired esquire cosmopolitan vogue elle',
  encyclopedia: 'wikipedia fandom',
};
const typeByName = new Map(
  Object.entries(internationalSites).flatMap(([type, names]) =>
    names.split(/\s+/).map((name): [string, string] => [name, type]),
  ),
);

/** The suffixes of governments and of schools and universities, then names that only they have. */
const suffixRules: readonly [type: string, pattern: RegExp][] = [
  ['government', /(?:^|\.)(?:gov|mil)(?:\.[a-z]{2}){0,2}$/],
  ['government', /\.int$|\.fed\.us$|(?<!\.(?:k12|cc|lib|pvt))\.[a-z]{2}\.us$/],
  ['government', /(?:^|\.)(?:gob|gub|gouv|govt|guv|government|gobierno|governo|gouvernement)\.[a-z]{2}$/],
  [
    'government',
    /(?:^|\.)gouv\.qc\.ca$|(?:^|\.)(?:gv\.at|gc\.ca|admin\.ch|fgov\.be|riik\.ee|gov\.(?:scot|wales))$/,
  ],
  ['government', /\.go\.(?!it$)[a-z]{2}$|\.lg\.jp$|\.(?:leg|jus|mp|def|tc)\.br$|\.(?:bel|pol|tsk)\.tr$/],
  ['government', /(?:^|\.)(?:nhs|police|parliament|mod)\.(?:uk|nz|scot)$|\.(?:kommune|herad|dep|stat)\.no$/],
  [
    'government',
    /^(?:parliament|parlament|parlamento|parlement)\.[a-z]{2}$|^(?:comune|regione|provincia)\..*\.it$/,
  ],
  [
    'education',
    /(?:^|\.)edu(?:\.[a-z]{2})?$|(?:^|\.)(?:ac|sch|k12|ed|school)\.[a-z]{2}$|\.k12\.[a-z]{2}\.us$/,
  ],
  ['education', /^(?:[^.]*\.)?(?:uni|univ|tu|fh|hs|th|ph|htw|haw)-[a-z-]+\.(?:de|at|ch|fr|it|lu)$/],
  ['education', /univers(?:it|id)[^.]*\.[a-z]{2,3}(?:\.[a-z]{2})?$/],
];

/** Longer hosts do not exist (RFC 1035), and would take the patterns long. */
const maxHostLength = 253;

/** Names of newspapers in several languages, at the end of the name before the suffix. */
const newspaperName =
  /(?:news|zeitung|tribune|gazette|herald|shimbun|ilbo|nieuws|noticias|nachrichten|diario|tidning(?:en)?|gazetesi|haber)$/;

/**
 * Returns the type of a site that no project owns or assigned; undefined if nothing is known. The first match wins: the
 * curated list, the suffixes, international sites, names of newspapers, the list from open data. A subdomain has the
 * type of its domain.
 */
export function findListedType(site: string): string | undefined {
  const host = site.split('/', 1)[0] ?? '';
  if (host.length > maxHostLength) return undefined;
  return (
    findInList(curatedTypes, host) ??
    findSuffixType(host) ??
    findInternationalSite(host) ??
    findInList(openTypes, host)
  );
}

/** Returns the type that the suffix or the form of a domain tells; undefined if it tells none. */
export function findSuffixType(host: string): string | undefined {
  return suffixRules.find(([, pattern]) => pattern.test(host))?.[0];
}

function findInList(types: ReadonlyMap<string, string>, host: string): string | undefined {
  for (let at = 0; at >= 0; at = host.indexOf('.', at) + 1 || -1) {
    const type = types.get(host.slice(at));
    if (type !== undefined) return type;
  }
  return undefined;
}

function findInternationalSite(host: string): string | undefined {
  const { domainWithoutSuffix: name, publicSuffix, isIcann } = parse(host);
  if (!name || !publicSuffix || !isIcann) return undefined;
  const isNational = /(?:^|\.)(?:[a-z]{2}|com|net|org)$/.test(publicSuffix);
  return (isNational ? typeByName.get(name) : undefined) ?? (newspaperName.test(name) ? 'news' : undefined);
}
