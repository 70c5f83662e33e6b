import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { type Context, scoped } from '#lib/db/context';

/** Closes a link at once. Closing a closed one changes nothing. @throws ServiceError RESOURCE_NOT_FOUND */
export async function revokeShare(
  context: Context,
  { projectId, shareId }: { projectId: string; shareId: string },
): Promise<void> {
  requirePermission(context.actor, 'shares.manage');
  if (!isUuid(projectId) || !isUuid(shareId)) throw shareNotFound(shareId);
  const { rowCount } = await scoped(context, ({ db, organizationId, clock }) =>
    db.$client.query(
      `UPDATE shares SET revoked_at = coalesce(revoked_at, $4)
       WHERE organization_id = $1 AND project_id = $2 AND id = $3`,
      [organizationId, projectId, shareId, clock.now()],
    ),
  );
  if (!rowCount) throw shareNotFound(shareId);
}

function shareNotFound(id: string): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', { message: 'There is no such link.', details: { id } });
}
