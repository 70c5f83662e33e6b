import { date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, organizationId } from '#lib/db/schema/columns';
import { ofProject } from '#lib/db/schema/projects';

/** A dated change whose effect on some prompts is measured. */
export const experiments = pgTable(
  'experiments',
  {
    organizationId: organizationId(),
    id: uuid().notNull().defaultRandom(),
    projectId: uuid('project_id').notNull(),
    name: text().notNull(),
    /** What was changed, in words. */
    what: text().notNull(),
    changedOn: date('changed_on', { mode: 'string' }).notNull(),
    promptIds: uuid('prompt_ids').array().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ofProject(table),
    index('experiments_project').on(table.organizationId, table.projectId),
  ],
);
