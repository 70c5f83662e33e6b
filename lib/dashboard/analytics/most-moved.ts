import type { Change } from '#lib/core/figure';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { judge } from '#lib/dashboard/analytics/judge';
import { comparisonOf, measures } from '#lib/dashboard/analytics/measures';
import { groupCells, ownRows } from '#lib/dashboard/analytics/own-cells';
import type { Cell } from '#lib/dashboard/analytics/read-cells';
import type { Market } from '#lib/dashboard/analytics/read-market';

/** An engine in a country whose visibility moved. */
export interface MostMoved {
  engine: string;
  country: string;
  change: Change;
}

/** The engine and country whose visibility moved most, of those that moved beyond noise; null without any. */
export function mostMovedOf(
  market: Market,
  cells: readonly Cell[],
  filters: MetricFilters,
): MostMoved | null {
  const groups = [...groupCells(cells, ({ engine, country }) => `${engine} ${country}`).values()];
  const changes = judge(
    groups.map((group) => {
      const { rows, models } = ownRows(group, market);
      return comparisonOf(measures.visibility, rows, { market, brand: market.own, filters, models });
    }),
  );
  let most: MostMoved | null = null;
  for (const [index, change] of changes.entries()) {
    const cell = groups[index]?.[0];
    if (!cell || change.verdict !== 'moved') continue;
    if (!most || sizeOf(change) > sizeOf(most.change)) {
      most = { engine: cell.engine, country: cell.country, change };
    }
  }
  return most;
}

function sizeOf(change: Change): number {
  return Math.abs(change.difference ?? 0);
}
