import { and, eq, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { invalidField, notFound } from '#lib/core/errors';
import { getCreatorId } from '#lib/core/permissions';
import { isStorableText, isUuid } from '#lib/core/text';
import { idSchema, lookupIdSchema, singleLineSchema } from '#lib/core/validation';
import { lockProject, projectIdSchema } from '#lib/dashboard/projects/project';
import { hasValues } from '#lib/db/has-values';
import { savedViews } from '#lib/db/schema/projects';
import { createdSchema, defineOperation } from '#lib/operations/define-operation';

const viewNameSchema = singleLineSchema({ required: 'Enter a name for the view.', maxLength: 60 });

const viewNotFound = () => notFound('View not found. It may have been deleted.');

const viewColumns = {
  id: savedViews.id,
  name: savedViews.name,
  page: savedViews.page,
  query: savedViews.query,
};

/** A page of a project with its filters, saved under a name for all members of the organization. */
const viewSchema = createdSchema.extend({
  name: z.string(),
  page: z.string().describe('The last part of the page’s path, such as sources.'),
  query: z.string().describe('The filters, as in the address of the page.'),
});
export type SavedView = z.output<typeof viewSchema>;

const hasName = (name: string) => sql`lower(${savedViews.name}) = lower(${name})`;

export const listViews = defineOperation({
  name: 'views.list',
  title: 'List the saved views of a project',
  description: 'Lists the saved views of a project in alphabetical order.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({ projectId: lookupIdSchema }),
  output: z.array(viewSchema),
  async run({ db, organizationId }, { projectId }) {
    if (!isUuid(projectId)) return [];
    return db
      .select(viewColumns)
      .from(savedViews)
      .where(hasValues(savedViews, { organizationId, projectId }))
      .orderBy(sql`lower(${savedViews.name})`, savedViews.id);
  },
});

const maxViews = 100;

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const saveView = defineOperation({
  name: 'views.save',
  title: 'Save a view',
  description:
    'Saves a page of a project with its filters under a name, for all members. A view with the same name, in upper or lower case, is replaced.',
  permission: 'projects.edit',
  effect: 'write',
  input: z.object({
    projectId: projectIdSchema,
    name: viewNameSchema,
    page: z
      .string()
      .regex(/^[a-z][a-z-]{0,39}$/, 'This page cannot be saved.')
      .describe('The last part of the page’s path, such as sources.'),
    query: z
      .string()
      .max(4_000, 'There are too many filters. Remove some and save again.')
      .refine(isStorableText, 'These filters contain invalid characters. Remove them, then save again.')
      .describe('The filters, as in the address of the page.'),
  }),
  output: createdSchema,
  audit: ['saved-view.created', 'saved-view.changed'],
  async run(context, { projectId, name, page, query, ...rest }) {
    const { db, organizationId, clock } = context;
    await lockProject(db, organizationId, projectId);
    const isInProject = hasValues(savedViews, { organizationId, projectId });
    const [replaced] = await db
      .update(savedViews)
      .set({ name, page, query })
      .where(and(isInProject, hasName(name)))
      .returning({ id: savedViews.id });
    const entry = { target: name, after: { page, filters: query, ...rest } };
    if (replaced) {
      await context.audit({ ...entry, action: 'saved-view.changed', targetId: replaced.id });
      return replaced;
    }
    if ((await db.$count(savedViews, isInProject)) >= maxViews) {
      throw invalidField('name', `A project can have at most ${maxViews} views. Delete one first.`);
    }
    const createdBy = getCreatorId(context);
    const [added] = await db
      .insert(savedViews)
      .values({ organizationId, projectId, name, page, query, createdBy, createdAt: clock.now() })
      .returning({ id: savedViews.id });
    if (!added) throw new Error('Saving a view returned no row.');
    await context.audit({ ...entry, targetId: added.id });
    return added;
  },
});

/** @throws ServiceError VALIDATION_ERROR if the name is taken; RESOURCE_NOT_FOUND */
export const renameView = defineOperation({
  name: 'views.rename',
  title: 'Rename a view',
  description: 'Changes the name of a saved view.',
  permission: 'projects.edit',
  effect: 'write',
  input: z.object({ projectId: projectIdSchema, viewId: idSchema('view'), name: viewNameSchema }),
  audit: ['saved-view.changed'],
  async run(context, { projectId, viewId, name }) {
    const { db, organizationId } = context;
    await lockProject(db, organizationId, projectId);
    const isInProject = hasValues(savedViews, { organizationId, projectId });
    const candidates = await db
      .select({ id: savedViews.id, name: savedViews.name })
      .from(savedViews)
      .where(and(isInProject, or(eq(savedViews.id, viewId), hasName(name))));
    const stored = candidates.find(({ id }) => id === viewId);
    if (!stored) throw viewNotFound();
    if (candidates.length > 1) {
      throw invalidField('name', 'Another view has this name. Choose a different one.');
    }
    await db
      .update(savedViews)
      .set({ name })
      .where(hasValues(savedViews, { organizationId, id: viewId }));
    if (name === stored.name) return;
    const change = { before: { name: stored.name }, after: { name } };
    await context.audit({ target: name, targetId: viewId, ...change });
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const deleteView = defineOperation({
  name: 'views.delete',
  title: 'Delete a view',
  description: 'Deletes a saved view. The page and its data stay.',
  permission: 'projects.edit',
  effect: 'delete',
  input: z.object({ projectId: projectIdSchema, viewId: idSchema('view') }),
  audit: ['saved-view.deleted'],
  async run(context, { projectId, viewId }) {
    const { db, organizationId } = context;
    const [deleted] = await db
      .delete(savedViews)
      .where(hasValues(savedViews, { organizationId, projectId, id: viewId }))
      .returning({ name: savedViews.name });
    if (!deleted) throw viewNotFound();
    await context.audit({ target: deleted.name, targetId: viewId });
  },
});
