import { getSelectedSegments, type MetricData } from '#lib/dashboard/analytics/segments/metric-data';
import { sumCurrent } from '#lib/dashboard/analytics/segments/count-segments';
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

/** Compares the visibility of all tracked brands in the same answers, each pair once. Returns the standings by brand ID. */
export function placeBrands(data: MetricData): Map<string, BrandStanding> {
  const { scope, statistics } = data;
  const ids = scope.brands.map(({ id }) => id);
  const selected = getSelectedSegments(data);
  const isTooEarly = ids.length < 2 || sumCurrent(selected, 'answers') < minAnswers;
  const segments = selected.map(({ index }) => index);
  const standings = new Map(ids.map((id) => [id, new Map<string, Standing>()]));
  if (!isTooEarly) {
    for (const [index, id] of ids.entries()) {
      for (const other of ids.slice(index + 1)) {
        const standing = statistics.compareBrands(id, other, segments)?.standing ?? 'tied';
        standings.get(id)?.set(other, standing);
        standings.get(other)?.set(id, opposites[standing]);
      }
    }
  }
  return new Map(
    [...standings].map(([id, others]) => [
      id,
      {
        place: isTooEarly ? null : placeBrand([...others.values()]),
        standing: others.get(scope.selectedBrand.id) ?? null,
      },
    ]),
  );
}
