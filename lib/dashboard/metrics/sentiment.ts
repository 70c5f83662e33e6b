import type { SentimentFigure, TrackedBrand } from '#lib/core/figure';
import { ask } from '#lib/dashboard/metrics/ask';
import { brandStandingsOf } from '#lib/dashboard/metrics/brand-standings';
import type { MetricFilters } from '#lib/dashboard/metrics/filters';
import { readCells } from '#lib/dashboard/metrics/read-cells';
import { readMarket } from '#lib/dashboard/metrics/read-market';
import type { Context } from '#lib/database/context';

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
