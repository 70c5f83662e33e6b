import type { Change, Figure, MeanFigure, SentimentFigure, TrackedBrand } from '#lib/core/figure';
import { type Grade, gradeOf, type Rate, wilson } from '#lib/core/rate';
import { ask } from '#lib/dashboard/analytics/ask';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { judge } from '#lib/dashboard/analytics/judge';
import { comparisonOf, figureOf, meanFigureOf, measures } from '#lib/dashboard/analytics/measures';
import { type MostMoved, mostMovedOf } from '#lib/dashboard/analytics/most-moved';
import { allFictional, countNow, ownRows } from '#lib/dashboard/analytics/own-cells';
import type { Periods } from '#lib/dashboard/analytics/periods';
import { type Cell, readCells } from '#lib/dashboard/analytics/read-cells';
import { type Market, readMarket } from '#lib/dashboard/analytics/read-market';
import { sentimentFigureOf } from '#lib/dashboard/analytics/sentiment-figure';
import type { Context } from '#lib/db/context';

/** The own brand's figures of the period. */
export interface Headline {
  brand: TrackedBrand;
  periods: Periods;
  runs: number;
  answers: number;
  /** Answers of the previous period; null when nothing is compared. */
  answersBefore: number | null;
  grade: Grade;
  /** Whether every answer comes from the fictional market. */
  fictional: boolean;
  visibility: Figure;
  shareOfVoice: Figure;
  position: MeanFigure;
  firstPlace: Figure;
  citationRate: Figure;
  citationShare: Figure;
  sentiment: SentimentFigure;
  /** Observations where the engine gave an answer at all, of those where it could. */
  triggerRate: Rate;
  /** Where visibility moved most; null where nowhere did beyond noise. */
  mostMoved: MostMoved | null;
}

/** The headline figures of a project, with their change and how sure they are. */
export function headline(context: Context, filters: MetricFilters): Promise<Headline> {
  return ask(context, async (scope) => {
    const market = await readMarket(scope, filters);
    const { cells } = await readCells(scope, filters, market);
    return headlineOf(market, cells, filters);
  });
}

/** The headline of cells already read. */
export function headlineOf(market: Market, cells: readonly Cell[], filters: MetricFilters): Headline {
  const { id, name, role, hue } = market.own;
  const { rows, models } = ownRows(cells, market);
  const terms = { market, brand: market.own, filters, models };
  const compared = market.periods.previous !== null;
  const family = Object.values(measures);
  const judged = compared ? judge(family.map((measure) => comparisonOf(measure, rows, terms))) : [];
  const changeOf = (measure: (typeof family)[number]): Change | null =>
    judged[family.indexOf(measure)] ?? null;
  const rate = (measure: (typeof family)[number]) => figureOf(measure, rows, terms, changeOf(measure));
  const answers = countNow(cells, 'answers');
  return {
    brand: { id, name, role, hue },
    periods: market.periods,
    runs: market.runs,
    answers,
    answersBefore: compared ? cells.reduce((total, cell) => total + cell.before.answers, 0) : null,
    grade: gradeOf(answers),
    fictional: allFictional(cells),
    visibility: rate(measures.visibility),
    shareOfVoice: rate(measures.shareOfVoice),
    position: meanFigureOf(measures.position, rows, terms, changeOf(measures.position)),
    firstPlace: rate(measures.firstPlace),
    citationRate: rate(measures.citationRate),
    citationShare: rate(measures.citationShare),
    sentiment: sentimentFigureOf(rows, terms, changeOf(measures.sentiment)),
    triggerRate: wilson(answers, answers + countNow(cells, 'noAnswer')),
    mostMoved: compared ? mostMovedOf(market, cells, filters) : null,
  };
}
