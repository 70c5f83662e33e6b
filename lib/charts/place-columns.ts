import { type ShareAxis, shareAxis } from '#lib/charts/axis';
import { brandColour } from '#lib/charts/brand-colour';
import type { TrackedBrand } from '#lib/core/figure';
import { wilson } from '#lib/core/rate';
import { formatInterval, formatPercent } from '#lib/format/formats';

/** How often a brand takes each place, as the question of positions returns it. */
export interface PlacesInput {
  brand: TrackedBrand;
  /** Answers that mention it. */
  mentioned: number;
  /** Answers where it ranks 1, 2, … and, last, the last place shown or later. */
  places: readonly number[];
}

export interface PlaceShare {
  /** Of the answers that mention the brand; null without any. */
  value: number | null;
  answers: number;
  /** "38%". */
  words: string;
  /** "35 to 41". */
  interval: string;
}

export interface PlaceColumn {
  place: number;
  /** "1st", "10th or later". */
  label: string;
  /** "1", "10+", where room is scarce. */
  mark: string;
  /** By brand id. */
  shares: Record<string, PlaceShare>;
}

export interface PlaceChart {
  columns: PlaceColumn[];
  series: { id: string; name: string; colour: string; own: boolean; mentioned: number }[];
  axis: ShareAxis;
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** "1st", "2nd", "11th". */
export function ordinal(place: number): string {
  return `${place}${endings[ordinals.select(place)] ?? 'th'}`;
}

/**
 * Places as columns, a bar a brand, each the share of the answers that mention that brand.
 * @param brands how many brands are tracked: none ranks behind their number
 */
export function placeColumns(inputs: readonly PlacesInput[], brands: number): PlaceChart {
  const last = Math.max(0, ...inputs.map(({ places }) => places.length));
  const count = Math.min(brands, last);
  const columns = Array.from({ length: count }, (_, index): PlaceColumn => {
    const place = index + 1;
    return {
      place,
      label: place === last ? `${ordinal(place)} or later` : ordinal(place),
      mark: place === last ? `${place}+` : String(place),
      shares: Object.fromEntries(
        inputs.map(({ brand, mentioned, places }) => [brand.id, shareOf(places[index] ?? 0, mentioned)]),
      ),
    };
  });
  const largest = Math.max(
    0,
    ...columns.flatMap(({ shares }) => Object.values(shares).map(({ value }) => value ?? 0)),
  );
  return {
    columns,
    series: inputs.map(({ brand, mentioned }) => ({
      id: brand.id,
      name: brand.name,
      colour: brandColour(brand.hue),
      own: brand.role === 'own',
      mentioned,
    })),
    axis: shareAxis(largest),
  };
}

function shareOf(answers: number, mentioned: number): PlaceShare {
  const rate = wilson(answers, mentioned);
  return { value: rate.value, answers, words: formatPercent(rate.value), interval: formatInterval(rate) };
}
