import { requirePermission } from '#lib/core/permissions';
import { backfillDays, findDemoProject } from '#lib/dashboard/demo/demo-project';
import { demoSeed } from '#lib/dashboard/demo/seed';
import { type Context, scoped } from '#lib/db/context';

/** How far the demo's history is, in answers. */
export interface BackfillProgress {
  done: number;
  total: number;
  startedAt: Date;
}

/** The progress of the demo's history; undefined in an organization without the demo. */
export async function getBackfillProgress(context: Context): Promise<BackfillProgress | undefined> {
  requirePermission(context.actor, 'projects.read');
  return scoped(context, async ({ db, organizationId }) => {
    const project = await findDemoProject(db, organizationId);
    if (!project) return undefined;
    const { rows } = await db.$client.query<{ done: number }>(
      `SELECT coalesce(sum(CASE WHEN runs.status = 'ended' THEN runs.cells ELSE (
           SELECT count(*) FROM cells WHERE cells.organization_id = runs.organization_id
             AND cells.run_id = runs.id AND cells.status NOT IN ('pending', 'sent')
         ) END), 0) AS done
       FROM runs WHERE organization_id = $1 AND project_id = $2 AND kind = 'history'`,
      [organizationId, project.id],
    );
    const { prompts, engines, countries } = demoSeed;
    const total = backfillDays * prompts.length * engines.length * countries.length;
    return { done: rows[0]?.done ?? 0, total, startedAt: project.createdAt };
  });
}
