import { ask } from '#lib/dashboard/analytics/ask';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { type Cell, readCells } from '#lib/dashboard/analytics/read-cells';
import { type Market, readMarket } from '#lib/dashboard/analytics/read-market';
import { type Slice, slicesOf } from '#lib/dashboard/analytics/slices';
import type { Context } from '#lib/db/context';

export interface CountrySlice extends Slice {
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** The own brand by country, most answers first. */
export function byCountry(context: Context, filters: MetricFilters): Promise<CountrySlice[]> {
  return ask(context, async (scope) => {
    const market = await readMarket(scope, filters);
    const { cells } = await readCells(scope, filters, market);
    return byCountryOf(market, cells, filters);
  });
}

/** The same of cells already read. */
export function byCountryOf(market: Market, cells: readonly Cell[], filters: MetricFilters): CountrySlice[] {
  return [...slicesOf(market, cells, filters, ({ country }) => country)].map(([country, slice]) => ({
    country,
    ...slice,
  }));
}
