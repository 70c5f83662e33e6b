import type { Figure, MeanFigure, TrackedBrand } from '#lib/core/figure';
import { ask } from '#lib/dashboard/metrics/ask';
import { brandRows } from '#lib/dashboard/metrics/brand-rows';
import type { MetricFilters } from '#lib/dashboard/metrics/filters';
import { judge } from '#lib/dashboard/metrics/judge';
import {
  comparisonOf,
  figureOf,
  type Measure,
  meanFigureOf,
  measures,
} from '#lib/dashboard/metrics/measures';
import { engineChanged } from '#lib/dashboard/metrics/own-cells';
import { type BrandPrompt, type Cell, readCells } from '#lib/dashboard/metrics/read-cells';
import { type Market, readMarket } from '#lib/dashboard/metrics/read-market';
import type { Context } from '#lib/database/context';

export interface BrandStanding {
  brand: TrackedBrand;
  /** Answers that mention it. */
  mentioned: number;
  visibility: Figure;
  shareOfVoice: Figure;
  position: MeanFigure;
  firstPlace: Figure;
  citationRate: Figure;
  citationShare: Figure;
}

/** Every tracked brand against the others, the most visible first. */
export function brandStandings(context: Context, filters: MetricFilters): Promise<BrandStanding[]> {
  return ask(context, async (scope) => {
    const market = await readMarket(scope, filters);
    const { cells, brandPrompts } = await readCells(scope, filters, market.own.id);
    return brandStandingsOf(market, cells, brandPrompts, filters);
  });
}

/** The same of counts already read. */
export function brandStandingsOf(
  market: Market,
  cells: readonly Cell[],
  counted: readonly BrandPrompt[],
  filters: MetricFilters,
): BrandStanding[] {
  const terms = { market, filters, engineChanged: engineChanged(cells, market) };
  const rows = market.brands.map((brand) => brandRows(brand.id, cells, counted));
  const changesOf = (measure: Measure) =>
    market.periods.previous ? judge(rows.map((brand) => comparisonOf(measure, brand, terms))) : [];
  const figuresOf = (measure: Measure) => {
    const changes = changesOf(measure);
    return rows.map((brand, index) => figureOf(measure, brand, terms, changes[index] ?? null));
  };
  const visibility = figuresOf(measures.visibility);
  const shareOfVoice = figuresOf(measures.shareOfVoice);
  const firstPlace = figuresOf(measures.firstPlace);
  const citationRate = figuresOf(measures.citationRate);
  const citationShare = figuresOf(measures.citationShare);
  const positionChanges = changesOf(measures.position);
  const standings = market.brands.flatMap(({ id, name, role, hue }, index) => {
    const seen = visibility[index];
    const voice = shareOfVoice[index];
    const first = firstPlace[index];
    const rate = citationRate[index];
    const share = citationShare[index];
    if (!seen || !voice || !first || !rate || !share) return [];
    return {
      brand: { id, name, role, hue },
      mentioned: seen.numerator,
      visibility: seen,
      shareOfVoice: voice,
      position: meanFigureOf(measures.position, rows[index] ?? [], terms, positionChanges[index] ?? null),
      firstPlace: first,
      citationRate: rate,
      citationShare: share,
    };
  });
  return standings.sort((a, b) => b.mentioned - a.mentioned || a.brand.hue - b.brand.hue);
}
