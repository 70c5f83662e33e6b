import { sql } from 'drizzle-orm';
import { computeRate, type Rate } from '#lib/core/metric';
import { listDays } from '#lib/core/time';
import { buildFilterSql } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { type Context, queryRows } from '#lib/db/client';

/** Visibility by day of the treatment and control prompts; null on a day without answers. */
export interface ExperimentSeries {
  days: string[];
  treatment: (Rate | null)[];
  control: (Rate | null)[];
}

interface Row extends Record<string, unknown> {
  day: string;
  isTreatment: boolean;
  answered: number;
  mentioned: number;
}

/**
 * Reads the days from the first of the previous period to the last of the current one.
 * @param filters the days after the change, compared with those before it
 */
export async function readExperimentSeries(
  context: Context,
  filters: MetricFilters,
  { promptIds, brandId }: { promptIds: readonly string[]; brandId: string },
): Promise<ExperimentSeries> {
  const { rollups } = buildFilterSql(context, filters);
  const isTreatment = sql`prompt_id = ANY (${sql.param(promptIds)}::uuid[])`;
  const rows = await queryRows<Row>(
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
      const row = rows.find((one) => one.day === day && one.isTreatment === group);
      return row && row.answered > 0 ? computeRate(row.mentioned, row.answered) : null;
    });
  return { days, treatment: listRates(true), control: listRates(false) };
}
