import { sql } from 'drizzle-orm';
import { toDay } from '#lib/core/days';
import type { TrackedBrand } from '#lib/core/metric';
import { addDays, type Clock, countDays, type Period } from '#lib/core/time';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { getPresetDays, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { readProjectScope, toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';
import { selectAnsweredDay } from '#lib/dashboard/counts/answered-day';
import { type Effect, type MeasuredEffect, measureEffect } from '#lib/dashboard/experiments/effect';
import type { Experiment } from '#lib/dashboard/experiments/experiments';
import type { ExperimentPeriod } from '#lib/dashboard/experiments/prompt-rates';
import {
  type PeriodCounts,
  readExperimentCounts,
  toExperimentSegments,
} from '#lib/dashboard/experiments/read-experiment-counts';
import {
  type ExperimentSeries,
  readExperimentSeries,
} from '#lib/dashboard/experiments/read-experiment-series';
import { readPromptLabels } from '#lib/dashboard/prompts/prompt-texts';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

/** The effects of a change on two rates of the selected brand. */
export interface ExperimentEffects {
  windows: ExperimentWindows;
  visibility: Effect;
  citationRate: Effect;
  /**
   * The effect on visibility measured where no change was made. If it is clear, the groups differ even without the change.
   * Null if too few prompts have answers then, or answers begin later than the period of `placeboFrom`.
   */
  placebo: MeasuredEffect['placebo'];
  /** The first day of the answers that the placebo needs; null if the groups cannot be compared. */
  placeboFrom: string | null;
  /** The first day with an answer of the project; null without any. */
  firstDay: string | null;
  /** True if every answer comes from the sandbox's fictional market. */
  isFictional: boolean;
}

/** The measured effects of a change, with visibility by day. */
export interface ExperimentResult extends ExperimentEffects {
  brand: TrackedBrand;
  series: ExperimentSeries;
}

type Change = Pick<Experiment, 'changedOn' | 'promptIds' | 'assignment'>;

/**
 * Measures whether treatment prompts changed more than control prompts, for each experiment, over segments answered before
 * and after its change. Reads the counts of all experiments in one round trip. Engines whose model changed are not excluded,
 * because both groups use them.
 * @returns the effects in the order of `experiments`; null if a change is in the future, or if custom dates or a calendar
 *   period have no day before the change or none since then
 */
export function listExperimentEffects(
  context: Context,
  filters: MetricFilters,
  experiments: readonly Change[],
): Promise<(ExperimentEffects | null)[]> {
  return withMetricsTransaction(context, async (tx) => {
    const measured = await measureExperiments(tx, filters, experiments);
    return measured.map((experiment) => experiment?.effects ?? null);
  });
}

/** Measures one experiment like `listExperimentEffects`, and reads visibility by day. */
export function getExperimentResult(
  context: Context,
  filters: MetricFilters,
  experiment: Change,
): Promise<ExperimentResult | null> {
  return withMetricsTransaction(context, async (tx) => {
    const [measured] = await measureExperiments(tx, filters, [experiment]);
    if (!measured) return null;
    const { effects, brand, visibility } = measured;
    const { before, after } = effects.windows;
    const toIds = (prompts: readonly { promptId: string }[]) =>
      new Set(prompts.map(({ promptId }) => promptId));
    const { compared } = visibility;
    // Prompts drawn at random are charted with all others, and so are those that cannot be compared.
    const isMatched = compared !== null && compared.method !== 'random';
    const series = await readExperimentSeries(tx, filters, {
      period: { from: before.from, to: after.to },
      treatmentIds: isMatched ? toIds(compared.treatment) : new Set(experiment.promptIds),
      controlIds: isMatched ? toIds(compared.control) : null,
      brandId: brand.id,
    });
    return { ...effects, brand, series };
  });
}

async function measureExperiments(
  context: Context,
  filters: MetricFilters,
  experiments: readonly Change[],
): Promise<({ effects: ExperimentEffects; brand: TrackedBrand; visibility: MeasuredEffect } | null)[]> {
  const dated = experiments.map(({ changedOn }) => getExperimentWindows(filters, changedOn, context.clock));
  const windows = dated.filter((own) => own !== null);
  if (windows.length === 0) return dated.map(() => null);
  const { selectedBrand, summedMonths } = await readProjectScope(context, filters);
  const counts = await readExperimentCounts(
    { context, filters, summedMonths },
    { brandId: selectedBrand.id, windows },
  );
  const labels = await readPromptLabels(context, filters.projectId);
  const firstDay = await readFirstDay(context, filters.projectId);
  const byWindows = Map.groupBy(counts, ({ index }) => windows[index]);
  const brand = toTrackedBrand(selectedBrand);
  return experiments.map(({ promptIds, assignment }, index) => {
    const own = dated[index];
    if (!own) return null;
    const rows = byWindows.get(own) ?? [];
    const treatmentIds = new Set(promptIds);
    const measure = (rate: 'visibility' | 'citationRate') =>
      measureEffect(toExperimentSegments(rows, { treatmentIds, labels, rate }), assignment);
    const visibility = measure('visibility');
    // Citations are not counted for a brand without a domain.
    const citations =
      selectedBrand.domains.length > 0 ? measure('citationRate') : measureEffect([], assignment);
    const placeboFrom = getPlaceboFrom(own, visibility);
    // A period of which only the last days have answers differs from the others for reasons of its own.
    const isCovered = firstDay !== null && placeboFrom !== null && firstDay <= placeboFrom;
    const effects = {
      windows: own,
      visibility: visibility.effect,
      citationRate: citations.effect,
      placebo: isCovered ? visibility.placebo : null,
      placeboFrom,
      firstDay,
      isFictional: isFictional(rows),
    };
    return { effects, brand, visibility };
  });
}

async function readFirstDay({ db, organizationId }: Context, projectId: string): Promise<string | null> {
  const first = selectAnsweredDay(organizationId, projectId, 'first');
  const [row] = await queryRows<{ firstDay: string | null }>(db, sql`SELECT ${first} AS "firstDay"`);
  return row?.firstDay ?? null;
}

/** Returns the first day of the earliest period that the placebo of a comparison reads. */
function getPlaceboFrom(windows: ExperimentWindows, { effect }: MeasuredEffect): string | null {
  if (effect.method === null) return null;
  return (effect.method === 'chosen' ? windows.earliest : windows.preceding).from;
}

/** Returns whether there are answers around the change and all come from the sandbox's fictional market. */
function isFictional(rows: readonly PeriodCounts[]): boolean {
  const around = rows.filter(({ period }) => period === 'before' || period === 'after');
  return around.length > 0 && around.every(({ answers, fictionalAnswers }) => answers === fictionalAnswers);
}

/** Periods of equal length: the last one begins on the day of a change, and the others end the day before the next. */
export type ExperimentWindows = Readonly<Record<ExperimentPeriod, Period>>;

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
  const getWindow = (periodsEarlier: number) => {
    const from = addDays(changedOn, -periodsEarlier * length);
    return { from, to: addDays(from, length - 1) };
  };
  return { earliest: getWindow(3), preceding: getWindow(2), before: getWindow(1), after: getWindow(0) };
}
