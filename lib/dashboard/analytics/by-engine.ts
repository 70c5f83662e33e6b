import { ask } from '#lib/dashboard/analytics/ask';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { type Cell, readCells } from '#lib/dashboard/analytics/read-cells';
import { type Market, readMarket } from '#lib/dashboard/analytics/read-market';
import { type Slice, slicesOf } from '#lib/dashboard/analytics/slices';
import type { Context } from '#lib/db/context';

export interface EngineSlice extends Slice {
  engine: string;
  /** The model that served most of its newest answers, before and now; null where the engine does not say. */
  modelBefore: string | null;
  modelNow: string | null;
}

/** The own brand by engine, most answers first. */
export function byEngine(context: Context, filters: MetricFilters): Promise<EngineSlice[]> {
  return ask(context, async (scope) => {
    const market = await readMarket(scope, filters);
    const { cells } = await readCells(scope, filters, market);
    return byEngineOf(market, cells, filters);
  });
}

/** The same of cells already read. */
export function byEngineOf(market: Market, cells: readonly Cell[], filters: MetricFilters): EngineSlice[] {
  return [...slicesOf(market, cells, filters, ({ engine }) => engine)].map(([engine, slice]) => {
    const models = market.models.get(engine);
    return { engine, ...slice, modelBefore: models?.before ?? null, modelNow: models?.now ?? null };
  });
}
