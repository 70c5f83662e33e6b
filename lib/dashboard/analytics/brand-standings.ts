import type { Figure, MeanFigure, SentimentFigure, TrackedBrand } from '#lib/core/figure';
import { ask } from '#lib/dashboard/analytics/ask';
import { brandRows } from '#lib/dashboard/analytics/brand-rows';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { judge } from '#lib/dashboard/analytics/judge';
import {
  comparisonOf,
  figureOf,
  type Measure,
  meanFigureOf,
  measures,
} from '#lib/dashboard/analytics/measures';
import { comparedCells } from '#lib/dashboard/analytics/own-cells';
import { type BrandPrompt, type Cell, readCells } from '#lib/dashboard/analytics/read-cells';
import { type Market, readMarket } from '#lib/dashboard/analytics/read-market';
import { sentimentFigureOf } from '#lib/dashboard/analytics/sentiment-figure';
import type { Context } from '#lib/db/context';

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
  const parts = market.brands.map((brand) => ({
    rows: brandRows(brand.id, cells, counted, compared),
    terms: { market, brand, filters, models },
  }));
  const changesOf = (measure: Measure) =>
    market.periods.previous ? judge(parts.map(({ rows, terms }) => comparisonOf(measure, rows, terms))) : [];
  const figuresOf = (measure: Measure) => {
    const changes = changesOf(measure);
    return parts.map(({ rows, terms }, index) => figureOf(measure, rows, terms, changes[index] ?? null));
  };
  const visibility = figuresOf(measures.visibility);
  const shareOfVoice = figuresOf(measures.shareOfVoice);
  const firstPlace = figuresOf(measures.firstPlace);
  const citationRate = figuresOf(measures.citationRate);
  const citationShare = figuresOf(measures.citationShare);
  const positionChanges = changesOf(measures.position);
  const sentimentChanges = changesOf(measures.sentiment);
  const standings = parts.flatMap(({ rows, terms }, index) => {
    const { id, name, role, hue } = terms.brand;
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
      position: meanFigureOf(measures.position, rows, terms, positionChanges[index] ?? null),
      firstPlace: first,
      citationRate: rate,
      citationShare: share,
      sentiment: sentimentFigureOf(rows, terms, sentimentChanges[index] ?? null),
    };
  });
  return standings.sort((a, b) => b.mentioned - a.mentioned || a.brand.hue - b.brand.hue);
}
