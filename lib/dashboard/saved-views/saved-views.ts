import { and, eq, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { invalidField, notFound } from '#lib/core/errors';
import { getCreatorId, requirePermission } from '#lib/core/permissions';
import { isStorableText, isUuid } from '#lib/core/text';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { lockProject } from '#lib/dashboard/projects/project';
import { type Context, hasValues, withOrganization } from '#lib/db/client';
import { savedViews } from '#lib/db/schema/projects';

const viewNameSchema = singleLineSchema({ required: 'Enter a name for the view.', maxLength: 60 });

const savedViewSchema = z.object({
  name: viewNameSchema,
  page: z.string().regex(/^[a-z][a-z-]{0,39}$/, 'This page cannot be saved.'),
  query: z
    .string()
    .max(4_000, 'There are too many filters. Remove some and save again.')
    .refine(isStorableText, 'These filters contain invalid characters. Remove them, then save again.'),
});

export type SavedViewInput = z.input<typeof savedViewSchema>;

const viewNotFound = () => notFound('View not found. It may have been deleted.');

const viewColumns = {
  id: savedViews.id,
  name: savedViews.name,
  page: savedViews.page,
  query: savedViews.query,
};

/** A page of a project with its filters, saved under a name for all members of the organization. */
export type SavedView = Pick<typeof savedViews.$inferSelect, keyof typeof viewColumns>;

const hasName = (name: string) => sql`lower(${savedViews.name}) = lower(${name})`;

/** Lists the saved views of a project in alphabetical order. */
export async function listViews(
  context: Context,
  { projectId }: { projectId: string },
): Promise<SavedView[]> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId)) return [];
  return withOrganization(context, ({ db, organizationId }) =>
    db
      .select(viewColumns)
      .from(savedViews)
      .where(hasValues(savedViews, { organizationId, projectId }))
      .orderBy(sql`lower(${savedViews.name})`, savedViews.id),
  );
}

const maxViews = 100;

/**
 * Saves a view. A view with the same name, in upper or lower case, is replaced.
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export async function saveView(
  context: Context,
  { projectId, view }: { projectId: string; view: SavedViewInput },
): Promise<{ id: string }> {
  requirePermission(context.actor, 'projects.edit');
  const { name, page, query } = parseInput(savedViewSchema, view);
  return withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    await lockProject(db, organizationId, projectId);
    const isInProject = hasValues(savedViews, { organizationId, projectId });
    const [replaced] = await db
      .update(savedViews)
      .set({ name, page, query })
      .where(and(isInProject, hasName(name)))
      .returning({ id: savedViews.id });
    if (replaced) return replaced;
    if ((await db.$count(savedViews, isInProject)) >= maxViews) {
      throw invalidField('name', `A project can have at most ${maxViews} views. Delete one first.`);
    }
    const createdBy = getCreatorId(tx);
    const [added] = await db
      .insert(savedViews)
      .values({ organizationId, projectId, name, page, query, createdBy, createdAt: clock.now() })
      .returning({ id: savedViews.id });
    if (!added) throw new Error('Saving a view returned no row.');
    return added;
  });
}

/** Renames a view. @throws ServiceError VALIDATION_ERROR if the name is taken; RESOURCE_NOT_FOUND */
export async function renameView(
  context: Context,
  { projectId, viewId, name: input }: { projectId: string; viewId: string; name: string },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  const name = parseInput(viewNameSchema, input);
  if (!isUuid(viewId)) throw viewNotFound();
  await withOrganization(context, async ({ db, organizationId }) => {
    await lockProject(db, organizationId, projectId);
    const isInProject = hasValues(savedViews, { organizationId, projectId });
    const candidates = await db
      .select({ id: savedViews.id })
      .from(savedViews)
      .where(and(isInProject, or(eq(savedViews.id, viewId), hasName(name))));
    if (!candidates.some(({ id }) => id === viewId)) throw viewNotFound();
    if (candidates.length > 1) {
      throw invalidField('name', 'Another view has this name. Choose a different one.');
    }
    await db
      .update(savedViews)
      .set({ name })
      .where(hasValues(savedViews, { organizationId, id: viewId }));
  });
}

/** Deletes a view. @throws ServiceError RESOURCE_NOT_FOUND */
export async function deleteView(
  context: Context,
  { projectId, viewId }: { projectId: string; viewId: string },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  if (!isUuid(projectId) || !isUuid(viewId)) throw viewNotFound();
  const deleted = await withOrganization(context, ({ db, organizationId }) =>
    db
      .delete(savedViews)
      .where(hasValues(savedViews, { organizationId, projectId, id: viewId }))
      .returning({ id: savedViews.id }),
  );
  if (deleted.length === 0) throw viewNotFound();
}
