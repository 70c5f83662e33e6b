import { sumCurrent } from '#lib/dashboard/analytics/segments/count-segments';
import { getSelectedSegments, type MetricData } from '#lib/dashboard/analytics/segments/metric-data';
import { type PlaceRange, placeBrand, type Standing } from '#lib/dashboard/statistics/levels/compare-brands';

/** The standing of a tracked brand in visibility, as far as it is clear. */
export interface BrandStanding {
  /** Its place among all tracked brands; null without competitors or with too few answers. */
  place: PlaceRange | null;
  /** How it stands to the selected brand; null for that brand itself or with too few answers. */
  standing: Standing | null;
}

/** Number of answers that a comparison of brands needs. */
const minAnswers = 20;

const opposites: Record<Standing, Standing> = { ahead: 'behind', behind: 'ahead', tied: 'tied' };

/** Compares the visibility of all tracked brands in the same answers. Returns the standings by brand ID. */
export function placeBrands(data: MetricData): Map<string, BrandStanding> {
  const { scope, statistics } = data;
  const ids = scope.brands.map(({ id }) => id);
  const selected = getSelectedSegments(data);
  if (ids.length < 2 || sumCurrent(selected, 'answers') < minAnswers) {
    return new Map(ids.map((id) => [id, { place: null, standing: null }]));
  }
  const segments = selected.map(({ index }) => index);
  return rankBrands(
    ids,
    scope.selectedBrand.id,
    (id, other) => statistics.compareBrands(id, other, segments)?.standing ?? 'tied',
  );
}

/** The place of the selected brand in visibility. */
export interface SelectedBrandPlace {
  /** As far as it is clear; null if it is unknown. */
  place: PlaceRange | null;
  /** The names of the brands that are clearly ahead of it, the most mentioned first. */
  brandsAhead: string[];
}

/** Returns the place of the selected brand, and the brands ahead of it. @param standings of all brands */
export function placeSelectedBrand(
  { scope, brands }: MetricData,
  standings: ReadonlyMap<string, BrandStanding>,
): SelectedBrandPlace {
  const countMentioned = (id: string) => sumCurrent(brands.get(id) ?? [], 'mentioned');
  return {
    place: standings.get(scope.selectedBrand.id)?.place ?? null,
    brandsAhead: scope.brands
      .filter(({ id }) => standings.get(id)?.standing === 'ahead')
      .sort((a, b) => countMentioned(b.id) - countMentioned(a.id))
      .map(({ name }) => name),
  };
}

/** Places brands by comparing each pair once. @param compare how the first brand stands to the second one */
export function rankBrands(
  ids: readonly string[],
  selectedId: string,
  compare: (id: string, other: string) => Standing,
): Map<string, BrandStanding> {
  const standings = new Map(ids.map((id) => [id, new Map<string, Standing>()]));
  for (const [index, id] of ids.entries()) {
    for (const other of ids.slice(index + 1)) {
      const standing = compare(id, other);
      standings.get(id)?.set(other, standing);
      standings.get(other)?.set(id, opposites[standing]);
    }
  }
  return new Map(
    [...standings].map(([id, others]) => [
      id,
      { place: placeBrand([...others.values()]), standing: others.get(selectedId) ?? null },
    ]),
  );
}
