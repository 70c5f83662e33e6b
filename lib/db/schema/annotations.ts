import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, projectColumns } from '#lib/db/schema/columns';
import { projectReference } from '#lib/db/schema/projects';

/** A dated note on charts. */
export const annotations = pgTable(
  'annotations',
  {
    ...projectColumns(),
    day: date({ mode: 'string' }).notNull(),
    /** `note` by a person; `model`, `prompts` or `brands` for a detected change. */
    kind: text().notNull(),
    text: text().notNull(),
    /** Null for a detected change. */
    createdBy: uuid('created_by'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    projectReference(table),
    index('annotations_day').on(table.organizationId, table.projectId, table.day),
    check('annotations_kind', sql`${table.kind} IN ('note', 'model', 'prompts', 'brands')`),
  ],
);
