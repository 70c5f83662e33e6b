import { sql } from 'drizzle-orm';
import { isPublished } from '#lib/dashboard/counts/conditions';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

/** What served the answers of an engine on its last day with answers. */
export interface LatestModel {
  engine: string;
  /** The model with most answers on that day; null if the engine reported none. */
  model: string | null;
  /** True if the sandbox answered a prompt on that day. */
  isFictional: boolean;
}

/** Reads the latest model of each engine with answers since a day. Each is found with a few steps in an index. */
export function readLatestModels(
  { db, organizationId }: Pick<Context, 'db' | 'organizationId'>,
  { projectId, since }: { projectId: string; since: string },
): Promise<LatestModel[]> {
  const isInProject = isPublished(organizationId, projectId);
  return queryRows<LatestModel>(
    db,
    sql`
      SELECT used.engine, served.model, latest.is_fictional AS "isFictional"
      FROM (
        SELECT DISTINCT unnest(engines) AS engine FROM runs
        WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND requested_at >= ${since}::date - 1
      ) used
      CROSS JOIN LATERAL (
        SELECT day, coalesce(fictional_answers, 0) > 0 AS is_fictional FROM daily_answers
        WHERE ${isInProject} AND day >= ${since}::date AND engine = used.engine AND answered > 0
        ORDER BY day DESC LIMIT 1
      ) latest
      LEFT JOIN LATERAL (
        SELECT model FROM daily_models
        WHERE ${isInProject} AND day = latest.day AND engine = used.engine
        ORDER BY answers DESC, model LIMIT 1
      ) served ON true
      ORDER BY used.engine`,
  );
}
