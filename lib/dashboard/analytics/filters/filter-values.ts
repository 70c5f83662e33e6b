import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import type { Context } from '#lib/db/context';

/** What a project's figures can be filtered by. */
export interface FilterValues {
  /** Engines and countries that were ever asked or are scheduled. */
  engines: string[];
  countries: string[];
  topics: string[];
  tags: string[];
}

/** Of many runs that asked the same, the index is entered once. */
const text = `
WITH RECURSIVE ran AS (
  (SELECT engines, countries FROM runs WHERE organization_id = $1 AND project_id = $2
   ORDER BY engines, countries LIMIT 1)
  UNION ALL
  SELECT next.* FROM ran, LATERAL (
    SELECT runs.engines, runs.countries FROM runs WHERE organization_id = $1 AND project_id = $2
      AND (runs.engines, runs.countries) > (ran.engines, ran.countries)
    ORDER BY engines, countries LIMIT 1
  ) next
), asked AS (
  SELECT engines, countries FROM ran
  UNION ALL
  SELECT engines, countries FROM schedules WHERE organization_id = $1 AND project_id = $2
)
SELECT
  ARRAY(SELECT DISTINCT unnest(engines) AS engine FROM asked ORDER BY engine) AS engines,
  ARRAY(SELECT DISTINCT unnest(countries) AS country FROM asked ORDER BY country) AS countries,
  ARRAY(SELECT DISTINCT topic FROM prompts
        WHERE organization_id = $1 AND project_id = $2 AND topic <> '' ORDER BY topic) AS topics,
  ARRAY(SELECT DISTINCT unnest(tags) AS tag FROM prompts
        WHERE organization_id = $1 AND project_id = $2 ORDER BY tag) AS tags`;

/** What a project's figures can be filtered by. */
export function listFilterValues(
  context: Context,
  { projectId }: { projectId: string },
): Promise<FilterValues> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<FilterValues>({
      name: 'metrics-filter-choices',
      text,
      values: [organizationId, projectId],
    });
    return rows[0] ?? { engines: [], countries: [], topics: [], tags: [] };
  });
}
