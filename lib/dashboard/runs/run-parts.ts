import { requirePermission } from '#lib/core/permissions';
import { isId } from '#lib/dashboard/projects/is-id';
import { type Context, scoped } from '#lib/database/context';

/** How far a run is for one engine in one country, in cells. */
export interface RunPart {
  engine: string;
  country: string;
  total: number;
  answered: number;
  /** The engine showed no answer. */
  noAnswer: number;
  /** Failed, or came back unreadable. */
  failed: number;
}

/** A run split by engine and country, in that order; empty for a run there is not. */
export async function runParts(context: Context, { runId }: { runId: string }): Promise<RunPart[]> {
  requirePermission(context.actor, 'projects.read');
  if (!isId(runId)) return [];
  const { rows } = await scoped(context, ({ connection, organizationId }) =>
    connection.query<RunPart>({
      name: 'run-parts',
      text: `
        SELECT engine, country, count(*)::int AS total,
          count(*) FILTER (WHERE status = 'answered')::int AS answered,
          count(*) FILTER (WHERE status = 'no-answer')::int AS "noAnswer",
          count(*) FILTER (WHERE status IN ('failed', 'unreadable'))::int AS failed
        FROM cells WHERE organization_id = $1 AND run_id = $2
        GROUP BY engine, country ORDER BY engine, country`,
      values: [organizationId, runId],
    }),
  );
  return rows;
}
