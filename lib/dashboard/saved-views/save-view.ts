import { invalidField } from '#lib/core/errors';
import { parseInput } from '#lib/core/parse-input';
import { requirePermission } from '#lib/core/permissions';
import { lockProject } from '#lib/dashboard/projects/lock-project';
import { type SavedViewInput, savedViewSchema } from '#lib/dashboard/saved-views/saved-view';
import { type Context, scoped } from '#lib/db/context';

const mostViews = 100;

/**
 * Keeps a screen under its filters. A view of the same name is replaced, as a file would be.
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export async function saveView(
  context: Context,
  { projectId, view }: { projectId: string; view: SavedViewInput },
): Promise<{ id: string }> {
  requirePermission(context.actor, 'projects.edit');
  const { name, screen, query } = parseInput(savedViewSchema, view);
  return scoped(context, async ({ db, organizationId, actor, clock }) => {
    await lockProject(db, organizationId, projectId);
    const place = [organizationId, projectId];
    const replaced = await db.$client.query<{ id: string }>(
      `UPDATE saved_views SET name = $3, screen = $4, query = $5
       WHERE organization_id = $1 AND project_id = $2 AND lower(name) = lower($3) RETURNING id`,
      [...place, name, screen, query],
    );
    const known = replaced.rows[0];
    if (known) return known;
    const { rows } = await db.$client.query<{ id: string }>(
      `INSERT INTO saved_views (organization_id, project_id, name, screen, query, created_by, created_at)
       SELECT $1, $2, $3, $4, $5, $6, $7
       WHERE (SELECT count(*) FROM saved_views WHERE organization_id = $1 AND project_id = $2) < $8
       RETURNING id`,
      // The operator of the instance is no user; its views name the organization.
      [
        ...place,
        name,
        screen,
        query,
        actor.kind === 'member' ? actor.userId : organizationId,
        clock.now(),
        mostViews,
      ],
    );
    const added = rows[0];
    if (!added) throw invalidField('name', `A project keeps at most ${mostViews} views. Delete one first.`);
    return added;
  });
}
