import type { SentimentFigure, TrackedBrand } from '#lib/core/figure';
import { ask } from '#lib/dashboard/analytics/ask';
import { brandStandingsOf } from '#lib/dashboard/analytics/brand-standings';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { readCells } from '#lib/dashboard/analytics/read-cells';
import { readMarket } from '#lib/dashboard/analytics/read-market';
import type { Context } from '#lib/db/context';

export interface BrandSentiment {
  brand: TrackedBrand;
  sentiment: SentimentFigure;
}

/** How the answers speak of each tracked brand, the best spoken of first; those never classified last. */
export function sentiment(context: Context, filters: MetricFilters): Promise<BrandSentiment[]> {
  return ask(context, async (scope) => {
    const market = await readMarket(scope, filters);
    const { cells, brandPrompts } = await readCells(scope, filters, market);
    return brandStandingsOf(market, cells, brandPrompts, filters)
      .map(({ brand, sentiment: figure }) => ({ brand, sentiment: figure }))
      .sort((a, b) => (b.sentiment.value ?? -Infinity) - (a.sentiment.value ?? -Infinity) || 0);
  });
}
