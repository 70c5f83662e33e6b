import type { TrackedBrand } from '#lib/core/figure';
import { ask } from '#lib/dashboard/analytics/ask';
import type { PairedCluster } from '#lib/dashboard/analytics/bootstrap';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { allFictional, askedInBoth } from '#lib/dashboard/analytics/own-cells';
import { type Cell, type CellCounts, readCells } from '#lib/dashboard/analytics/read-cells';
import { readMarket } from '#lib/dashboard/analytics/read-market';
import { type Effect, effectsOf } from '#lib/dashboard/experiments/effect';
import type { Experiment } from '#lib/dashboard/experiments/experiment';
import { type ExperimentDays, readExperimentDays } from '#lib/dashboard/experiments/experiment-days';
import { type Windows, windowsOf } from '#lib/dashboard/experiments/windows';
import type { Context } from '#lib/db/context';

/** What became of a change. */
export interface ExperimentResult {
  windows: Windows;
  brand: TrackedBrand;
  visibility: Effect;
  citationRate: Effect;
  days: ExperimentDays;
  /** Whether every answer comes from the fictional market. */
  fictional: boolean;
}

/**
 * Whether the treated prompts changed more than the others, over the cells asked before and after. A change of a
 * model is no reason to keep silent here: it meets both groups alike.
 * @returns null where no day has passed since the change, within the days of the filters
 */
export function experimentResult(
  context: Context,
  filters: MetricFilters,
  { changedOn, promptIds }: Pick<Experiment, 'changedOn' | 'promptIds'>,
): Promise<ExperimentResult | null> {
  return ask(context, async (scope) => {
    const windows = windowsOf(filters, changedOn, context.clock);
    if (!windows) return null;
    const asked: MetricFilters = {
      ...filters,
      ...windows.after,
      compare: 'custom',
      comparedWith: windows.before,
    };
    const market = await readMarket(scope, asked);
    const { id, name, role, hue, domains } = market.own;
    const { cells } = await readCells(scope, asked, market);
    const treatedIds = new Set(promptIds);
    const paired = cells.filter(askedInBoth);
    const trialOf = (count: 'mentioned' | 'cited') => ({
      treated: clustersOf(
        paired.filter(({ promptId }) => treatedIds.has(promptId)),
        count,
      ),
      control: clustersOf(
        paired.filter(({ promptId }) => !treatedIds.has(promptId)),
        count,
      ),
    });
    const [visibility, citationRate] = effectsOf([
      trialOf('mentioned'),
      // Of a brand without a domain no citation is counted.
      domains.length > 0 ? trialOf('cited') : { treated: [], control: [] },
    ]);
    if (!visibility || !citationRate) return null;
    const days = await readExperimentDays(scope, asked, { promptIds, brandId: id });
    return {
      windows,
      brand: { id, name, role, hue },
      visibility,
      citationRate,
      days,
      fictional: allFictional(cells),
    };
  });
}

/** Answers that count, of all, a cluster a prompt. */
function clustersOf(cells: readonly Cell[], count: 'mentioned' | 'cited'): PairedCluster[] {
  const clusters = new Map<string, PairedCluster>();
  const add = (sum: { numerator: number; denominator: number }, counts: CellCounts) => {
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
