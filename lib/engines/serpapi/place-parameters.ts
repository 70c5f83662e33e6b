import type { MonitorRequest } from '#lib/contract/requests';
import type { SearchParameters } from '#lib/engines/serpapi/api';

/** Countries where the search engine is used in another language than the one most people speak at home. */
const otherLanguages: Record<string, string> = {
  AE: 'ar',
  BE: 'nl',
  CH: 'de',
  GH: 'en',
  HK: 'zh-tw',
  IE: 'en',
  IN: 'en',
  KE: 'en',
  LU: 'fr',
  MO: 'zh-tw',
  NG: 'en',
  PH: 'en',
  PK: 'en',
  SG: 'en',
  TW: 'zh-tw',
  UG: 'en',
  ZA: 'en',
  ZW: 'en',
};

/** The engine's own spelling of languages that CLDR spells otherwise. */
const otherSpellings: Record<string, string> = { he: 'iw', nb: 'no', zh: 'zh-cn', fil: 'tl' };

/** The language a country's people are shown the search engine in: the likeliest one by CLDR, with exceptions. */
export function languageOf(country: string): string {
  const known = otherLanguages[country];
  if (known !== undefined) return known;
  const { language, region } = new Intl.Locale('und', { region: country }).maximize();
  if (region !== country || language === 'und') return 'en';
  return otherSpellings[language] ?? language;
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
