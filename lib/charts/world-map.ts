import { type ExtendedFeature, type ExtendedFeatureCollection, geoEqualEarth, geoPath } from 'd3-geo';
import iso from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { feature, merge } from 'topojson-client';
import fine from 'world-atlas/countries-50m.json' with { type: 'json' };
import coarse from 'world-atlas/countries-110m.json' with { type: 'json' };
import { buildShareSteps, findShareStep, type ShareStep } from '#lib/charts/colors';
import { getInterval, type Metric } from '#lib/core/metric';
import { formatCountry } from '#lib/format/labels';
import { formatInterval, formatPercent, formatPlural } from '#lib/format/numbers';

/** A country that was asked, as the map draws it. */
export interface MapCountry extends CountryShape {
  name: string;
  /** Null where no answer came. */
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
  /** Countries asked that the atlas does not have, by name. */
  missing: string[];
}

/** Visibility by country on the map of the world. The largest come first, so that small ones lie above them. */
export function buildWorldMap(slices: readonly { country: string; visibility: Metric }[]): WorldMap {
  const steps = buildShareSteps(Math.max(0, ...slices.map(({ visibility }) => visibility.value ?? 0)));
  const shapes = new Map(
    countryShapes(slices.map(({ country }) => country)).map((shape) => [shape.country, shape]),
  );
  const countries = slices.flatMap(({ country, visibility }) => {
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
    missing: slices
      .filter(({ country }) => !shapes.has(country))
      .map(({ country }) => formatCountry(country)),
  };
}

/** Where a country lies on the map of the world, in its units. */
export interface CountryShape {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Its outline as SVG path data; null where it is too small to be drawn or pressed. */
  path: string | null;
  /** Its middle. */
  at: { x: number; y: number };
}

type Topology = Parameters<typeof merge>[0];
type Outline = Extract<Parameters<typeof merge>[1], readonly unknown[]>[number];
type Country = ExtendedFeature & { id?: string | number };

/** Nobody is asked there, and it would take a fifth of the height. */
const antarctica = '010';
/** A country narrower and lower than this, in units of the map, is a dot. */
const leastExtent = 9;
const width = 960;

const codeOfNumber = new Map(iso.map(([alpha2, , number]) => [number, alpha2]));

const atlas = { coarse: readAtlas(coarse), fine: readAtlas(fine) };
const shown: ExtendedFeatureCollection = { type: 'FeatureCollection', features: atlas.coarse.countries };
const projection = geoEqualEarth().fitWidth(width, shown);
const drawn = geoPath(projection).digits(1);

/** The size of the map: equal areas (Šavrič, Patterson and Jenny 2018), so that no country seems to weigh more. */
export const mapSize = { width, height: Math.ceil(drawn.bounds(shown)[1][1]) };

/** All land as one SVG path, borders between countries left out. */
export function landPath(): string {
  const { topology, outlines } = atlas.coarse;
  const kept = outlines.geometries.filter(
    (outline): outline is Outline =>
      (outline.type === 'Polygon' || outline.type === 'MultiPolygon') && outline.id !== antarctica,
  );
  return drawn(merge(topology, kept)) ?? '';
}

/** The shapes of countries by their codes; what the atlas lacks is left out. */
export function countryShapes(codes: readonly string[]): CountryShape[] {
  return codes.flatMap((country) => {
    const outline = atlas.coarse.byCode.get(country);
    const place = outline ?? atlas.fine.byCode.get(country);
    if (!place) return [];
    const [x, y] = drawn.centroid(place);
    const [[left, top], [right, bottom]] = drawn.bounds(place);
    const large = Math.max(right - left, bottom - top) >= leastExtent;
    return { country, path: outline && large ? drawn(outline) : null, at: { x, y } };
  });
}

function readAtlas(json: unknown) {
  const outlines = isTopology(json) ? json.objects.countries : undefined;
  if (!isTopology(json) || outlines?.type !== 'GeometryCollection') {
    throw new Error('The atlas of the world has another form than expected.');
  }
  const countries: Country[] = feature(json, outlines).features.filter(({ id }) => id !== antarctica);
  const byCode = new Map<string, Country>();
  for (const country of countries) {
    const code = codeOfNumber.get(String(country.id ?? ''));
    if (code) byCode.set(code, country);
  }
  return { topology: json, outlines, countries, byCode };
}

function isTopology(json: unknown): json is Topology {
  return typeof json === 'object' && json !== null && 'arcs' in json && 'objects' in json;
}
