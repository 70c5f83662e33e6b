import { requirePermission } from '#lib/core/permissions';
import { isId } from '#lib/dashboard/projects/is-id';
import { type Context, scoped } from '#lib/db/context';

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
  /** Of those, what can be asked again: it failed and its prompt is still asked. */
  askable: number;
  /** When something last became of one of its cells. */
  movedAt: Date;
}

/** A run split by engine and country, in that order; empty for a run there is not. */
export async function runParts(context: Context, { runId }: { runId: string }): Promise<RunPart[]> {
  requirePermission(context.actor, 'projects.read');
  if (!isId(runId)) return [];
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<RunPart>({
      name: 'run-parts',
      text: `
        SELECT cells.engine, cells.country, count(*)::int AS total, max(cells.updated_at) AS "movedAt",
          count(*) FILTER (WHERE status = 'failed' AND prompts.archived_at IS NULL)::int AS askable,
          count(*) FILTER (WHERE status = 'answered')::int AS answered,
          count(*) FILTER (WHERE status = 'no-answer')::int AS "noAnswer",
          count(*) FILTER (WHERE status IN ('failed', 'unreadable'))::int AS failed
        FROM cells JOIN prompts ON prompts.organization_id = $1 AND prompts.id = cells.prompt_id
        WHERE cells.organization_id = $1 AND cells.run_id = $2
        GROUP BY cells.engine, cells.country ORDER BY cells.engine, cells.country`,
      values: [organizationId, runId],
    }),
  );
  return rows;
}
