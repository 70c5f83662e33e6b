import type { TrackedBrand } from '#lib/core/figure';
import { ask } from '#lib/dashboard/metrics/ask';
import type { MetricFilters } from '#lib/dashboard/metrics/filters';
import { type Market, readMarket } from '#lib/dashboard/metrics/read-market';
import { isNow, rollupInScope, scopeValues } from '#lib/dashboard/metrics/scope';
import type { Context } from '#lib/database/context';

/** The places a brand takes. */
export interface PositionDistribution {
  brand: TrackedBrand;
  /** Answers that mention it. */
  mentioned: number;
  /** Answers where it ranks 1, 2, … 9, and tenth or later. */
  places: number[];
}

const placesShown = 10;

const text = `
SELECT brand_id, ARRAY[${Array.from({ length: placesShown }, (_, at) => `coalesce(sum(ranks[${at + 1}]), 0)::int`).join(', ')}] AS places
FROM daily_brands WHERE ${rollupInScope} AND ${isNow} AND mentioned > 0 GROUP BY brand_id`;

/** How often each tracked brand takes each place, in the order of the brands. */
export function positionDistribution(
  context: Context,
  filters: MetricFilters,
): Promise<PositionDistribution[]> {
  return ask(context, async (scope) =>
    readPositionDistribution(scope, filters, await readMarket(scope, filters)),
  );
}

/** The same in a transaction already scoped. */
export async function readPositionDistribution(
  context: Context,
  filters: MetricFilters,
  market: Market,
): Promise<PositionDistribution[]> {
  const { rows } = await context.connection.query<{ brand_id: string; places: number[] }>({
    name: 'metrics-position-distribution',
    text,
    values: scopeValues(context.organizationId, filters),
  });
  return market.brands.map(({ id, name, role, hue }) => {
    const places =
      rows.find((row) => row.brand_id === id)?.places ?? Array.from({ length: placesShown }, () => 0);
    return {
      brand: { id, name, role, hue },
      mentioned: places.reduce((sum, answers) => sum + answers, 0),
      places,
    };
  });
}
