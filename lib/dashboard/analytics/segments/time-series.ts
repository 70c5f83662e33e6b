import { sql } from 'drizzle-orm';
import { computeRate, type Rate, type TrackedBrand } from '#lib/core/metric';
import { listDays, type Period } from '#lib/core/time';
import { buildFilterSql } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { type ProjectScope, toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';
import { type Context, queryRows } from '#lib/db/client';

export interface TimeSeries {
  /** UTC days as YYYY-MM-DD, without gaps. */
  days: readonly string[];
  /** The days of the previous period, at most as many; null when nothing is compared. */
  previousDays: readonly string[] | null;
  /** The project's own brand first. */
  series: readonly BrandSeries[];
}

/** A brand's rate on each day of `TimeSeries.days`; null on a day without answers. */
export interface BrandSeries {
  brand: TrackedBrand;
  points: readonly (Rate | null)[];
  /** Its rates on `TimeSeries.previousDays`: only for the selected brand when compared, else null. */
  previous: readonly (Rate | null)[] | null;
}

/** The counts of one day with observations, in total and by brand ID. */
export interface DailyCounts {
  day: string;
  answers: number;
  brands: Record<string, [mentioned: number, mentionedForShareOfVoice: number]>;
}

/** Reads the days of both periods, oldest first. Branded prompts count for share of voice only if included. */
export function readDailyCounts(context: Context, filters: MetricFilters): Promise<DailyCounts[]> {
  const { rollups } = buildFilterSql(context, filters);
  const excludesBranded = filters.branded === 'without';
  return queryRows<DailyCounts & Record<string, unknown>>(
    context.db,
    sql`
      WITH answer_counts AS MATERIALIZED (
        SELECT day, prompt_id, sum(answered) AS answered, bool_or(is_branded_prompt) AS is_branded_prompt
        FROM daily_answers WHERE ${rollups} GROUP BY day, prompt_id
      ), branded_prompts AS MATERIALIZED (
        SELECT DISTINCT prompt_id FROM answer_counts WHERE is_branded_prompt
      ), brand_counts AS MATERIALIZED (
        SELECT day, brand_id, sum(mentioned)::int AS mentioned,
          coalesce(sum(mentioned) FILTER (
            WHERE NOT ${excludesBranded}::boolean OR prompt_id NOT IN (SELECT prompt_id FROM branded_prompts)),
            0)::int AS mentioned_for_share_of_voice
        FROM daily_brands WHERE ${rollups} GROUP BY day, brand_id
      ), totals AS MATERIALIZED (
        SELECT day, sum(answered)::int AS answers FROM answer_counts GROUP BY day
      )
      SELECT totals.day::text AS day, answers,
        coalesce(json_object_agg(brand_id, json_build_array(mentioned, mentioned_for_share_of_voice))
                 FILTER (WHERE brand_id IS NOT NULL), '{}') AS brands
      FROM totals LEFT JOIN brand_counts USING (day)
      GROUP BY totals.day, answers ORDER BY totals.day`,
  );
}

/** Builds the daily rates of both periods; null on a day without answers. */
function buildTimeSeries(
  { brands, periods, selectedBrand }: ProjectScope,
  dailyCounts: readonly DailyCounts[],
  getRate: (counts: DailyCounts, brandId: string) => Rate,
): TimeSeries {
  const countsByDay = new Map(dailyCounts.map((counts) => [counts.day, counts]));
  const listRates = (brandId: string, { from, to }: Period) =>
    listDays(from, to).map((day) => {
      const counts = countsByDay.get(day);
      const rate = counts && getRate(counts, brandId);
      return rate && rate.value !== null ? rate : null;
    });
  const { current, previous } = periods;
  const days = listDays(current.from, current.to);
  return {
    days,
    previousDays: previous && listDays(previous.from, previous.to).slice(0, days.length),
    series: brands.map((brand) => ({
      brand: toTrackedBrand(brand),
      points: listRates(brand.id, current),
      previous:
        previous && brand.id === selectedBrand.id
          ? listRates(brand.id, previous).slice(0, days.length)
          : null,
    })),
  };
}

/** Returns the share of each day's answers that mention each tracked brand. */
export function buildVisibilityOverTime(scope: ProjectScope, days: readonly DailyCounts[]): TimeSeries {
  return buildTimeSeries(scope, days, ({ answers, brands }, id) =>
    computeRate(brands[id]?.[0] ?? 0, answers),
  );
}

/** Returns each tracked brand's share of the day's mentions; no series without competitors. */
export function buildShareOfVoiceOverTime(scope: ProjectScope, days: readonly DailyCounts[]): TimeSeries {
  const timeSeries = buildTimeSeries(scope, days, ({ brands }, id) => {
    const total = Object.values(brands).reduce((sum, [, mentioned]) => sum + mentioned, 0);
    return computeRate(brands[id]?.[1] ?? 0, total);
  });
  return scope.brands.length < 2 ? { ...timeSeries, series: [] } : timeSeries;
}
