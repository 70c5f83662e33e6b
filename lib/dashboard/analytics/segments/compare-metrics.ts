import type { Change } from '#lib/core/metric';
import {
  type GetChange,
  type MetricInput,
  selectSegments,
  toCluster,
} from '#lib/dashboard/analytics/segments/compute-metrics';
import type { MetricCounts, MetricDefinition } from '#lib/dashboard/analytics/segments/metric-definitions';
import { comparePeriods, type PeriodComparison } from '#lib/dashboard/analytics/statistics/compare-periods';

/**
 * Compares both periods of all metrics that a page shows, because they are judged together.
 * @returns a function from an input and its metric to the change; null when nothing is compared
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

/** Returns what the change of a metric is computed from. */
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
    shocks: input.runs.getShocks(definition),
    autocorrelation: input.runs.autocorrelation,
    ...input.models,
  };
}
