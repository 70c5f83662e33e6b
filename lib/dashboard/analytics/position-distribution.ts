import type { TrackedBrand } from '#lib/core/figure';
import { type PromptEngine, placesShown } from '#lib/dashboard/analytics/prompt-engines';
import type { Market } from '#lib/dashboard/analytics/read-market';

/** The places a brand takes. */
export interface PositionDistribution {
  brand: TrackedBrand;
  /** Answers that mention it. */
  mentioned: number;
  /** Answers where it ranks 1, 2, … 9, and tenth or later. */
  places: number[];
}

/** How often each tracked brand takes each place, in the order of the brands. */
export function positionDistributionOf(
  { brands }: Market,
  pairs: readonly PromptEngine[],
): PositionDistribution[] {
  return brands.map(({ id, name, role, hue }) => {
    const places = Array.from({ length: placesShown }, (_, place) =>
      pairs.reduce((sum, { brands }) => sum + (brands.get(id)?.places[place] ?? 0), 0),
    );
    return {
      brand: { id, name, role, hue },
      mentioned: places.reduce((sum, answers) => sum + answers, 0),
      places,
    };
  });
}
