import iso from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { stateName } from '#lib/contract/geo';
import type { MonitorRequest } from '#lib/contract/requests';
import { decodeUule } from '#lib/providers/uule';

/** The vendor's numbers for countries are those of Google: 2000 above the number of ISO 3166-1. */
const numbers = new Map(iso.map(([alpha2, , number]) => [alpha2, 2000 + Number(number)]));

/** Metres around a point; the vendor takes no fewer. */
const radius = 200;

/** The languages the vendor reads Google in, as far as they are some country's likely one. */
const languages = new Set(
  'af am ar az be bg bn bs ca cs da de el en es et fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mg mk ml mn mr ms mt my ne nl no pa pl ps pt qu ro ru rw si sk sl so sq sr sv sw ta te tg th tk tr uk ur uz vi zh-CN zh-TW'.split(
    ' ',
  ),
);

/** Places as a task names them, and in which language they are asked. */
export interface Place {
  location_code?: number;
  location_name?: string;
  location_coordinate?: string;
  language_code: string;
}

/** Where a request is asked from: its point, its city, its state, or its country. */
export function placeOf(request: MonitorRequest): Place {
  const { country, state, location, uule } = request;
  const language_code = languageOf(country);
  const decoded = uule === undefined ? {} : decodeUule(uule);
  const name = location ?? decoded.name ?? (state && `${stateName(state)},United States`);
  if (name !== undefined) return { location_name: canonical(name), language_code };
  if (decoded.latitude !== undefined && decoded.longitude !== undefined) {
    const point = [decoded.latitude, decoded.longitude].map((degrees) => degrees.toFixed(7));
    return { location_coordinate: [...point, radius].join(','), language_code };
  }
  return { location_code: numbers.get(country), language_code };
}

/** Whether a place was given that cannot be read, so that the country had to do. */
export function lostPlace(request: MonitorRequest): boolean {
  return request.uule !== undefined && placeOf(request).location_code !== undefined;
}

/** `City,Region,Country` without blanks around the commas, as the vendor lists its places. */
function canonical(name: string): string {
  return name
    .split(',')
    .map((part) => part.trim())
    .join(',');
}

/** The language a country most likely searches in; English where that is none the vendor knows. */
function languageOf(country: string): string {
  const { language, script } = new Intl.Locale(`und-${country}`).maximize();
  if (language === 'zh') return script === 'Hant' ? 'zh-TW' : 'zh-CN';
  const code = language === 'nb' || language === 'nn' ? 'no' : language;
  // India's likely language is Hindi, yet its Google opens in English.
  return country !== 'IN' && languages.has(code) ? code : 'en';
}
