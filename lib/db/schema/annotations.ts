import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, organizationId } from '#lib/db/schema/columns';
import { ofProject } from '#lib/db/schema/projects';

/** A dated note on charts. */
export const annotations = pgTable(
  'annotations',
  {
    organizationId: organizationId(),
    id: uuid().notNull().defaultRandom(),
    projectId: uuid('project_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** `note` by a person; `model`, `prompts` or `brands` where it was noticed by itself. */
    kind: text().notNull(),
    text: text().notNull(),
    /** Null where nobody wrote it. */
    createdBy: uuid('created_by'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ofProject(table),
    index('annotations_day').on(table.organizationId, table.projectId, table.day),
    check('annotations_kind', sql`${table.kind} IN ('note', 'model', 'prompts', 'brands')`),
  ],
);
