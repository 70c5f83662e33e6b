import { listDays } from '#lib/core/days';
import { computeRate, type Rate } from '#lib/core/metric';
import { rollupInScope, scopeValues } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Context } from '#lib/db/context';

/** Visibility by day of the treated prompts and of the others; null on a day without answers. */
export interface ExperimentSeries {
  days: string[];
  treated: (Rate | null)[];
  control: (Rate | null)[];
}

const text = `
WITH asked AS MATERIALIZED (
  SELECT day, prompt_id = ANY ($13::uuid[]) AS treated, sum(answered)::int AS answered
  FROM daily_answers WHERE ${rollupInScope} GROUP BY 1, 2
), named AS MATERIALIZED (
  SELECT day, prompt_id = ANY ($13::uuid[]) AS treated, sum(mentioned)::int AS mentioned
  FROM daily_brands WHERE ${rollupInScope} AND brand_id = $14 GROUP BY 1, 2
)
SELECT day::text AS day, treated, answered, coalesce(mentioned, 0) AS mentioned
FROM asked LEFT JOIN named USING (day, treated)`;

interface Row {
  day: string;
  treated: boolean;
  answered: number;
  mentioned: number;
}

/**
 * The days from the first of the period compared with to the last of the period.
 * @param filters whose period are the days after the change, compared with those before it
 */
export async function readExperimentSeries(
  { db, organizationId }: Context,
  filters: MetricFilters,
  { promptIds, brandId }: { promptIds: readonly string[]; brandId: string },
): Promise<ExperimentSeries> {
  const { rows } = await db.$client.query<Row>({
    name: 'experiment-days',
    text,
    values: [...scopeValues(organizationId, filters), promptIds, brandId],
  });
  const days = listDays(filters.comparedWith?.from ?? filters.from, filters.to);
  const rates = (treated: boolean) =>
    days.map((day) => {
      const row = rows.find((one) => one.day === day && one.treated === treated);
      return row && row.answered > 0 ? computeRate(row.mentioned, row.answered) : null;
    });
  return { days, treated: rates(true), control: rates(false) };
}
