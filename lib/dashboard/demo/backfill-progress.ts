import { requirePermission } from '#lib/core/permissions';
import { backfillDays, findDemoProject } from '#lib/dashboard/demo/demo-project';
import { demoSeed } from '#lib/dashboard/demo/seed';
import { type Context, scoped } from '#lib/db/context';

/** Progress of the demo's backfill, counted in answers. */
export interface BackfillProgress {
  done: number;
  total: number;
  startedAt: Date;
}

/** Returns the progress of the demo's backfill, or undefined in an organization without the demo. */
export async function getBackfillProgress(context: Context): Promise<BackfillProgress | undefined> {
  requirePermission(context.actor, 'projects.read');
  return scoped(context, async ({ db, organizationId }) => {
    const project = await findDemoProject(db, organizationId);
    if (!project) return undefined;
    const { rows } = await db.$client.query<{ done: number }>(
      `SELECT coalesce(sum(CASE WHEN runs.status = 'completed' THEN runs.item_count ELSE (
           SELECT count(*) FROM run_items WHERE run_items.organization_id = runs.organization_id
             AND run_items.run_id = runs.id AND run_items.status NOT IN ('pending', 'sent')
         ) END), 0) AS done
       FROM runs WHERE organization_id = $1 AND project_id = $2 AND kind = 'history'`,
      [organizationId, project.id],
    );
    const { prompts, engines, countries } = demoSeed;
    const total = backfillDays * prompts.length * engines.length * countries.length;
    return { done: rows[0]?.done ?? 0, total, startedAt: project.createdAt };
  });
}
