import type { Change } from '#lib/core/metric';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  type GetChange,
  type MetricInput,
  type ModelChanges,
  selectSegments,
  toCluster,
} from '#lib/dashboard/analytics/segments/compute-metrics';
import type {
  MetricCounts,
  MetricDefinition,
  MetricSegment,
} from '#lib/dashboard/analytics/segments/metric-definitions';
import type { ProjectBrand, ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import {
  type BrandSegments,
  noSegments,
  type Segment,
} from '#lib/dashboard/analytics/segments/read-segments';
import { comparePeriods, type PeriodComparison } from '#lib/dashboard/analytics/statistics/compare-periods';

/**
 * Compares both periods for all metrics of a page in one call, because the intervals are corrected for the number of
 * changes.
 * @returns a function that returns the change of a metric; null when nothing is compared
 */
export function compareMetrics(
  shown: readonly (readonly [inputs: readonly MetricInput[], definitions: readonly MetricDefinition[]])[],
): GetChange {
  const pairs = shown.flatMap(([inputs, definitions]) =>
    inputs.flatMap((input) => definitions.map((definition) => ({ input, definition }))),
  );
  if (!pairs[0]?.input.scope.periods.previous) return () => null;
  const changes = comparePeriods(pairs.map(({ input, definition }) => toComparison(definition, input)));
  const byInput = new Map<MetricInput, Map<MetricDefinition, Change>>();
  for (const [index, { input, definition }] of pairs.entries()) {
    const change = changes[index];
    const byDefinition = byInput.get(input) ?? new Map<MetricDefinition, Change>();
    if (change) byInput.set(input, byDefinition.set(definition, change));
  }
  return (input, definition) => byInput.get(input)?.get(definition) ?? null;
}

/** Returns the data that the change of a metric is computed from. */
export function toComparison(definition: MetricDefinition, input: MetricInput): PeriodComparison {
  const segments = selectSegments(definition, input.compared, input);
  const toPeriod = (counts: MetricCounts) => ({
    ...toCluster(definition, counts),
    squares: counts[definition.squares ?? definition.numerator],
    answers: counts[definition.sampleSize],
  });
  return {
    kind: definition.kind,
    segments: segments.map(({ promptId, engine, current, previous }) => ({
      promptId,
      engine,
      current: toPeriod(current),
      previous: toPeriod(previous),
    })),
    shocks: input.daily.getShocks(definition),
    autocorrelation: input.daily.autocorrelation,
    ...input.models,
  };
}

/**
 * Selects the segments whose periods can be compared: those with answers in both, of engines whose model did not
 * change, or of all engines if every model changed.
 */
export function selectComparedSegments<T extends MetricSegment & { engine: string }>(
  segments: readonly T[],
  { models }: ProjectScope,
): { compared: readonly T[]; models: ModelChanges } {
  const paired = segments.filter(isPaired);
  const { true: changed = [], false: unchanged = [] } = Object.groupBy(paired, ({ engine }) =>
    models.get(engine)?.isChanged ? 'true' : 'false',
  );
  if (unchanged.length === 0) {
    return { compared: paired, models: { excludedEngines: [], modelChanged: paired.length > 0 } };
  }
  const excludedEngines = [...new Set(changed.map(({ engine }) => engine))].sort();
  return { compared: unchanged, models: { excludedEngines, modelChanged: false } };
}

/** Returns whether a segment has answers in both periods, so that its change can be measured. */
function isPaired({
  current,
  previous,
}: Record<'current' | 'previous', Pick<MetricCounts, 'answers'>>): boolean {
  return current.answers > 0 && previous.answers > 0;
}

/** The data and settings that all metrics of a page are computed from. */
export interface MetricData {
  scope: ProjectScope;
  filters: MetricFilters;
  brands: ReadonlyMap<string, BrandSegments>;
}

/** Returns the input of a brand's metrics, by default the selected brand's, over the given segments or over all. */
export function toMetricInput(
  { scope, filters, brands }: MetricData,
  { brand = scope.selectedBrand, segments }: { brand?: ProjectBrand; segments?: readonly Segment[] } = {},
): MetricInput {
  const data = brands.get(brand.id) ?? noSegments;
  const chosen = segments ?? data.segments;
  return {
    segments: chosen,
    ...selectComparedSegments(chosen, scope),
    scope,
    brand,
    filters,
    daily: data.daily,
  };
}
