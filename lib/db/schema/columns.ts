import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A `timestamptz` column. */
export const instant = (column: string) => timestamp(column, { withTimezone: true });

/** The tenant. The first column of the primary key of tenant tables. */
export const organizationId = () => uuid('organization_id').notNull();

/** The columns that identify a row of a project. */
export const projectColumns = () => ({
  organizationId: organizationId(),
  projectId: uuid('project_id').notNull(),
  id: uuid().notNull().defaultRandom(),
});

export const createdAt = () => instant('created_at').notNull().defaultNow();
