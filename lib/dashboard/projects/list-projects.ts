import { requirePermission } from '#lib/core/permissions';
import { readBrands } from '#lib/dashboard/projects/brand';
import { assembleProject, type Project } from '#lib/dashboard/projects/project';
import { type Context, scoped } from '#lib/db/context';

/** All projects of the organization, oldest first. */
export async function listProjects(context: Context): Promise<Project[]> {
  requirePermission(context.actor, 'projects.read');
  return scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<{ id: string; name: string; createdAt: Date }>(
      `SELECT id, name, created_at AS "createdAt" FROM projects WHERE organization_id = $1
       ORDER BY created_at, id`,
      [organizationId],
    );
    const brands = await readBrands(
      db,
      organizationId,
      rows.map((row) => row.id),
    );
    return rows.map((row) => assembleProject(row, brands.get(row.id) ?? []));
  });
}
