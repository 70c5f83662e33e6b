import { ask } from '#lib/dashboard/analytics/ask';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { readCells } from '#lib/dashboard/analytics/read-cells';
import { readMarket } from '#lib/dashboard/analytics/read-market';
import { type Slice, slicesOf } from '#lib/dashboard/analytics/slices';
import type { Context } from '#lib/db/context';

/** The brand by prompt, by the prompt's id; only prompts that were asked in the period are there. */
export function byPrompt(context: Context, filters: MetricFilters): Promise<Map<string, Slice>> {
  return ask(context, async (scope) => {
    const market = await readMarket(scope, filters);
    const { cells } = await readCells(scope, filters, market);
    return slicesOf(market, cells, filters, ({ promptId }) => promptId);
  });
}
