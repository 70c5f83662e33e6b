import { toDay } from '#lib/core/days';
import type { Metric, TrackedBrand } from '#lib/core/metric';
import { addDays, type Clock, countDays, listDays } from '#lib/core/time';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { getPresetDays, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { isPaired } from '#lib/dashboard/analytics/segments/compare-metrics';
import { computeShare } from '#lib/dashboard/analytics/segments/compute-metrics';
import {
  type ProjectBrand,
  readProjectScope,
  toTrackedBrand,
} from '#lib/dashboard/analytics/segments/project-scope';
import { isAllFictional } from '#lib/dashboard/analytics/segments/read-segments';
import { sumClusters } from '#lib/dashboard/analytics/statistics/clusters';
import type { ComparedSegment } from '#lib/dashboard/analytics/statistics/compare-periods';
import {
  computeEffects,
  type Effect,
  type EffectInput,
  matchControl,
} from '#lib/dashboard/experiments/effect';
import {
  type ExperimentCounts,
  type ExperimentWindows,
  joinWindows,
  readExperimentCounts,
  type WindowSegment,
} from '#lib/dashboard/experiments/experiment-counts';
import type { Experiment } from '#lib/dashboard/experiments/experiments';
import type { Context } from '#lib/db/context';

/** The measured effect of a change. */
export interface ExperimentResult {
  windows: ExperimentWindows;
  brand: TrackedBrand;
  visibility: Effect;
  citationRate: Effect;
  /**
   * The effect on visibility between the two periods before the change. If it is beyond noise, the groups move
   * differently even without a change. Null unless both groups have segments with answers in both periods.
   */
  placebo: Effect | null;
  series: ExperimentSeries;
  /** True if every answer comes from the sandbox's fictional market. */
  isFictional: boolean;
}

type MeasuredExperiment = Pick<Experiment, 'changedOn' | 'promptIds' | 'assignment'>;

/**
 * Measures whether treatment prompts changed more than control prompts, over segments answered before and after the
 * change. If the treatment prompts were chosen rather than drawn at random, they are compared with only the control prompts
 * that were most similar to them before. Engines whose model changed are not excluded, because both groups use them. The
 * counts of all experiments are read in one round trip.
 * @returns for each experiment, null if the change is in the future, or if custom dates or a calendar period have no day
 *   before the change or none since then
 */
export function getExperimentResults(
  context: Context,
  filters: MetricFilters,
  experiments: readonly MeasuredExperiment[],
): Promise<(ExperimentResult | null)[]> {
  return withMetricsTransaction(context, async (tx) => {
    const windows = experiments.map(({ changedOn }) =>
      getExperimentWindows(filters, changedOn, context.clock),
    );
    if (windows.every((periods) => periods === null)) return windows.map(() => null);
    const { selectedBrand, summedMonths } = await readProjectScope(tx, filters);
    const counts = await readExperimentCounts(
      { context: tx, filters, summedMonths },
      { windows, brandId: selectedBrand.id },
    );
    return experiments.map((experiment, index) => {
      const [periods, counted] = [windows[index], counts[index]];
      return periods && counted
        ? measureExperiment(experiment, periods, { counts: counted, selectedBrand })
        : null;
    });
  });
}

/** Measures one experiment (see `getExperimentResults`). */
export async function getExperimentResult(
  context: Context,
  filters: MetricFilters,
  experiment: MeasuredExperiment,
): Promise<ExperimentResult | null> {
  const [result = null] = await getExperimentResults(context, filters, [experiment]);
  return result;
}

function measureExperiment(
  experiment: MeasuredExperiment,
  windows: ExperimentWindows,
  { counts, selectedBrand }: { counts: ExperimentCounts; selectedBrand: ProjectBrand },
): ExperimentResult | null {
  const segments = joinWindows(counts.after, counts.before);
  const earlier = joinWindows(counts.before, counts.preceding);
  const createInput = (countKey: 'mentioned' | 'cited') => {
    const input = toEffectInput(segments, experiment, countKey);
    if (experiment.assignment === 'random') return input;
    return matchControl({ ...input, preceding: getPrecedingRates(earlier, countKey) });
  };
  const input = createInput('mentioned');
  // Citations are not counted for a brand without a domain.
  const citations = selectedBrand.domains.length > 0 ? createInput('cited') : { treatment: [], control: [] };
  const [visibility, citationRate] = computeEffects([input, citations]);
  if (!visibility || !citationRate) return null;
  const { promptIds, assignment } = experiment;
  // Without treatment and other prompts answered in both periods, no control prompt is matched. The chart then uses all
  // prompts except the treatment prompts as the control group.
  const isMatched = assignment === 'chosen' && input.control.length > 0;
  const controlIds = isMatched ? new Set(input.control.map(({ promptId }) => promptId)) : null;
  const { before, after } = windows;
  return {
    windows,
    brand: toTrackedBrand(selectedBrand),
    visibility,
    citationRate,
    placebo: computePlacebo(toEffectInput(earlier, experiment, 'mentioned'), input),
    series: buildExperimentSeries(listDays(before.from, after.to), counts.days, { promptIds, controlIds }),
    isFictional: isAllFictional(segments),
  };
}

/** Computes the effect between the two periods before the change, with the same control prompts. */
function computePlacebo(
  { treatment, control }: EffectInput,
  { control: compared }: EffectInput,
): Effect | null {
  const controlIds = new Set(compared.map(({ promptId }) => promptId));
  const [placebo] = computeEffects([
    { treatment, control: control.filter(({ promptId }) => controlIds.has(promptId)) },
  ]);
  return placebo && placebo.difference !== null ? placebo : null;
}

function toEffectInput(
  segments: readonly WindowSegment[],
  { promptIds }: Pick<Experiment, 'promptIds'>,
  countKey: 'mentioned' | 'cited',
): EffectInput {
  const treatmentIds = new Set(promptIds);
  const { true: treatment = [], false: control = [] } = Object.groupBy(
    toComparedSegments(segments.filter(isPaired), countKey),
    ({ promptId }) => (treatmentIds.has(promptId) ? 'true' : 'false'),
  );
  return { treatment, control };
}

/** The answers whose mentions or citations are known. */
const denominators = { mentioned: 'answers', cited: 'withReportedCitations' } as const;

/** Returns the rate of each prompt in the earlier of two periods. */
function getPrecedingRates(
  segments: readonly WindowSegment[],
  countKey: 'mentioned' | 'cited',
): ReadonlyMap<string, number> {
  const rates = new Map<string, number>();
  for (const [promptId, promptSegments] of Map.groupBy(segments, (segment) => segment.promptId)) {
    const { numerator, denominator } = sumClusters(
      promptSegments.map(({ previous }) => ({
        numerator: previous[countKey],
        denominator: previous[denominators[countKey]],
      })),
    );
    if (denominator > 0) rates.set(promptId, numerator / denominator);
  }
  return rates;
}

/** Returns the mentioning or citing answers ÷ the answers for which this is known, of each segment with any in both periods. */
function toComparedSegments(
  segments: readonly WindowSegment[],
  countKey: 'mentioned' | 'cited',
): ComparedSegment[] {
  return segments
    .map(({ promptId, engine, current, previous }) => ({
      promptId,
      engine,
      current: { numerator: current[countKey], denominator: current[denominators[countKey]] },
      previous: { numerator: previous[countKey], denominator: previous[denominators[countKey]] },
    }))
    .filter(({ current, previous }) => current.denominator > 0 && previous.denominator > 0);
}

/**
 * Returns the periods that an experiment compares. All have the same number of days: the smaller one of the days of the
 * preset period and the days since the change. With custom dates or a calendar period, it is the smaller one of their days
 * before the change and their days since the change. Null if the number is less than 1.
 */
export function getExperimentWindows(
  filters: MetricFilters,
  changedOn: string,
  clock: Clock,
): ExperimentWindows | null {
  const today = toDay(clock.now(), filters.timeZone);
  const preset = getPresetDays(filters, clock);
  const last = preset === null && filters.to < today ? filters.to : today;
  const available = preset ?? countDays(filters.from, addDays(changedOn, -1));
  const length = Math.min(available, countDays(changedOn, last));
  if (length < 1) return null;
  return {
    preceding: { from: addDays(changedOn, -2 * length), to: addDays(changedOn, -length - 1) },
    before: { from: addDays(changedOn, -length), to: addDays(changedOn, -1) },
    after: { from: changedOn, to: addDays(changedOn, length - 1) },
  };
}

/** Visibility by day of the treatment and control prompts; null on a day without answers. */
export interface ExperimentSeries {
  days: string[];
  treatment: (Metric | null)[];
  control: (Metric | null)[];
}

/** Computes the visibility of both groups on each day. @param options.controlIds the control prompts; null for all others */
function buildExperimentSeries(
  days: string[],
  rows: ExperimentCounts['days'],
  { promptIds, controlIds }: { promptIds: readonly string[]; controlIds: ReadonlySet<string> | null },
): ExperimentSeries {
  const treatmentIds = new Set(promptIds);
  const isControl = (promptId: string) => controlIds === null || controlIds.has(promptId);
  const compared = rows.filter(({ promptId }) => treatmentIds.has(promptId) || isControl(promptId));
  const prompts = Map.groupBy(compared, ({ day, promptId }) => `${treatmentIds.has(promptId)} ${day}`);
  const listRates = (isTreatment: boolean) =>
    days.map((day) => {
      const counts = prompts.get(`${isTreatment} ${day}`);
      if (!counts) return null;
      return computeShare(counts, ({ mentioned, answers }) => ({
        numerator: mentioned,
        denominator: answers,
      }));
    });
  return { days, treatment: listRates(true), control: listRates(false) };
}
