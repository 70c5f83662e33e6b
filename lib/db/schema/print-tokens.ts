import { boolean, foreignKey, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant, organizationId } from '#lib/db/schema/columns';
import { reports } from '#lib/db/schema/reports';

/** Lets Chromium open one report once, to print it. Deleted when it is used, or after it has expired. */
export const printTokens = pgTable(
  'print_tokens',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    organizationId: organizationId(),
    reportId: uuid('report_id').notNull(),
    /** The filters of the page that is printed, as a query string. */
    query: text().notNull(),
    showsNotes: boolean('shows_annotations').notNull(),
    /** A minute after the token was created. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.reportId],
      foreignColumns: [reports.organizationId, reports.id],
    }).onDelete('cascade'),
  ],
);
