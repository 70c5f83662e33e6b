import type { MonitorRequest } from '#lib/contract/requests';
import type { SearchParameters } from '#lib/providers/serpapi/api';

/** Countries where the search engine is used in another language than the one most people speak at home. */
const otherLanguages: Record<string, string> = {
  ...inLanguage('en', 'CC GH IE IN KE NA NG PH PK SG SS UG ZA ZW'),
  ...inLanguage('fr', 'CF LU ML NE SN'),
  ...inLanguage('da', 'FO GL'),
  ...inLanguage('zh-tw', 'HK MO TW'),
  ...inLanguage('es', 'PY'),
};

function inLanguage(language: string, countries: string): Record<string, string> {
  return Object.fromEntries(countries.split(' ').map((country) => [country, language]));
}

/** The engine's own spelling of languages that CLDR spells otherwise. */
const otherSpellings: Record<string, string> = { he: 'iw', nb: 'no', zh: 'zh-cn', fil: 'tl' };

/** Languages the engine can be shown in that are the likeliest one of a country; the vendor refuses others. */
const shownLanguages = new Set(
  `af am ar az be bg bn bs ca cs da de el en es et eu fa fi fr ga hi hr ht hu hy id is it iw ja ka kk km ko ky lo lt
  lv mg mk mn ms mt my ne nl no ny om pl ps pt rn ro ru rw si sk sl sm sn so sq sr sv sw tg th ti tk tl to tr uk ur
  uz vi wo zh-cn zh-tw zu`.split(/\s+/),
);

/** The language a country's people are shown the search engine in: the likeliest one by CLDR, with exceptions. */
export function languageOf(country: string): string {
  const known = otherLanguages[country];
  if (known !== undefined) return known;
  const { language, region } = new Intl.Locale('und', { region: country }).maximize();
  if (region !== country || language === 'und') return 'en';
  const spelling = otherSpellings[language] ?? language;
  return shownLanguages.has(spelling) ? spelling : 'en';
}

/**
 * Where a search is made from: country and language, one of `location` and `uule` if the request has one, and
 * the device.
 */
export function placeParameters({ country, location, uule, device }: MonitorRequest): SearchParameters {
  return {
    gl: country === 'GB' ? 'uk' : country.toLowerCase(),
    hl: languageOf(country),
    ...(uule === undefined ? { location } : { uule: decoded(uule) }),
    device: device ?? 'desktop',
  };
}

/** A uule may come with its padding percent-encoded, and is encoded again as a parameter. */
function decoded(uule: string): string {
  return uule.replaceAll('%3D', '=');
}
