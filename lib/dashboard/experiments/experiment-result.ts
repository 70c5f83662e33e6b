import { sql } from 'drizzle-orm';
import { computeRate, type Rate, type TrackedBrand } from '#lib/core/metric';
import { addDays, type Clock, daysBetween, listDays, type Period, toUtcDay } from '#lib/core/time';
import { buildFilterSql, withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { getPresetDays, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { isAllFictional, isPaired } from '#lib/dashboard/analytics/segments/metric-rows';
import { readProjectScope, toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';
import { noSegments, readSegments, type Segment } from '#lib/dashboard/analytics/segments/read-segments';
import type { ComparedSegment } from '#lib/dashboard/analytics/statistics/compare-periods';
import { computeEffects, type Effect } from '#lib/dashboard/experiments/effect';
import type { Experiment } from '#lib/dashboard/experiments/experiments';
import { type Context, queryRows } from '#lib/db/client';

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
    const brands = await readSegments(tx, windowFilters, scope);
    const { segments } = brands.get(selectedBrand.id) ?? noSegments;
    const treatmentIds = new Set(promptIds);
    const paired = segments.filter(isPaired);
    const treatment = paired.filter(({ promptId }) => treatmentIds.has(promptId));
    const control = paired.filter(({ promptId }) => !treatmentIds.has(promptId));
    const [visibility, citationRate] = computeEffects([
      {
        treatment: toComparedSegments(treatment, 'mentioned'),
        control: toComparedSegments(control, 'mentioned'),
      },
      // Citations are not counted for a brand without a domain.
      selectedBrand.domains.length > 0
        ? { treatment: toComparedSegments(treatment, 'cited'), control: toComparedSegments(control, 'cited') }
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

/** Returns the mentioning or citing answers ÷ all answers of each segment. */
function toComparedSegments(segments: readonly Segment[], count: 'mentioned' | 'cited'): ComparedSegment[] {
  return segments.map(({ promptId, place, now, before }) => ({
    ...{ promptId, place },
    now: { numerator: now[count], denominator: now.answers },
    before: { numerator: before[count], denominator: before.answers },
  }));
}

/** Periods of equal length, before the day of a change and from that day on. */
export interface ExperimentWindows {
  before: Period;
  after: Period;
}

/**
 * Returns the periods an experiment compares, each as long as the preset period or, if shorter, the time since the
 * change. A custom period limits both sides. Null when no day remains.
 */
export function getExperimentWindows(
  filters: MetricFilters,
  changedOn: string,
  clock: Clock,
): ExperimentWindows | null {
  const today = toUtcDay(clock.now());
  const preset = getPresetDays(filters, clock);
  const last = preset === null && filters.to < today ? filters.to : today;
  const available = preset ?? daysBetween(filters.from, addDays(changedOn, -1));
  const length = Math.min(available, daysBetween(changedOn, last));
  if (length < 1) return null;
  return {
    before: { from: addDays(changedOn, -length), to: addDays(changedOn, -1) },
    after: { from: changedOn, to: addDays(changedOn, length - 1) },
  };
}

/** Visibility by day of the treatment and control prompts; null on a day without answers. */
export interface ExperimentSeries {
  days: string[];
  treatment: (Rate | null)[];
  control: (Rate | null)[];
}

/**
 * Reads the days from the first of the previous period to the last of the current one.
 * @param filters the days after the change, compared with those before it
 */
async function readExperimentSeries(
  context: Context,
  filters: MetricFilters,
  { promptIds, brandId }: { promptIds: readonly string[]; brandId: string },
): Promise<ExperimentSeries> {
  const { rollups } = buildFilterSql(context, filters);
  const isTreatment = sql`prompt_id = ANY (${sql.param(promptIds)}::uuid[])`;
  const rows = await queryRows<{ day: string; isTreatment: boolean; answered: number; mentioned: number }>(
    context.db,
    sql`
      WITH answer_counts AS MATERIALIZED (
        SELECT day, ${isTreatment} AS is_treatment, sum(answered)::int AS answered
        FROM daily_answers WHERE ${rollups} GROUP BY 1, 2
      ), brand_counts AS MATERIALIZED (
        SELECT day, ${isTreatment} AS is_treatment, sum(mentioned)::int AS mentioned
        FROM daily_brands WHERE ${rollups} AND brand_id = ${brandId} GROUP BY 1, 2
      )
      SELECT day::text AS day, is_treatment AS "isTreatment", answered, coalesce(mentioned, 0) AS mentioned
      FROM answer_counts LEFT JOIN brand_counts USING (day, is_treatment)`,
  );
  const days = listDays(filters.comparedWith?.from ?? filters.from, filters.to);
  const listRates = (group: boolean) =>
    days.map((day) => {
      const row = rows.find((counts) => counts.day === day && counts.isTreatment === group);
      return row && row.answered > 0 ? computeRate(row.mentioned, row.answered) : null;
    });
  return { days, treatment: listRates(true), control: listRates(false) };
}
