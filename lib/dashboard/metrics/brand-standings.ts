import type { Figure, MeanFigure, SentimentFigure, TrackedBrand } from '#lib/core/figure';
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
import { comparedCells } from '#lib/dashboard/metrics/own-cells';
import { type BrandPrompt, type Cell, readCells } from '#lib/dashboard/metrics/read-cells';
import { type Market, readMarket } from '#lib/dashboard/metrics/read-market';
import { sentimentFigureOf } from '#lib/dashboard/metrics/sentiment-figure';
import type { Context } from '#lib/database/context';

export interface BrandStanding {
  brand: TrackedBrand;
  /** Whether it has a domain: without one none of its citations is counted. */
  citable: boolean;
  /** Answers that mention it. */
  mentioned: number;
  visibility: Figure;
  shareOfVoice: Figure;
  position: MeanFigure;
  firstPlace: Figure;
  citationRate: Figure;
  citationShare: Figure;
  sentiment: SentimentFigure;
}

/** Every tracked brand against the others, the most visible first. */
export function brandStandings(context: Context, filters: MetricFilters): Promise<BrandStanding[]> {
  return ask(context, async (scope) => {
    const market = await readMarket(scope, filters);
    const { cells, brandPrompts } = await readCells(scope, filters, market);
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
  const { compared, models } = comparedCells(cells, market);
  const terms = { market, filters, models };
  const rows = market.brands.map((brand) => brandRows(brand.id, cells, counted, compared));
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
  const sentimentChanges = changesOf(measures.sentiment);
  const standings = market.brands.flatMap(({ id, name, role, hue, domains }, index) => {
    const seen = visibility[index];
    const voice = shareOfVoice[index];
    const first = firstPlace[index];
    const rate = citationRate[index];
    const share = citationShare[index];
    if (!seen || !voice || !first || !rate || !share) return [];
    return {
      brand: { id, name, role, hue },
      citable: domains.length > 0,
      mentioned: seen.numerator,
      visibility: seen,
      shareOfVoice: voice,
      position: meanFigureOf(measures.position, rows[index] ?? [], terms, positionChanges[index] ?? null),
      firstPlace: first,
      citationRate: rate,
      citationShare: share,
      sentiment: sentimentFigureOf(rows[index] ?? [], terms, sentimentChanges[index] ?? null),
    };
  });
  return standings.sort((a, b) => b.mentioned - a.mentioned || a.brand.hue - b.brand.hue);
}
