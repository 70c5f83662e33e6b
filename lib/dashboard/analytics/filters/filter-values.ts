import { sql } from 'drizzle-orm';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import { type Context, queryRows } from '#lib/db/client';

/** The values a project's metrics can be filtered by. */
export interface FilterValues {
  /** Engines and countries of any run or schedule. */
  engines: string[];
  countries: string[];
  topics: string[];
  tags: string[];
}

/** Returns the filter values of a project. Of many runs alike, the index is entered once. */
export function listFilterValues(
  context: Context,
  { projectId }: { projectId: string },
): Promise<FilterValues> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    const ofProject = sql`organization_id = ${organizationId} AND project_id = ${projectId}`;
    const [values] = await queryRows<FilterValues & Record<string, unknown>>(
      db,
      sql`
        WITH RECURSIVE of_runs AS (
          (SELECT engines, countries FROM runs WHERE ${ofProject} ORDER BY engines, countries LIMIT 1)
          UNION ALL
          SELECT next.* FROM of_runs, LATERAL (
            SELECT runs.engines, runs.countries FROM runs
            WHERE ${ofProject} AND (runs.engines, runs.countries) > (of_runs.engines, of_runs.countries)
            ORDER BY engines, countries LIMIT 1
          ) next
        ), used AS (
          SELECT engines, countries FROM of_runs
          UNION ALL
          SELECT engines, countries FROM schedules WHERE ${ofProject}
        )
        SELECT
          ARRAY(SELECT DISTINCT unnest(engines) AS engine FROM used ORDER BY engine) AS engines,
          ARRAY(SELECT DISTINCT unnest(countries) AS country FROM used ORDER BY country) AS countries,
          ARRAY(SELECT DISTINCT topic FROM prompts WHERE ${ofProject} AND topic <> '' ORDER BY topic) AS topics,
          ARRAY(SELECT DISTINCT unnest(tags) AS tag FROM prompts WHERE ${ofProject} ORDER BY tag) AS tags`,
    );
    return values ?? { engines: [], countries: [], topics: [], tags: [] };
  });
}
