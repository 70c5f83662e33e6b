import type { Figure } from '#lib/core/figure';
import { ask } from '#lib/dashboard/analytics/ask';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { judge } from '#lib/dashboard/analytics/judge';
import { comparisonOf, figureOf, measures } from '#lib/dashboard/analytics/measures';
import { groupCells, ownRows } from '#lib/dashboard/analytics/own-cells';
import { type Cell, readCells } from '#lib/dashboard/analytics/read-cells';
import { type Market, readMarket } from '#lib/dashboard/analytics/read-market';
import type { Context } from '#lib/db/context';

/** Visibility where an engine was asked from a country. */
export interface EngineInCountry {
  engine: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  visibility: Figure;
}

/** The visibility of the brand by engine and country together, in the order of their keys. */
export function engineCountry(context: Context, filters: MetricFilters): Promise<EngineInCountry[]> {
  return ask(context, async (scope) => {
    const market = await readMarket(scope, filters);
    const { cells } = await readCells(scope, filters, market);
    return engineCountryOf(market, cells, filters);
  });
}

/** The same of cells already read; the changes are judged together. */
export function engineCountryOf(
  market: Market,
  cells: readonly Cell[],
  filters: MetricFilters,
): EngineInCountry[] {
  const groups = [...groupCells(cells, ({ engine, country }) => `${engine} ${country}`)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group;
      const asked = group.some(({ now }) => now.answers + now.noAnswer > 0);
      return first && asked ? [{ ...first, group }] : [];
    });
  const parts = groups.map(({ group }) => {
    const { rows, models } = ownRows(group, market);
    return { rows, terms: { market, brand: market.own, filters, models } };
  });
  const changes = market.periods.previous
    ? judge(parts.map(({ rows, terms }) => comparisonOf(measures.visibility, rows, terms)))
    : [];
  return groups.flatMap(({ engine, country }, index) => {
    const part = parts[index];
    if (!part) return [];
    const visibility = figureOf(measures.visibility, part.rows, part.terms, changes[index] ?? null);
    return [{ engine, country, visibility }];
  });
}
