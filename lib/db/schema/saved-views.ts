import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, projectColumns } from '#lib/db/schema/columns';
import { projectReference } from '#lib/db/schema/projects';

/** A set of filters of one page, saved under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    ...projectColumns(),
    name: text().notNull(),
    /** The page's path segment, such as `overview`. */
    screen: text().notNull(),
    /** The query string of its filters. */
    query: text().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    projectReference(table),
    index('saved_views_project').on(table.organizationId, table.projectId),
  ],
);
