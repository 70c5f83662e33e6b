import { type ExtendedFeature, type ExtendedFeatureCollection, geoEqualEarth, geoPath } from 'd3-geo';
import iso from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { feature, merge } from 'topojson-client';
import fine from 'world-atlas/countries-50m.json' with { type: 'json' };
import coarse from 'world-atlas/countries-110m.json' with { type: 'json' };
import { findShareStep, type ShareStep } from '#lib/charts/chart-spec';
import { formatCountry } from '#lib/contract/country-names';
import { getInterval, type Metric } from '#lib/core/metric';
import { formatInterval, formatPercent, formatPlural } from '#lib/core/numbers';

/** A country with runs, as the map draws it. */
export interface MapCountry extends CountryShape {
  name: string;
  /** Null without answers. */
  step: ShareStep | null;
  /** "38%". */
  value: string;
  /** "35 to 41". */
  interval: string;
  /** "1,204 answers". */
  answers: string;
}

export interface WorldMap {
  size: { width: number; height: number };
  countries: MapCountry[];
  steps: ShareStep[];
  /** Names of the countries that the atlas does not have. */
  missing: string[];
}

/**
 * Builds the map of visibility by country, colored in `steps`. Countries with long outlines, usually the large ones, come
 * first, so that small ones are drawn on top.
 */
export function buildWorldMap(
  rows: readonly { country: string; visibility: Metric }[],
  steps: ShareStep[],
): WorldMap {
  const shapes = new Map(
    getCountryShapes(rows.map(({ country }) => country)).map((shape) => [shape.country, shape]),
  );
  const countries = rows.flatMap(({ country, visibility }) => {
    const shape = shapes.get(country);
    if (!shape) return [];
    return {
      ...shape,
      name: formatCountry(country),
      step: findShareStep(steps, visibility.value),
      value: formatPercent(visibility.value),
      interval: formatInterval(getInterval(visibility)),
      answers: formatPlural(visibility.denominator, 'answer'),
    };
  });
  return {
    size: mapSize,
    countries: countries.sort((a, b) => (b.path?.length ?? 0) - (a.path?.length ?? 0)),
    steps,
    missing: rows.filter(({ country }) => !shapes.has(country)).map(({ country }) => formatCountry(country)),
  };
}

/** The shape of a country, in units of the map. */
export interface CountryShape {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Its outline as SVG path data; null if it is too small to draw or click. */
  path: string | null;
  /** Its center. */
  center: { x: number; y: number };
}

type Topology = Parameters<typeof merge>[0];
type Outline = Extract<Parameters<typeof merge>[1], readonly unknown[]>[number];
type Country = ExtendedFeature & { id?: string | number };

/** ISO 3166-1 numeric code. Antarctica is not drawn, because it has no runs and would take a fifth of the height. */
const antarctica = '010';
/** Countries smaller than this, in units of the map, are dots. */
const minExtent = 9;
const width = 960;

const codesByNumber = new Map(iso.map(([alpha2, , number]) => [number, alpha2]));

const atlas = { coarse: readAtlas(coarse), fine: readAtlas(fine) };
const drawnCountries: ExtendedFeatureCollection = {
  type: 'FeatureCollection',
  features: atlas.coarse.countries,
};
const projection = geoEqualEarth().fitWidth(width, drawnCountries);
const drawPath = geoPath(projection).digits(1);

/** The size of the map. Its projection, Equal Earth, is equal-area (Šavrič, Patterson and Jenny 2018). */
export const mapSize = { width, height: Math.ceil(drawPath.bounds(drawnCountries)[1][1]) };

/** Returns all land as one SVG path, without borders between countries. */
export function getLandPath(): string {
  const { topology, outlines } = atlas.coarse;
  const landOutlines = outlines.geometries.filter(
    (outline): outline is Outline =>
      (outline.type === 'Polygon' || outline.type === 'MultiPolygon') && outline.id !== antarctica,
  );
  return drawPath(merge(topology, landOutlines)) ?? '';
}

/** Returns the shapes of the countries with these codes, except countries that the atlas lacks. */
export function getCountryShapes(codes: readonly string[]): CountryShape[] {
  return codes.flatMap((country) => {
    const outline = atlas.coarse.byCode.get(country);
    const shape = outline ?? atlas.fine.byCode.get(country);
    if (!shape) return [];
    const [x, y] = drawPath.centroid(shape);
    const [[left, top], [right, bottom]] = drawPath.bounds(shape);
    const isLarge = Math.max(right - left, bottom - top) >= minExtent;
    return { country, path: outline && isLarge ? drawPath(outline) : null, center: { x, y } };
  });
}

function readAtlas(json: unknown) {
  const outlines = isTopology(json) ? json.objects.countries : undefined;
  if (!isTopology(json) || outlines?.type !== 'GeometryCollection') {
    throw new Error('Unexpected format of the world atlas.');
  }
  const countries: Country[] = feature(json, outlines).features.filter(({ id }) => id !== antarctica);
  const byCode = new Map<string, Country>();
  for (const country of countries) {
    const code = codesByNumber.get(String(country.id ?? ''));
    if (code) byCode.set(code, country);
  }
  return { topology: json, outlines, countries, byCode };
}

function isTopology(json: unknown): json is Topology {
  return typeof json === 'object' && json !== null && 'arcs' in json && 'objects' in json;
}
