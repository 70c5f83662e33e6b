import { invalidField } from '#lib/core/errors';
import { parseInput } from '#lib/core/parse-input';
import { requirePermission } from '#lib/core/permissions';
import { isId } from '#lib/dashboard/projects/is-id';
import { lockProject } from '#lib/dashboard/projects/lock-project';
import { viewNameSchema, viewNotFound } from '#lib/dashboard/saved-views/saved-view';
import { type Context, scoped } from '#lib/db/context';

/** Gives a view another name. @throws ServiceError VALIDATION_ERROR when it is taken; RESOURCE_NOT_FOUND */
export async function renameView(
  context: Context,
  { projectId, viewId, name: given }: { projectId: string; viewId: string; name: string },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  const name = parseInput(viewNameSchema, given);
  if (!isId(viewId)) throw viewNotFound();
  await scoped(context, async ({ db, organizationId }) => {
    await lockProject(db, organizationId, projectId);
    const { rows } = await db.$client.query<{ id: string; taken: boolean }>(
      `SELECT id, lower(name) = lower($4) AND id <> $3 AS taken FROM saved_views
       WHERE organization_id = $1 AND project_id = $2 AND (id = $3 OR lower(name) = lower($4))`,
      [organizationId, projectId, viewId, name],
    );
    if (!rows.some(({ id }) => id === viewId)) throw viewNotFound();
    if (rows.some(({ taken }) => taken)) {
      throw invalidField('name', 'Another view has this name. Choose a different one.');
    }
    await db.$client.query('UPDATE saved_views SET name = $3 WHERE organization_id = $1 AND id = $2', [
      organizationId,
      viewId,
      name,
    ]);
  });
}
