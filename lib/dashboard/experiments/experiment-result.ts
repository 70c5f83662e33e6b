import type { TrackedBrand } from '#lib/core/metric';
import { addDays, type Clock, daysBetween, type Period, toUtcDay } from '#lib/core/time';
import { getPresetDays, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import { isPaired } from '#lib/dashboard/analytics/segments/answer-segments';
import { isAllFictional } from '#lib/dashboard/analytics/segments/metric-rows';
import { readProjectScope, toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';
import {
  readSegments,
  type Segment,
  type SegmentCounts,
} from '#lib/dashboard/analytics/segments/read-segments';
import type { PairedCluster } from '#lib/dashboard/analytics/statistics/bootstrap';
import { computeEffects, type Effect } from '#lib/dashboard/experiments/effect';
import { type ExperimentSeries, readExperimentSeries } from '#lib/dashboard/experiments/experiment-series';
import type { Experiment } from '#lib/dashboard/experiments/experiments';
import type { Context } from '#lib/db/client';

/** The measured effect of a change. */
export interface ExperimentResult {
  windows: ExperimentWindows;
  brand: TrackedBrand;
  visibility: Effect;
  citationRate: Effect;
  days: ExperimentSeries;
  /** Every answer comes from the sandbox's fictional market. */
  isFictional: boolean;
}

/**
 * Measures whether treatment prompts changed more than control prompts, over segments answered before and after. A
 * model change excludes nothing here because it affects both groups.
 * @returns null when no day has passed since the change, within the days of the filters
 */
export function getExperimentResult(
  context: Context,
  filters: MetricFilters,
  { changedOn, promptIds }: Pick<Experiment, 'changedOn' | 'promptIds'>,
): Promise<ExperimentResult | null> {
  return withMetricsTransaction(context, async (tx) => {
    const windows = getExperimentWindows(filters, changedOn, context.clock);
    if (!windows) return null;
    const { before, after } = windows;
    const windowFilters: MetricFilters = { ...filters, ...after, compare: 'custom', comparedWith: before };
    const scope = await readProjectScope(tx, windowFilters);
    const { selectedBrand } = scope;
    const { segments } = await readSegments(tx, windowFilters, scope);
    const [treatment, control] = partition(segments.filter(isPaired), new Set(promptIds));
    const [visibility, citationRate] = computeEffects([
      { treatment: toClusters(treatment, 'mentioned'), control: toClusters(control, 'mentioned') },
      // Citations are not counted for a brand without a domain.
      selectedBrand.domains.length > 0
        ? { treatment: toClusters(treatment, 'cited'), control: toClusters(control, 'cited') }
        : { treatment: [], control: [] },
    ]);
    if (!visibility || !citationRate) return null;
    const days = await readExperimentSeries(tx, windowFilters, { promptIds, brandId: selectedBrand.id });
    return {
      windows,
      brand: toTrackedBrand(selectedBrand),
      visibility,
      citationRate,
      days,
      isFictional: isAllFictional(segments),
    };
  });
}

/** Splits segments into those of the given prompts and all others. */
function partition(segments: readonly Segment[], promptIds: ReadonlySet<string>): [Segment[], Segment[]] {
  const { true: chosen = [], false: others = [] } = Object.groupBy(segments, ({ promptId }) =>
    promptIds.has(promptId) ? 'true' : 'false',
  );
  return [chosen, others];
}

/** Returns the counted answers ÷ all answers of each prompt. */
function toClusters(segments: readonly Segment[], count: 'mentioned' | 'cited'): PairedCluster[] {
  const clusters = new Map<string, PairedCluster>();
  const add = (sum: { numerator: number; denominator: number }, counts: SegmentCounts) => {
    sum.numerator += counts[count];
    sum.denominator += counts.answers;
  };
  for (const { promptId, now, before } of segments) {
    const cluster = clusters.get(promptId) ?? {
      now: { numerator: 0, denominator: 0 },
      before: { numerator: 0, denominator: 0 },
    };
    add(cluster.now, now);
    add(cluster.before, before);
    clusters.set(promptId, cluster);
  }
  return [...clusters.values()];
}

/** Equally many days just before a change and from it on. */
export interface ExperimentWindows {
  before: Period;
  after: Period;
}

/**
 * The days an experiment is told by: as many as the period of the filters has (28 where nothing else is chosen), as
 * far as they have passed since the change. Days chosen by hand bound them on both sides. Null where no day is left.
 */
export function getExperimentWindows(
  filters: MetricFilters,
  changedOn: string,
  clock: Clock,
): ExperimentWindows | null {
  const today = toUtcDay(clock.now());
  const preset = getPresetDays(filters, clock);
  const last = preset === null && filters.to < today ? filters.to : today;
  const room = preset ?? daysBetween(filters.from, addDays(changedOn, -1));
  const length = Math.min(room, daysBetween(changedOn, last));
  if (length < 1) return null;
  return {
    before: { from: addDays(changedOn, -length), to: addDays(changedOn, -1) },
    after: { from: changedOn, to: addDays(changedOn, length - 1) },
  };
}
