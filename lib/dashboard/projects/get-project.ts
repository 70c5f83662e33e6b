import { requirePermission } from '#lib/core/permissions';
import { readBrands } from '#lib/dashboard/projects/brand';
import { isId } from '#lib/dashboard/projects/is-id';
import { assembleProject, type Project, projectNotFound } from '#lib/dashboard/projects/project';
import { type Context, scoped } from '#lib/db/context';

/** A project with its brands. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getProject(context: Context, { projectId }: { projectId: string }): Promise<Project> {
  requirePermission(context.actor, 'projects.read');
  if (!isId(projectId)) throw projectNotFound(projectId);
  return scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<{ id: string; name: string; createdAt: Date }>(
      `SELECT id, name, created_at AS "createdAt" FROM projects WHERE organization_id = $1 AND id = $2`,
      [organizationId, projectId],
    );
    const row = rows[0];
    if (!row) throw projectNotFound(projectId);
    const brands = await readBrands(db, organizationId, [projectId]);
    return assembleProject(row, brands.get(projectId) ?? []);
  });
}
