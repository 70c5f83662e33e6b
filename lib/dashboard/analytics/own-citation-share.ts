import type { Figure } from '#lib/core/figure';
import type { AskedCell } from '#lib/dashboard/analytics/asked-cells';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { figureOf, measures, noCounts } from '#lib/dashboard/analytics/measures';
import type { Market } from '#lib/dashboard/analytics/read-market';
import { isNow, rollupInScope, scopeValues } from '#lib/dashboard/analytics/scope';
import type { Context } from '#lib/db/context';

const text = `
SELECT prompt_id AS "promptId", sum(citations)::int AS citations
FROM daily_brands WHERE ${rollupInScope} AND ${isNow} AND brand_id = $13 GROUP BY prompt_id`;

interface Row {
  promptId: string;
  citations: number;
}

/** Citations of addresses of the brand looked at ÷ all citations, over what was asked; not compared. */
export async function readOwnCitationShare(
  context: Context,
  filters: MetricFilters,
  market: Market,
  cells: readonly AskedCell[],
): Promise<Figure> {
  const { rows } = await context.db.$client.query<Row>({
    name: 'metrics-own-citations',
    text,
    values: [...scopeValues(context.organizationId, filters), market.own.id],
  });
  const ofPrompts = [
    ...cells.map(({ promptId, now }) => ({ promptId, counts: { ...noCounts, ...now } })),
    ...rows.map(({ promptId, citations }) => ({
      promptId,
      counts: { ...noCounts, ownCitations: citations },
    })),
  ];
  const observed = ofPrompts.map(({ promptId, counts }) => ({
    promptId,
    branded: false,
    pairs: 0,
    all: counts,
    now: noCounts,
    before: noCounts,
  }));
  const models = { withoutEngines: [], engineChanged: false };
  return figureOf(measures.citationShare, observed, { market, brand: market.own, filters, models }, null);
}
