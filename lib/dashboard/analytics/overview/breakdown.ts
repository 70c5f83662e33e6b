import { computeRate, type Metric, type Rate } from '#lib/core/metric';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  compareMetric,
  compareMetrics,
  computeMeanMetric,
  computeMetric,
  type MetricDefinition,
  type MetricSet,
  metricDefinitions,
} from '#lib/dashboard/analytics/segments/compute-metrics';
import { isAllFictional, sumCurrent, toMetricInput } from '#lib/dashboard/analytics/segments/metric-rows';
import { type ProjectScope, readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { readSegments, type Segment } from '#lib/dashboard/analytics/segments/read-segments';
import type { Context } from '#lib/db/client';

/** The selected brand's metrics on one engine, in one country or for one prompt. */
export interface BreakdownRow
  extends Pick<MetricSet, 'visibility' | 'shareOfVoice' | 'position' | 'citationRate'> {
  answers: number;
  isFictional: boolean;
  /** Answered ÷ (answered + no answer). */
  triggerRate: Rate;
}

export interface EngineBreakdownRow extends BreakdownRow {
  engine: string;
  /** The model that served most of the newest answers of each period; null where the engine reports none. */
  modelBefore: string | null;
  modelNow: string | null;
}

export interface CountryBreakdownRow extends BreakdownRow {
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** Visibility on one engine in one country. */
export interface EngineCountryVisibility {
  engine: string;
  country: string;
  visibility: Metric;
}

/** Computes metrics by key, most answers first; the changes of one metric are judged together. */
function buildBreakdown(
  scope: ProjectScope,
  segments: readonly Segment[],
  filters: MetricFilters,
  getKey: (segment: Segment) => string,
): Map<string, BreakdownRow> {
  const groups = [...Map.groupBy(segments, getKey)]
    .filter(([, group]) => isObserved(group))
    .map(([key, group]) => ({
      key,
      group,
      answers: sumCurrent(group, 'answers'),
      input: toMetricInput(group, scope, filters),
    }))
    .sort((a, b) => b.answers - a.answers || a.key.localeCompare(b.key));
  const inputs = groups.map(({ input }) => input);
  const { visibility, shareOfVoice, position, citationRate } = metricDefinitions;
  const getChange = compareMetrics([visibility, shareOfVoice, position, citationRate], inputs);
  return new Map(
    groups.map(({ key, group, answers, input }, index) => {
      const compute = (definition: MetricDefinition) =>
        computeMetric(definition, input, getChange(definition, index));
      return [
        key,
        {
          answers,
          isFictional: isAllFictional(group),
          visibility: compute(visibility),
          shareOfVoice: compute(shareOfVoice),
          position: computeMeanMetric(position, input, getChange(position, index)),
          citationRate: compute(citationRate),
          triggerRate: computeRate(answers, answers + sumCurrent(group, 'noAnswer')),
        },
      ];
    }),
  );
}

function isObserved(segments: readonly Segment[]): boolean {
  return segments.some(({ now }) => now.answers + now.noAnswer > 0);
}

/** Computes the metrics by engine, most answers first. */
export function buildEngineBreakdown(
  scope: ProjectScope,
  segments: readonly Segment[],
  filters: MetricFilters,
): EngineBreakdownRow[] {
  return [...buildBreakdown(scope, segments, filters, ({ engine }) => engine)].map(([engine, row]) => {
    const models = scope.models.get(engine);
    return { engine, ...row, modelBefore: models?.before ?? null, modelNow: models?.now ?? null };
  });
}

/** Computes the metrics by country, most answers first. */
export function buildCountryBreakdown(
  scope: ProjectScope,
  segments: readonly Segment[],
  filters: MetricFilters,
): CountryBreakdownRow[] {
  return [...buildBreakdown(scope, segments, filters, ({ country }) => country)].map(([country, row]) => ({
    country,
    ...row,
  }));
}

/** Computes visibility by engine and country, in the order of their keys; the changes are judged together. */
export function buildEngineCountryVisibility(
  scope: ProjectScope,
  segments: readonly Segment[],
  filters: MetricFilters,
): EngineCountryVisibility[] {
  const groups = [...Map.groupBy(segments, ({ engine, country }) => `${engine} ${country}`)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group;
      if (!first || !isObserved(group)) return [];
      return { engine: first.engine, country: first.country, input: toMetricInput(group, scope, filters) };
    });
  const changes = compareMetric(
    metricDefinitions.visibility,
    groups.map(({ input }) => input),
  );
  return groups.map(({ engine, country, input }, index) => ({
    engine,
    country,
    visibility: computeMetric(metricDefinitions.visibility, input, changes[index] ?? null),
  }));
}

/** Returns the metrics of the prompts with observations in the current period, by prompt ID. */
export function getPromptBreakdown(
  context: Context,
  filters: MetricFilters,
): Promise<Map<string, BreakdownRow>> {
  return withMetricsTransaction(context, async (tx) => {
    const scope = await readProjectScope(tx, filters);
    const { segments } = await readSegments(tx, filters, scope);
    return buildBreakdown(scope, segments, filters, ({ promptId }) => promptId);
  });
}
