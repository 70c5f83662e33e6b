import { isId } from '#lib/dashboard/projects/is-id';
import { projectNotFound } from '#lib/dashboard/projects/project';
import type { Database } from '#lib/db/client';

/**
 * Holds a project's brands still until the transaction ends: no answer of it is scored meanwhile (ingestion
 * shares the lock), so a change of brands falls between two batches. @throws ServiceError RESOURCE_NOT_FOUND
 */
export async function lockProject(db: Database, organizationId: string, projectId: string): Promise<void> {
  if (!isId(projectId)) throw projectNotFound(projectId);
  const { rowCount } = await db.$client.query(
    'SELECT 1 FROM projects WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [organizationId, projectId],
  );
  if (rowCount === 0) throw projectNotFound(projectId);
}
