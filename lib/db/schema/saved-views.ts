import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, organizationId } from '#lib/db/schema/columns';
import { ofProject } from '#lib/db/schema/projects';

/** A named set of filters of one page. */
export const savedViews = pgTable(
  'saved_views',
  {
    organizationId: organizationId(),
    id: uuid().notNull().defaultRandom(),
    projectId: uuid('project_id').notNull(),
    name: text().notNull(),
    /** The screen's part of the address, `overview` say. */
    screen: text().notNull(),
    /** The query string of its filters. */
    query: text().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ofProject(table),
    index('saved_views_project').on(table.organizationId, table.projectId),
  ],
);
