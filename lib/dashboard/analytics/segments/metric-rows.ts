import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { MetricInput, ModelChanges } from '#lib/dashboard/analytics/segments/compute-metrics';
import type { MetricSegment } from '#lib/dashboard/analytics/segments/metric-definitions';
import type { ProjectBrand, ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import {
  type BrandSegments,
  noSegments,
  type Segment,
  type SegmentCounts,
} from '#lib/dashboard/analytics/segments/read-segments';

/**
 * Selects the segments whose periods can be compared: those answered in both, of engines whose model did not change,
 * or all of them if every model changed.
 */
export function selectCompared<T extends MetricSegment & { engine: string }>(
  segments: readonly T[],
  { models }: ProjectScope,
): { compared: readonly T[]; models: ModelChanges } {
  const paired = segments.filter(isPaired);
  const { true: changed = [], false: unchanged = [] } = Object.groupBy(paired, ({ engine }) =>
    models.get(engine)?.changed ? 'true' : 'false',
  );
  if (unchanged.length === 0) {
    return { compared: paired, models: { excludedEngines: [], modelChanged: paired.length > 0 } };
  }
  const excludedEngines = [...new Set(changed.map(({ engine }) => engine))].sort();
  return { compared: unchanged, models: { excludedEngines, modelChanged: false } };
}

/** Whether a segment was answered in both periods, so that its change can be measured. */
export function isPaired({ current, previous }: MetricSegment): boolean {
  return current.answers > 0 && previous.answers > 0;
}

/** The data and settings that all metrics of a page are computed from. */
export interface MetricSource {
  scope: ProjectScope;
  filters: MetricFilters;
  brands: ReadonlyMap<string, BrandSegments>;
}

/** Returns the counts of a brand, which is the selected one by default, over all segments or over some. */
export function toMetricInput(
  { scope, filters, brands }: MetricSource,
  { brand = scope.selectedBrand, segments }: { brand?: ProjectBrand; segments?: readonly Segment[] } = {},
): MetricInput {
  const data = brands.get(brand.id) ?? noSegments;
  const chosen = segments ?? data.segments;
  return { segments: chosen, ...selectCompared(chosen, scope), scope, brand, filters, runs: data.runs };
}

/** Returns the sum of one count over the current period. */
export function sumCurrent(segments: readonly Segment[], count: keyof SegmentCounts): number {
  return segments.reduce((total, { current }) => total + current[count], 0);
}

/** Whether every answer comes from the sandbox's fictional market. */
export function isAllFictional(segments: readonly Segment[]): boolean {
  const answered = segments.filter(({ current, previous }) => current.answers + previous.answers > 0);
  return answered.length > 0 && answered.every(({ isFictional }) => isFictional);
}
