import type { Figure, MeanFigure } from '#lib/core/figure';
import { type Rate, wilson } from '#lib/core/rate';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { judge } from '#lib/dashboard/analytics/judge';
import {
  comparisonOf,
  figureOf,
  type Measure,
  meanFigureOf,
  measures,
} from '#lib/dashboard/analytics/measures';
import { allFictional, countNow, groupCells, ownRows } from '#lib/dashboard/analytics/own-cells';
import type { Cell } from '#lib/dashboard/analytics/read-cells';
import type { Market } from '#lib/dashboard/analytics/read-market';

/** The own brand's figures in one part of the answers: an engine, a country. */
export interface Slice {
  answers: number;
  fictional: boolean;
  visibility: Figure;
  shareOfVoice: Figure;
  position: MeanFigure;
  citationRate: Figure;
  /** Observations where the engine gave an answer at all. */
  triggerRate: Rate;
}

/** The slices of cells by a key, most answers first; each column's changes are judged together. */
export function slicesOf(
  market: Market,
  cells: readonly Cell[],
  filters: MetricFilters,
  keyOf: (cell: Cell) => string,
): Map<string, Slice> {
  const groups = [...groupCells(cells, keyOf)]
    .filter(([, group]) => countNow(group, 'answers') + countNow(group, 'noAnswer') > 0)
    .map(([key, group]) => ({ key, group, answers: countNow(group, 'answers') }))
    .sort((a, b) => b.answers - a.answers || a.key.localeCompare(b.key));
  const slices = groups.map(({ group }) => {
    const { rows, models } = ownRows(group, market);
    return { rows, terms: { market, brand: market.own, filters, models } };
  });
  const changesOf = (measure: Measure) =>
    market.periods.previous ? judge(slices.map(({ rows, terms }) => comparisonOf(measure, rows, terms))) : [];
  const changes = {
    visibility: changesOf(measures.visibility),
    shareOfVoice: changesOf(measures.shareOfVoice),
    position: changesOf(measures.position),
    citationRate: changesOf(measures.citationRate),
  };
  const result = new Map<string, Slice>();
  for (const [index, { key, group, answers }] of groups.entries()) {
    const slice = slices[index];
    if (!slice) continue;
    const { rows, terms } = slice;
    result.set(key, {
      answers,
      fictional: allFictional(group),
      visibility: figureOf(measures.visibility, rows, terms, changes.visibility[index] ?? null),
      shareOfVoice: figureOf(measures.shareOfVoice, rows, terms, changes.shareOfVoice[index] ?? null),
      position: meanFigureOf(measures.position, rows, terms, changes.position[index] ?? null),
      citationRate: figureOf(measures.citationRate, rows, terms, changes.citationRate[index] ?? null),
      triggerRate: wilson(answers, answers + countNow(group, 'noAnswer')),
    });
  }
  return result;
}
