import { sql } from 'drizzle-orm';
import { toDay } from '#lib/core/days';
import type { Metric, TrackedBrand } from '#lib/core/metric';
import { addDays, type Clock, countDays, listDays, type Period } from '#lib/core/time';
import { buildFilterSql, withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { getPresetDays, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { isPaired } from '#lib/dashboard/analytics/segments/compare-metrics';
import { computeShare } from '#lib/dashboard/analytics/segments/compute-metrics';
import { readProjectScope, toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';
import {
  isAllFictional,
  noSegments,
  readSegments,
  type Segment,
} from '#lib/dashboard/analytics/segments/read-segments';
import { sumClusters } from '#lib/dashboard/analytics/statistics/clusters';
import type { ComparedSegment } from '#lib/dashboard/analytics/statistics/compare-periods';
import {
  computeEffects,
  type Effect,
  type EffectInput,
  matchControl,
} from '#lib/dashboard/experiments/effect';
import type { Experiment } from '#lib/dashboard/experiments/experiments';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

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

/**
 * Measures whether treatment prompts changed more than control prompts, over segments answered before and after the
 * change. If the treatment prompts were chosen rather than drawn at random, they are compared with only the control prompts
 * that were most similar to them before. Engines whose model changed are not excluded, because both groups use them.
 * @returns null if the change is in the future, or if custom dates or a calendar period have no day before the change or
 *   none since then
 */
export function getExperimentResult(
  context: Context,
  filters: MetricFilters,
  experiment: Pick<Experiment, 'changedOn' | 'promptIds' | 'assignment'>,
): Promise<ExperimentResult | null> {
  return withMetricsTransaction(context, async (tx) => {
    const windows = getExperimentWindows(filters, experiment.changedOn, context.clock);
    if (!windows) return null;
    const { before, after, preceding } = windows;
    const windowFilters: MetricFilters = { ...filters, ...after, compare: 'custom', comparedWith: before };
    const scope = await readProjectScope(tx, windowFilters);
    const { selectedBrand } = scope;
    const readBrandSegments = async (period: Period, comparedWith: Period) => {
      const compared: MetricFilters = { ...filters, ...period, compare: 'custom', comparedWith };
      const brands = await readSegments(tx, compared, scope);
      return (brands.get(selectedBrand.id) ?? noSegments).segments;
    };
    const segments = await readBrandSegments(after, before);
    const earlier = await readBrandSegments(before, preceding);
    const createInput = (countKey: 'mentioned' | 'cited') => {
      const input = toEffectInput(segments, experiment, countKey);
      if (experiment.assignment === 'random') return input;
      return matchControl({ ...input, preceding: getPrecedingRates(earlier, countKey) });
    };
    const input = createInput('mentioned');
    // Citations are not counted for a brand without a domain.
    const citations =
      selectedBrand.domains.length > 0 ? createInput('cited') : { treatment: [], control: [] };
    const [visibility, citationRate] = computeEffects([input, citations]);
    if (!visibility || !citationRate) return null;
    const { promptIds, assignment } = experiment;
    // Without treatment and other prompts answered in both periods, no control prompt is matched. The chart then uses all
    // prompts except the treatment prompts as the control group.
    const isMatched = assignment === 'chosen' && input.control.length > 0;
    const controlIds = isMatched ? new Set(input.control.map(({ promptId }) => promptId)) : null;
    return {
      windows,
      brand: toTrackedBrand(selectedBrand),
      visibility,
      citationRate,
      placebo: computePlacebo(toEffectInput(earlier, experiment, 'mentioned'), input),
      series: await readExperimentSeries(tx, windowFilters, {
        promptIds,
        controlIds,
        brandId: selectedBrand.id,
      }),
      isFictional: isAllFictional(segments),
    };
  });
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
  segments: readonly Segment[],
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
  segments: readonly Segment[],
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
  segments: readonly Segment[],
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

/** Periods of equal length, before the day of a change and from that day on. */
export interface ExperimentWindows {
  /** The period before `before`. */
  preceding: Period;
  before: Period;
  after: Period;
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

interface SeriesOptions {
  /** The treatment prompts. */
  promptIds: readonly string[];
  /** The control prompts; null for all others. */
  controlIds: ReadonlySet<string> | null;
  brandId: string;
}

/**
 * Reads the visibility of both groups on each day of the periods before and after the change.
 * @param filters the days after the change, compared with those before it
 */
async function readExperimentSeries(
  context: Context,
  filters: MetricFilters,
  { promptIds, controlIds, brandId }: SeriesOptions,
): Promise<ExperimentSeries> {
  const { rollups } = buildFilterSql(context, filters);
  const rows = await queryRows<{ day: string; promptId: string; answered: number; mentioned: number }>(
    context.db,
    sql`
      WITH answer_counts AS MATERIALIZED (
        SELECT day, prompt_id, sum(answered)::int AS answered
        FROM daily_answers WHERE ${rollups} GROUP BY 1, 2 HAVING sum(answered) > 0
      ), brand_counts AS MATERIALIZED (
        SELECT day, prompt_id, sum(mentioned)::int AS mentioned
        FROM daily_brands WHERE ${rollups} AND brand_id = ${brandId} GROUP BY 1, 2
      )
      SELECT day::text AS day, prompt_id AS "promptId", answered, coalesce(mentioned, 0) AS mentioned
      FROM answer_counts LEFT JOIN brand_counts USING (day, prompt_id)`,
  );
  const days = listDays(filters.comparedWith?.from ?? filters.from, filters.to);
  const treatmentIds = new Set(promptIds);
  const isControl = (promptId: string) => controlIds === null || controlIds.has(promptId);
  const compared = rows.filter(({ promptId }) => treatmentIds.has(promptId) || isControl(promptId));
  const prompts = Map.groupBy(compared, ({ day, promptId }) => `${treatmentIds.has(promptId)} ${day}`);
  const listRates = (isTreatment: boolean) =>
    days.map((day) => {
      const counts = prompts.get(`${isTreatment} ${day}`);
      if (!counts) return null;
      return computeShare(counts, ({ mentioned, answered }) => ({
        numerator: mentioned,
        denominator: answered,
      }));
    });
  return { days, treatment: listRates(true), control: listRates(false) };
}
