import { type ShareStep, shareSteps, stepOf } from '#lib/charts/share-steps';
import { type CountryShape, countryShapes, mapSize } from '#lib/charts/world-shapes';
import { type Figure, intervalOf } from '#lib/core/figure';
import { formatInterval, formatPercent, formatPlural } from '#lib/format/formats';
import { countryName } from '#lib/format/names';

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
export function worldMap(slices: readonly { country: string; visibility: Figure }[]): WorldMap {
  const steps = shareSteps(Math.max(0, ...slices.map(({ visibility }) => visibility.value ?? 0)));
  const shapes = new Map(
    countryShapes(slices.map(({ country }) => country)).map((shape) => [shape.country, shape]),
  );
  const countries = slices.flatMap(({ country, visibility }) => {
    const shape = shapes.get(country);
    if (!shape) return [];
    return {
      ...shape,
      name: countryName(country),
      step: stepOf(steps, visibility.value),
      value: formatPercent(visibility.value),
      interval: formatInterval(intervalOf(visibility)),
      answers: formatPlural(visibility.denominator, 'answer'),
    };
  });
  return {
    size: mapSize,
    countries: countries.sort((a, b) => (b.path?.length ?? 0) - (a.path?.length ?? 0)),
    steps,
    missing: slices.filter(({ country }) => !shapes.has(country)).map(({ country }) => countryName(country)),
  };
}
