import { date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, projectColumns } from '#lib/db/schema/columns';
import { projectReference } from '#lib/db/schema/projects';

/** A dated change whose effect on some prompts is measured. */
export const experiments = pgTable(
  'experiments',
  {
    ...projectColumns(),
    name: text().notNull(),
    /** Describes the change. */
    what: text().notNull(),
    /** The first UTC day with the change. */
    changedOn: date('changed_on', { mode: 'string' }).notNull(),
    /** The treatment prompts. */
    promptIds: uuid('prompt_ids').array().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    projectReference(table),
    index('experiments_project').on(table.organizationId, table.projectId),
  ],
);
