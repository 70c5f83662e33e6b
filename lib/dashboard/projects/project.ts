import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { type Brand, readBrands } from '#lib/dashboard/projects/brand';
import type { Database } from '#lib/db/client';
import { type Context, scoped } from '#lib/db/context';

/** One brand watched against its competitors. */
export interface Project {
  id: string;
  name: string;
  createdAt: Date;
  own: Brand;
  competitors: Brand[];
}

export function projectNotFound(id: string): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such project. It may have been deleted.',
    details: { id },
  });
}

/** Puts a project together from its row and its brands. @throws ServiceError when the own brand is missing */
function assembleProject(
  row: { id: string; name: string; createdAt: Date },
  brands: readonly Brand[],
): Project {
  const own = brands.find((brand) => brand.role === 'own');
  if (!own) {
    throw new ServiceError('INTERNAL_SERVER_ERROR', { internal: `project ${row.id} has no own brand` });
  }
  return { ...row, own, competitors: brands.filter((brand) => brand.role === 'competitor') };
}

/** A project with its brands. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getProject(context: Context, { projectId }: { projectId: string }): Promise<Project> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId)) throw projectNotFound(projectId);
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

/**
 * Holds a project's brands still until the transaction ends: no answer of it is scored meanwhile (ingestion
 * shares the lock), so a change of brands falls between two batches. @throws ServiceError RESOURCE_NOT_FOUND
 */
export async function lockProject(db: Database, organizationId: string, projectId: string): Promise<void> {
  if (!isUuid(projectId)) throw projectNotFound(projectId);
  const { rowCount } = await db.$client.query(
    'SELECT 1 FROM projects WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [organizationId, projectId],
  );
  if (rowCount === 0) throw projectNotFound(projectId);
}
