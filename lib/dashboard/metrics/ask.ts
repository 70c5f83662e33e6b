import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/database/context';

/**
 * What every question of this folder begins with: the actor may read projects, and the reading is bound to the
 * organization.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function ask<T>(context: Context, read: (context: Context) => Promise<T>): Promise<T> {
  requirePermission(context.actor, 'projects.read');
  return scoped(context, read);
}
