import { getStateName } from '#lib/contract/countries';
import type { MonitorRequest } from '#lib/contract/requests';
import { decodeUule } from '#lib/core/uule';
import { type City, capitals, cities, stateCities } from '#lib/sandbox/data/geography';
import { fraction, plain, wordAt } from '#lib/sandbox/text/words';

/** Where the reader is, or where the prompt looks. */
export interface Location {
  city: string;
  /** State or region; empty if unknown. */
  region: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  latitude: number;
  longitude: number;
  /** False if the location is only the country's capital, for lack of anything better. */
  asked: boolean;
}

/** Resolves the place a prompt mentions, else the one the request targets, else the country's capital. */
export function resolveLocation(request: MonitorRequest): Location {
  const { prompt, country, location, state, uule } = request;
  const detected = detectCity(prompt, country);
  if (detected !== undefined) return of(detected, true);
  if (location !== undefined) return canonical(location, country);
  if (uule !== undefined) {
    const { name, latitude, longitude } = decodeUule(uule);
    if (name !== undefined) return canonical(name, country);
    if (latitude !== undefined && longitude !== undefined) return of(nearest(latitude, longitude), true);
  }
  const ofState = stateCities.find(({ region }) => state !== undefined && region === getStateName(state));
  return ofState === undefined ? of(capitalOf(country), false) : of(ofState, true);
}

function of({ name, country, region = '', latitude, longitude }: City, asked: boolean): Location {
  return { city: name, region, country, latitude, longitude, asked };
}

function capitalOf(country: string): City {
  const capital = capitals.find((town) => town.country === country) ?? capitals[0];
  if (capital === undefined) throw new Error('The table of capitals is empty.');
  return capital;
}

/** Resolves a canonical name `City,Region,Country`; an unknown city is put near its region's or country's main city. */
function canonical(name: string, country: string): Location {
  const parts = name.split(',').map((part) => part.trim());
  const city = parts[0] ?? '';
  const region = parts.length > 2 ? (parts[1] ?? '') : '';
  const known = cities.filter((town) => plain(town.name) === plain(city));
  const town =
    known.find((candidate) => candidate.region === region) ??
    known.find((candidate) => candidate.country === country);
  const centre = town ?? stateCities.find((candidate) => candidate.region === region) ?? capitalOf(country);
  const away = town === undefined ? 0.4 : 0;
  return {
    city,
    region,
    country: centre.country,
    latitude: rounded(centre.latitude + away * (fraction(`${name}:north`) - 0.5)),
    longitude: rounded(centre.longitude + away * (fraction(`${name}:east`) - 0.5)),
    asked: true,
  };
}

function nearest(latitude: number, longitude: number): City {
  const far = (town: City) =>
    (town.latitude - latitude) ** 2 +
    (Math.cos((latitude * Math.PI) / 180) * (town.longitude - longitude)) ** 2;
  return cities.reduce((best, town) => (far(town) < far(best) ? town : best));
}

/** Rounds degrees to about ten metres. */
export function rounded(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4;
}

interface Name {
  name: string;
  plain: string;
  town: City;
}

const names: readonly Name[] = [
  ...cities.map((town) => ({ name: town.name, plain: plain(town.name), town })),
  ...stateCities.map((town) => ({
    name: town.region ?? town.name,
    plain: plain(town.region ?? town.name),
    town,
  })),
];

/** City names that are also words; they count only with a capital letter. */
const alsoWords = new Set(['nice', 'male', 'victoria', 'the valley', 'maine', 'perth', 'porto']);
const leadsToTown =
  /(?:^|[^\p{L}])(?:in|near|around|visit|visiting|(?:trip|travel|flights?|go|weekend) to|nach|bei) (?:downtown |central )?$/u;
const leadsInFrench = /(?:^|[^\p{L}])a $/u;
const speaksOfPlaces =
  /\b(hotels?|hostels?|trip|holiday|vacation|itinerary|restaurants?|cafes?|shops?|stores?|museums?|bars?|things to do)\b/u;

/**
 * Detects the city or US state a prompt mentions: after a word such as "in" or "near", or beside one such as "hotels".
 * Of two with the same name, the one in the reader's country wins.
 */
export function detectCity(prompt: string, country: string): City | undefined {
  const text = plain(prompt);
  const beside = speaksOfPlaces.test(text);
  const found = names.filter((entry) => {
    const place = wordAt(text, entry.plain);
    if (place < 0) return false;
    const foreign = /[^\p{ASCII}]/u.test(entry.plain);
    const capital = prompt.includes(entry.name);
    if (alsoWords.has(entry.plain) && !capital) return false;
    return foreign || (beside && capital) || leads(text.slice(0, place), prompt);
  });
  const longest = Math.max(...found.map((entry) => entry.plain.length));
  const best = found.filter((entry) => entry.plain.length === longest);
  return (best.find(({ town }) => town.country === country) ?? best[0])?.town;
}

function leads(before: string, prompt: string): boolean {
  return leadsToTown.test(before) || (leadsInFrench.test(before) && /à /iu.test(prompt));
}
