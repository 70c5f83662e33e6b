import { stateName } from '#lib/contract/geo';
import type { MonitorRequest } from '#lib/contract/requests';
import { decodeUule } from '#lib/providers/uule';
import { capitals, type Town } from '#lib/sandbox/geography/capitals';
import { stateTowns, towns } from '#lib/sandbox/geography/cities';
import { fraction } from '#lib/sandbox/seed';
import { townNamed } from '#lib/sandbox/town-named';
import { plain } from '#lib/sandbox/words';

/** Where the person who asks is, or where the prompt looks. */
export interface Locality {
  city: string;
  /** State or region; empty where none is known. */
  region: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  latitude: number;
  longitude: number;
  /** Whether the request or the prompt asked for it, or it is the country's capital for want of better. */
  asked: boolean;
}

/** The place a prompt names, else the one the request targets, else the country's capital. */
export function localityOf(request: MonitorRequest): Locality {
  const { prompt, country, location, state, uule } = request;
  const named = townNamed(prompt, country);
  if (named !== undefined) return of(named, true);
  if (location !== undefined) return canonical(location, country);
  if (uule !== undefined) {
    const { name, latitude, longitude } = decodeUule(uule);
    if (name !== undefined) return canonical(name, country);
    if (latitude !== undefined && longitude !== undefined) return of(nearest(latitude, longitude), true);
  }
  const ofState = stateTowns.find(({ region }) => state !== undefined && region === stateName(state));
  return ofState === undefined ? of(capitalOf(country), false) : of(ofState, true);
}

function of({ name, country, region = '', latitude, longitude }: Town, asked: boolean): Locality {
  return { city: name, region, country, latitude, longitude, asked };
}

function capitalOf(country: string): Town {
  const capital = capitals.find((town) => town.country === country) ?? capitals[0];
  if (capital === undefined) throw new Error('The table of capitals is empty.');
  return capital;
}

/** A canonical name `City,Region,Country`; a city that is not on the map lies near its region's or country's town. */
function canonical(name: string, country: string): Locality {
  const parts = name.split(',').map((part) => part.trim());
  const city = parts[0] ?? '';
  const region = parts.length > 2 ? (parts[1] ?? '') : '';
  const known = towns.filter((town) => plain(town.name) === plain(city));
  const town =
    known.find((candidate) => candidate.region === region) ??
    known.find((candidate) => candidate.country === country);
  const centre = town ?? stateTowns.find((candidate) => candidate.region === region) ?? capitalOf(country);
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

function nearest(latitude: number, longitude: number): Town {
  const far = (town: Town) =>
    (town.latitude - latitude) ** 2 +
    (Math.cos((latitude * Math.PI) / 180) * (town.longitude - longitude)) ** 2;
  return towns.reduce((best, town) => (far(town) < far(best) ? town : best));
}

/** Degrees to about ten metres. */
export function rounded(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4;
}
