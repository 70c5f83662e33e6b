import { computeRate, type MeanMetric, type Metric, type Rate } from '#lib/core/metric';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import {
  groupSegments,
  isAllFictional,
  sumCurrent,
  toMetricRows,
} from '#lib/dashboard/analytics/segments/metric-rows';
import {
  computeMeanMetric,
  computeMetric,
  type MetricDefinition,
  metricDefinitions,
  toComparison,
} from '#lib/dashboard/analytics/segments/metrics';
import { type ProjectScope, readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { readSegments, type Segment } from '#lib/dashboard/analytics/segments/read-segments';
import { comparePeriods } from '#lib/dashboard/analytics/statistics/compare-periods';
import type { Context } from '#lib/db/context';

/** The own brand's figures in one part of the answers: an engine, a country. */
export interface BreakdownRow {
  answers: number;
  fictional: boolean;
  visibility: Metric;
  shareOfVoice: Metric;
  position: MeanMetric;
  citationRate: Metric;
  /** Observations where the engine gave an answer at all. */
  triggerRate: Rate;
}

/** The slices of cells by a key, most answers first; each column's changes are judged together. */
function buildBreakdown(
  market: ProjectScope,
  cells: readonly Segment[],
  filters: MetricFilters,
  keyOf: (cell: Segment) => string,
): Map<string, BreakdownRow> {
  const groups = [...groupSegments(cells, keyOf)]
    .filter(([, group]) => sumCurrent(group, 'answers') + sumCurrent(group, 'noAnswer') > 0)
    .map(([key, group]) => ({ key, group, answers: sumCurrent(group, 'answers') }))
    .sort((a, b) => b.answers - a.answers || a.key.localeCompare(b.key));
  const slices = groups.map(({ group }) => {
    const { rows, models } = toMetricRows(group, market);
    return { rows, terms: { market, brand: market.own, filters, models } };
  });
  const changesOf = (measure: MetricDefinition) =>
    market.periods.previous
      ? comparePeriods(slices.map(({ rows, terms }) => toComparison(measure, rows, terms)))
      : [];
  const changes = {
    visibility: changesOf(metricDefinitions.visibility),
    shareOfVoice: changesOf(metricDefinitions.shareOfVoice),
    position: changesOf(metricDefinitions.position),
    citationRate: changesOf(metricDefinitions.citationRate),
  };
  const result = new Map<string, BreakdownRow>();
  for (const [index, { key, group, answers }] of groups.entries()) {
    const slice = slices[index];
    if (!slice) continue;
    const { rows, terms } = slice;
    result.set(key, {
      answers,
      fictional: isAllFictional(group),
      visibility: computeMetric(metricDefinitions.visibility, rows, terms, changes.visibility[index] ?? null),
      shareOfVoice: computeMetric(
        metricDefinitions.shareOfVoice,
        rows,
        terms,
        changes.shareOfVoice[index] ?? null,
      ),
      position: computeMeanMetric(metricDefinitions.position, rows, terms, changes.position[index] ?? null),
      citationRate: computeMetric(
        metricDefinitions.citationRate,
        rows,
        terms,
        changes.citationRate[index] ?? null,
      ),
      triggerRate: computeRate(answers, answers + sumCurrent(group, 'noAnswer')),
    });
  }
  return result;
}

export interface EngineBreakdownRow extends BreakdownRow {
  engine: string;
  /** The model that served most of its newest answers, before and now; null where the engine does not say. */
  modelBefore: string | null;
  modelNow: string | null;
}

/** The own brand by engine, most answers first. */
export function getEngineBreakdown(context: Context, filters: MetricFilters): Promise<EngineBreakdownRow[]> {
  return withMetricsTransaction(context, async (scope) => {
    const market = await readProjectScope(scope, filters);
    const { cells } = await readSegments(scope, filters, market);
    return buildEngineBreakdown(market, cells, filters);
  });
}

/** The same of cells already read. */
export function buildEngineBreakdown(
  market: ProjectScope,
  cells: readonly Segment[],
  filters: MetricFilters,
): EngineBreakdownRow[] {
  return [...buildBreakdown(market, cells, filters, ({ engine }) => engine)].map(([engine, slice]) => {
    const models = market.models.get(engine);
    return { engine, ...slice, modelBefore: models?.before ?? null, modelNow: models?.now ?? null };
  });
}

export interface CountryBreakdownRow extends BreakdownRow {
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** The own brand by country, most answers first. */
export function getCountryBreakdown(
  context: Context,
  filters: MetricFilters,
): Promise<CountryBreakdownRow[]> {
  return withMetricsTransaction(context, async (scope) => {
    const market = await readProjectScope(scope, filters);
    const { cells } = await readSegments(scope, filters, market);
    return buildCountryBreakdown(market, cells, filters);
  });
}

/** The same of cells already read. */
export function buildCountryBreakdown(
  market: ProjectScope,
  cells: readonly Segment[],
  filters: MetricFilters,
): CountryBreakdownRow[] {
  return [...buildBreakdown(market, cells, filters, ({ country }) => country)].map(([country, slice]) => ({
    country,
    ...slice,
  }));
}

/** The brand by prompt, by the prompt's id; only prompts that were asked in the period are there. */
export function getPromptBreakdown(
  context: Context,
  filters: MetricFilters,
): Promise<Map<string, BreakdownRow>> {
  return withMetricsTransaction(context, async (scope) => {
    const market = await readProjectScope(scope, filters);
    const { cells } = await readSegments(scope, filters, market);
    return buildBreakdown(market, cells, filters, ({ promptId }) => promptId);
  });
}
