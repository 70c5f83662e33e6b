import { rollupInScope, scopeValues } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Context } from '#lib/db/context';

/** One day's counts: of all answers, and of each brand by id. Only days with observations are there. */
export interface DailyCounts {
  day: string;
  answers: number;
  noAnswer: number;
  /** Answers that mention the brand. */
  mentioned: Map<string, number>;
  /** The same over the prompts that count for share of voice. */
  mentionedForVoice: Map<string, number>;
}

const dailyCountsQuery = `
WITH asked AS MATERIALIZED (
  SELECT day, prompt_id, sum(answered) AS answered, sum(no_answer) AS no_answer, bool_or(is_branded_prompt) AS branded
  FROM daily_answers WHERE ${rollupInScope} GROUP BY day, prompt_id
), branded_prompts AS MATERIALIZED (
  SELECT DISTINCT prompt_id FROM asked WHERE branded
), named AS MATERIALIZED (
  SELECT day, brand_id, sum(mentioned)::int AS mentioned,
    coalesce(sum(mentioned) FILTER (
      WHERE NOT $13::boolean OR prompt_id NOT IN (SELECT prompt_id FROM branded_prompts)), 0)::int AS for_voice
  FROM daily_brands WHERE ${rollupInScope}
  GROUP BY day, brand_id
), totals AS MATERIALIZED (
  SELECT day, sum(answered)::int AS answers, sum(no_answer)::int AS no_answer
  FROM asked GROUP BY day
)
SELECT totals.day::text AS day, answers, no_answer,
  coalesce(json_object_agg(brand_id, json_build_array(mentioned, for_voice))
           FILTER (WHERE brand_id IS NOT NULL), '{}') AS brands
FROM totals LEFT JOIN named USING (day)
GROUP BY totals.day, answers, no_answer ORDER BY totals.day`;

interface Row {
  day: string;
  answers: number;
  no_answer: number;
  brands: Record<string, [mentioned: number, forVoice: number]>;
}

/** The days of both periods, oldest first. */
export async function readDailyCounts(context: Context, filters: MetricFilters): Promise<DailyCounts[]> {
  const { rows } = await context.db.$client.query<Row>({
    name: 'metrics-days',
    text: dailyCountsQuery,
    values: [...scopeValues(context.organizationId, filters), filters.branded === 'without'],
  });
  return rows.map(({ day, answers, no_answer, brands }) => {
    const entries = Object.entries(brands);
    return {
      day,
      answers,
      noAnswer: no_answer,
      mentioned: new Map(entries.map(([id, [mentioned]]) => [id, mentioned])),
      mentionedForVoice: new Map(entries.map(([id, [, forVoice]]) => [id, forVoice])),
    };
  });
}
