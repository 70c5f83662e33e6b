import { requirePermission } from '#lib/core/permissions';
import { isId } from '#lib/dashboard/projects/is-id';
import { type Context, scoped } from '#lib/db/context';

/** How far the scoring of all answers by changed brands is, in answers. */
export interface RescoringProgress {
  done: number;
  total: number;
  startedAt: Date;
}

/** The progress of a project's rescoring; undefined when the figures shown are those of its present brands. */
export async function rescoringProgress(
  context: Context,
  { projectId }: { projectId: string },
): Promise<RescoringProgress | undefined> {
  requirePermission(context.actor, 'projects.read');
  if (!isId(projectId)) return undefined;
  return scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<RescoringProgress>({
      name: 'rescoring-progress',
      text: `SELECT least(scored, answers) AS done, answers AS total, started_at AS "startedAt" FROM rescorings
             JOIN projects ON projects.organization_id = $1 AND projects.id = $2
             WHERE rescorings.organization_id = $1 AND project_id = $2
               AND rescorings.definition > projects.definition`,
      values: [organizationId, projectId],
    });
    return rows[0];
  });
}
