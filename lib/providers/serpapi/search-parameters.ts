import type { MonitorRequest } from '#lib/contract/requests';
import type { SearchParameters } from '#lib/providers/serpapi/api';

/** Countries whose people use Google in another language than the main one by CLDR. */
const languageExceptions: Record<string, string> = {
  ...forCountries('en', 'CC GH IE IN KE NA NG PH PK SG SS UG ZA ZW'),
  ...forCountries('fr', 'CF LU ML NE SN'),
  ...forCountries('da', 'FO GL'),
  ...forCountries('zh-tw', 'HK MO TW'),
  ...forCountries('es', 'PY'),
};

function forCountries(language: string, countries: string): Record<string, string> {
  return Object.fromEntries(countries.split(' ').map((country) => [country, language]));
}

/** Google's codes of languages that have another code in CLDR. */
const googleCodes: Record<string, string> = { he: 'iw', nb: 'no', zh: 'zh-cn', fil: 'tl' };

/** The languages of Google that are the main language of a country. SerpApi rejects others. */
const googleLanguages = new Set(
  `af am ar az be bg bn bs ca cs da de el en es et eu fa fi fr ga hi hr ht hu hy id is it iw ja ka kk km ko ky lo lt
  lv mg mk mn ms mt my ne nl no ny om pl ps pt rn ro ru rw si sk sl sm sn so sq sr sv sw tg th ti tk tl to tr uk ur
  uz vi wo zh-cn zh-tw zu`.split(/\s+/),
);

/** Returns the language in which people of a country use Google. */
export function getLanguage(country: string): string {
  const exception = languageExceptions[country];
  if (exception !== undefined) return exception;
  const { language, region } = new Intl.Locale('und', { region: country }).maximize();
  if (region !== country || language === 'und') return 'en';
  const code = googleCodes[language] ?? language;
  return googleLanguages.has(code) ? code : 'en';
}

/** Returns the country, language, location (or uule) and device parameters of a search. */
export function getLocationParameters({ country, location, uule, device }: MonitorRequest): SearchParameters {
  return {
    gl: country === 'GB' ? 'uk' : country.toLowerCase(),
    hl: getLanguage(country),
    // The padding of a uule may be encoded already, and is encoded again as a parameter.
    ...(uule === undefined ? { location } : { uule: uule.replaceAll('%3D', '=') }),
    device: device ?? 'desktop',
  };
}
