import { z } from 'zod';
import { invalidField, ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isStorableText, isUuid } from '#lib/core/text';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { lockProject } from '#lib/dashboard/projects/project';
import { type Context, scoped } from '#lib/db/client';

/** A screen under filters, kept under a name for all members of a project. */
export interface SavedView {
  id: string;
  name: string;
  /** The screen's part of the address: `overview`, `sources`. */
  screen: string;
  /** The query string of its filters; empty for none. */
  query: string;
}

const viewNameSchema = singleLineSchema({ required: 'Give the view a name.', maxLength: 60 });

const savedViewSchema = z.object({
  name: viewNameSchema,
  screen: z.string().regex(/^[a-z][a-z-]{0,39}$/, 'This screen cannot be kept.'),
  query: z
    .string()
    .max(4_000, 'There are too many filters to keep. Remove some and save again.')
    .refine(isStorableText, 'These filters cannot be kept.'),
});

export type SavedViewInput = z.input<typeof savedViewSchema>;

function viewNotFound(): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such view. It may have been deleted.',
  });
}

/** The views kept for a project, by name. */
export async function listViews(
  context: Context,
  { projectId }: { projectId: string },
): Promise<SavedView[]> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId)) return [];
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<SavedView>({
      name: 'list-views',
      text: `SELECT id, name, screen, query FROM saved_views
             WHERE organization_id = $1 AND project_id = $2 ORDER BY lower(name), id`,
      values: [organizationId, projectId],
    }),
  );
  return rows;
}

const maxViews = 100;

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
        maxViews,
      ],
    );
    const added = rows[0];
    if (!added) throw invalidField('name', `A project keeps at most ${maxViews} views. Delete one first.`);
    return added;
  });
}

/** Gives a view another name. @throws ServiceError VALIDATION_ERROR when it is taken; RESOURCE_NOT_FOUND */
export async function renameView(
  context: Context,
  { projectId, viewId, name: given }: { projectId: string; viewId: string; name: string },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  const name = parseInput(viewNameSchema, given);
  if (!isUuid(viewId)) throw viewNotFound();
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

/** Forgets a view; what it showed stays. @throws ServiceError RESOURCE_NOT_FOUND */
export async function deleteView(
  context: Context,
  { projectId, viewId }: { projectId: string; viewId: string },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  if (!isUuid(projectId) || !isUuid(viewId)) throw viewNotFound();
  const { rowCount } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query('DELETE FROM saved_views WHERE organization_id = $1 AND project_id = $2 AND id = $3', [
      organizationId,
      projectId,
      viewId,
    ]),
  );
  if (!rowCount) throw viewNotFound();
}
