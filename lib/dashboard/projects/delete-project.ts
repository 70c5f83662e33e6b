import { requirePermission } from '#lib/core/permissions';
import { lockProject } from '#lib/dashboard/projects/project';
import { type Context, scoped } from '#lib/db/context';

// Rows that name the project without a foreign key (partitioned or rolled up), children before parents.
const deletions = [
  `DELETE FROM mentions WHERE (organization_id, requested_at, answer_id) IN
     (SELECT organization_id, requested_at, id FROM answers WHERE organization_id = $1 AND project_id = $2)`,
  `DELETE FROM answer_sources WHERE (organization_id, requested_at, answer_id) IN
     (SELECT organization_id, requested_at, id FROM answers WHERE organization_id = $1 AND project_id = $2)`,
  'DELETE FROM answers WHERE organization_id = $1 AND project_id = $2',
  'DELETE FROM daily_answers WHERE organization_id = $1 AND project_id = $2',
  'DELETE FROM daily_brands WHERE organization_id = $1 AND project_id = $2',
  'DELETE FROM daily_domains WHERE organization_id = $1 AND project_id = $2',
  'DELETE FROM daily_queries WHERE organization_id = $1 AND project_id = $2',
  'DELETE FROM projects WHERE organization_id = $1 AND id = $2',
];

/** Deletes a project with everything learnt for it. */
export async function deleteProject(context: Context, { projectId }: { projectId: string }): Promise<void> {
  requirePermission(context.actor, 'projects.delete');
  await scoped(context, async ({ db, organizationId }) => {
    await lockProject(db, organizationId, projectId);
    for (const statement of deletions) await db.$client.query(statement, [organizationId, projectId]);
  });
}
