import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, organizationId } from '#lib/db/schema/columns';

/** A stored page of an answer, served below STORAGE_URL until it expires. */
export const storedPages = pgTable(
  'stored_pages',
  {
    organizationId: organizationId(),
    /** Part of the URL; shared by the pages of one result. */
    id: uuid().notNull(),
    page: integer().notNull(),
    html: text().notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.page] }),
    index('stored_pages_expiry').on(table.expiresAt),
  ],
);
