import type { TrackedBrand } from '#lib/core/metric';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import { isAllFictional, isPaired } from '#lib/dashboard/analytics/segments/metric-rows';
import { readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import {
  readSegments,
  type Segment,
  type SegmentCounts,
} from '#lib/dashboard/analytics/segments/read-segments';
import type { PairedCluster } from '#lib/dashboard/analytics/statistics/bootstrap';
import { computeEffects, type Effect } from '#lib/dashboard/experiments/effect';
import type { Experiment } from '#lib/dashboard/experiments/experiment';
import { type ExperimentSeries, readExperimentSeries } from '#lib/dashboard/experiments/experiment-days';
import { type ExperimentWindows, getExperimentWindows } from '#lib/dashboard/experiments/windows';
import type { Context } from '#lib/db/context';

/** What became of a change. */
export interface ExperimentResult {
  windows: ExperimentWindows;
  brand: TrackedBrand;
  visibility: Effect;
  citationRate: Effect;
  days: ExperimentSeries;
  /** Whether every answer comes from the fictional market. */
  fictional: boolean;
}

/**
 * Whether the treated prompts changed more than the others, over the cells asked before and after. A change of a
 * model is no reason to keep silent here: it meets both groups alike.
 * @returns null where no day has passed since the change, within the days of the filters
 */
export function getExperimentResult(
  context: Context,
  filters: MetricFilters,
  { changedOn, promptIds }: Pick<Experiment, 'changedOn' | 'promptIds'>,
): Promise<ExperimentResult | null> {
  return withMetricsTransaction(context, async (scope) => {
    const windows = getExperimentWindows(filters, changedOn, context.clock);
    if (!windows) return null;
    const asked: MetricFilters = {
      ...filters,
      ...windows.after,
      compare: 'custom',
      comparedWith: windows.before,
    };
    const market = await readProjectScope(scope, asked);
    const { id, name, role, colorIndex, domains } = market.own;
    const { cells } = await readSegments(scope, asked, market);
    const treatedIds = new Set(promptIds);
    const paired = cells.filter(isPaired);
    const trialOf = (count: 'mentioned' | 'cited') => ({
      treated: toClusters(
        paired.filter(({ promptId }) => treatedIds.has(promptId)),
        count,
      ),
      control: toClusters(
        paired.filter(({ promptId }) => !treatedIds.has(promptId)),
        count,
      ),
    });
    const [visibility, citationRate] = computeEffects([
      trialOf('mentioned'),
      // Of a brand without a domain no citation is counted.
      domains.length > 0 ? trialOf('cited') : { treated: [], control: [] },
    ]);
    if (!visibility || !citationRate) return null;
    const days = await readExperimentSeries(scope, asked, { promptIds, brandId: id });
    return {
      windows,
      brand: { id, name, role, hue: colorIndex },
      visibility,
      citationRate,
      days,
      fictional: isAllFictional(cells),
    };
  });
}

/** Answers that count, of all, a cluster a prompt. */
function toClusters(cells: readonly Segment[], count: 'mentioned' | 'cited'): PairedCluster[] {
  const clusters = new Map<string, PairedCluster>();
  const add = (sum: { numerator: number; denominator: number }, counts: SegmentCounts) => {
    sum.numerator += counts[count];
    sum.denominator += counts.answers;
  };
  for (const { promptId, now, before } of cells) {
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
