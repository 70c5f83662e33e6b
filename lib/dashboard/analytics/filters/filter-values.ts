import { type SQL, sql } from 'drizzle-orm';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { type Context, queryRows } from '#lib/db/client';

/** The values a project's metrics can be filtered by. */
export interface FilterValues {
  /** Engines and countries of any run or schedule. */
  engines: string[];
  countries: string[];
  topics: string[];
  tags: string[];
}

/** Returns the filter values of a project. Skips runs with the same engines and countries (loose index scan). */
export function listFilterValues(
  context: Context,
  { projectId }: { projectId: string },
): Promise<FilterValues> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    const isInProject = sql`organization_id = ${organizationId} AND project_id = ${projectId}`;
    const [values] = await queryRows<FilterValues & Record<string, unknown>>(
      db,
      sql`
        WITH RECURSIVE run_targets AS (
          (SELECT engines, countries FROM runs WHERE ${isInProject} ORDER BY engines, countries LIMIT 1)
          UNION ALL
          SELECT next.* FROM run_targets, LATERAL (
            SELECT runs.engines, runs.countries FROM runs
            WHERE ${isInProject} AND (runs.engines, runs.countries) > (run_targets.engines, run_targets.countries)
            ORDER BY engines, countries LIMIT 1
          ) next
        ), used AS (
          SELECT engines, countries FROM run_targets
          UNION ALL
          SELECT engines, countries FROM schedules WHERE ${isInProject}
        )
        SELECT
          ARRAY(SELECT DISTINCT unnest(engines) AS engine FROM used ORDER BY engine) AS engines,
          ARRAY(SELECT DISTINCT unnest(countries) AS country FROM used ORDER BY country) AS countries,
          ARRAY(SELECT DISTINCT topic FROM prompts WHERE ${isInProject} AND topic <> '' ORDER BY topic) AS topics,
          ARRAY(SELECT DISTINCT unnest(tags) AS tag FROM prompts WHERE ${isInProject} ORDER BY tag) AS tags`,
    );
    return values ?? { engines: [], countries: [], topics: [], tags: [] };
  });
}

/** The model of an engine, from its newest answers. */
export interface EngineModel {
  engine: string;
  /** Null if the engine reports none. */
  model: string | null;
  /** Whether the answers come from the sandbox's fictional market. */
  isFictional: boolean;
}

/** Enough for the last run of a monthly schedule. */
const recentDays = 35;
const newestAnswers = 5;

/** Returns the engines with recent answers and their models. */
export function listEngineModels(
  context: Context,
  { projectId }: { projectId: string },
): Promise<EngineModel[]> {
  const since = new Date(context.clock.now().getTime() - recentDays * 86_400_000);
  return withMetricsTransaction(context, ({ db, organizationId }) => {
    const isRecent = (table: SQL) => sql`${table}.organization_id = ${organizationId}
      AND ${table}.project_id = ${projectId} AND ${table}.requested_at >= ${since}`;
    return queryRows<EngineModel & Record<string, unknown>>(
      db,
      sql`
        SELECT used.engine, newest.model, newest.is_sandbox OR newest.is_fictional AS "isFictional"
        FROM (SELECT DISTINCT unnest(engines) AS engine FROM runs WHERE ${isRecent(sql`runs`)}) used
        CROSS JOIN LATERAL (
          SELECT (array_agg(model ORDER BY latest.requested_at DESC))[1] AS model,
            coalesce(bool_or(model LIKE 'sandbox%'), false) AS is_sandbox,
            coalesce(bool_and(domain LIKE '%.example'), false) AS is_fictional
          FROM (
            SELECT id, requested_at, model FROM answers
            WHERE ${isRecent(sql`answers`)} AND answers.engine = used.engine AND answers.status = 'answered'
            ORDER BY requested_at DESC NULLS LAST LIMIT ${newestAnswers}
          ) latest LEFT JOIN answer_sources ON answer_sources.organization_id = ${organizationId}
            AND answer_sources.requested_at = latest.requested_at AND answer_sources.answer_id = latest.id
          HAVING count(*) > 0
        ) newest
        ORDER BY used.engine`,
    );
  });
}
