import iso from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { getStateName } from '#lib/contract/geo';
import type { MonitorRequest } from '#lib/contract/requests';
import { decodeUule } from '#lib/core/uule';

/** Google's criteria IDs of countries: 2000 plus the number of ISO 3166-1. */
const locationCodes = new Map(iso.map(([alpha2, , number]) => [alpha2, 2000 + Number(number)]));

/** The smallest radius around coordinates that DataForSEO accepts. */
const radiusMeters = 200;

/** The languages of Google that DataForSEO supports and that are the main language of a country. */
const languages = new Set(
  'af am ar az be bg bn bs ca cs da de el en es et fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mg mk ml mn mr ms mt my ne nl no pa pl ps pt qu ro ru rw si sk sl so sq sr sv sw ta te tg th tk tr uk ur uz vi zh-CN zh-TW'.split(
    ' ',
  ),
);

/** The location and language parameters of a task. */
export interface TaskLocation {
  location_code?: number | undefined;
  location_name?: string;
  location_coordinate?: string;
  language_code: string;
}

/** Returns the most precise location of a request: coordinates, city, state or country. */
export function getTaskLocation({ country, state, location, uule }: MonitorRequest): TaskLocation {
  const language_code = getLanguage(country);
  const decoded = uule === undefined ? {} : decodeUule(uule);
  const name = location ?? decoded.name ?? (state && `${getStateName(state)},United States`);
  if (name !== undefined) return { location_name: removeSpacesAroundCommas(name), language_code };
  if (decoded.latitude !== undefined && decoded.longitude !== undefined) {
    const coordinates = [decoded.latitude, decoded.longitude].map((degrees) => degrees.toFixed(7));
    return { location_coordinate: [...coordinates, radiusMeters].join(','), language_code };
  }
  return { location_code: locationCodes.get(country), language_code };
}

/** Returns whether the request has a uule that cannot be read, so that the country is used. */
export function hasUnreadableUule(request: MonitorRequest): boolean {
  return request.uule !== undefined && getTaskLocation(request).location_code !== undefined;
}

/** DataForSEO's location names have the form `City,Region,Country`. */
function removeSpacesAroundCommas(name: string): string {
  return name
    .split(',')
    .map((part) => part.trim())
    .join(',');
}

/** Returns the main language of a country; English if DataForSEO does not support it. */
function getLanguage(country: string): string {
  const { language, script } = new Intl.Locale(`und-${country}`).maximize();
  if (language === 'zh') return script === 'Hant' ? 'zh-TW' : 'zh-CN';
  const code = language === 'nb' || language === 'nn' ? 'no' : language;
  // The main language of India is Hindi, but its Google opens in English.
  return country !== 'IN' && languages.has(code) ? code : 'en';
}
