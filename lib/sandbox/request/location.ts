import { getStateName } from '#lib/contract/countries';
import type { MonitorRequest } from '#lib/contract/requests';
import { decodeUule } from '#lib/core/uule';
import { type City, capitals, cities, stateCities } from '#lib/sandbox/data/geography';
import { promptPatterns } from '#lib/sandbox/data/templates';
import { getFraction } from '#lib/sandbox/text/random';
import { findWord, normalizeText } from '#lib/sandbox/text/words';

/** The location of the user, or the city that a prompt mentions. */
export interface Location {
  city: string;
  /** State or region; empty if unknown. */
  region: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  latitude: number;
  longitude: number;
  /** False if the location is the country's capital because the request has no other. */
  isRequested: boolean;
}

/** Resolves the city that a prompt mentions, else the one that the request targets, else the country's capital. */
export function resolveLocation({ prompt, country, location, state, uule }: MonitorRequest): Location {
  const detected = detectCity(prompt, country);
  if (detected) return toLocation(detected);
  if (location !== undefined) return resolveCanonicalName(location, country);
  if (uule !== undefined) {
    const { name, latitude, longitude } = decodeUule(uule);
    if (name !== undefined) return resolveCanonicalName(name, country);
    if (latitude !== undefined && longitude !== undefined)
      return toLocation(findNearestCity(latitude, longitude));
  }
  const stateCity = state && stateCities.find(({ region }) => region === getStateName(state));
  return stateCity ? toLocation(stateCity) : { ...toLocation(getCapital(country)), isRequested: false };
}

function toLocation({ name, country, region = '', latitude, longitude }: City): Location {
  return { city: name, region, country, latitude, longitude, isRequested: true };
}

function getCapital(country: string): City {
  const capital = capitals.find((city) => city.country === country) ?? capitals[0];
  if (capital === undefined) throw new Error('The table of capitals is empty.');
  return capital;
}

/** Resolves a name `City,Region,Country`; an unknown city is put near its region's or country's main city. */
function resolveCanonicalName(name: string, country: string): Location {
  const parts = name.split(',').map((part) => part.trim());
  const city = parts[0] ?? '';
  const region = parts.length > 2 ? (parts[1] ?? '') : '';
  const sameNameCities = cities.filter((candidate) => normalizeText(candidate.name) === normalizeText(city));
  const match =
    sameNameCities.find((candidate) => candidate.region === region) ??
    sameNameCities.find((candidate) => candidate.country === country);
  const center = match ?? stateCities.find((candidate) => candidate.region === region) ?? getCapital(country);
  const maxOffset = match ? 0 : 0.4;
  return {
    ...toLocation(center),
    city,
    region,
    latitude: roundDegrees(center.latitude + maxOffset * (getFraction(`${name}:north`) - 0.5)),
    longitude: roundDegrees(center.longitude + maxOffset * (getFraction(`${name}:east`) - 0.5)),
  };
}

function findNearestCity(latitude: number, longitude: number): City {
  const getSquaredDistance = (city: City) =>
    (city.latitude - latitude) ** 2 +
    (Math.cos((latitude * Math.PI) / 180) * (city.longitude - longitude)) ** 2;
  return cities.reduce((nearest, city) =>
    getSquaredDistance(city) < getSquaredDistance(nearest) ? city : nearest,
  );
}

/** Rounds degrees to about ten meters. */
export function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4;
}

const cityNames = [
  ...cities.map((city) => ({ name: city.name, city })),
  ...stateCities.map((city) => ({ name: city.region ?? city.name, city })),
].map((entry) => ({ ...entry, normalized: normalizeText(entry.name) }));

/** Names that can also mean something else in a prompt; they count only with a capital letter. */
const ambiguousNames = new Set(['nice', 'male', 'victoria', 'the valley', 'maine', 'perth', 'porto']);

/**
 * Detects the city or US state that a prompt mentions: after a word such as "in" or "near", or with a capital letter in a
 * prompt with a word such as "hotels". A name with non-ASCII characters, as in Japanese, counts anywhere. The longest name
 * wins; of two cities with the same name, the one in the request's country.
 * @returns for a state, its main city
 */
export function detectCity(prompt: string, country: string): City | undefined {
  const text = normalizeText(prompt);
  const hasPlaceWord = promptPatterns.placeWord.test(text);
  const matches = cityNames.filter(({ name, normalized }) => {
    const index = findWord(text, normalized);
    if (index < 0) return false;
    const isCapitalized = prompt.includes(name);
    if (ambiguousNames.has(normalized) && !isCapitalized) return false;
    const precedingText = text.slice(0, index);
    return (
      /[^\p{ASCII}]/u.test(normalized) ||
      (hasPlaceWord && isCapitalized) ||
      promptPatterns.beforeCity.test(precedingText) ||
      // The French "à" has lost its accent in the normalized text.
      (/(?:^|[^\p{L}])a $/u.test(precedingText) && /à /iu.test(prompt))
    );
  });
  const maxLength = Math.max(...matches.map(({ normalized }) => normalized.length));
  const longest = matches.filter(({ normalized }) => normalized.length === maxLength);
  return (longest.find(({ city }) => city.country === country) ?? longest[0])?.city;
}
