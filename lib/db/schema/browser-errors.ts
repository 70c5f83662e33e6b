import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#lib/db/schema/columns';

/** Errors that browsers reported, one row per error and version of the pages. They belong to no organization. */
export const browserErrors = pgTable('browser_errors', {
  /** SHA-256 of the message, the page and the version. */
  id: text().primaryKey(),
  message: text().notNull(),
  stack: text().notNull(),
  /** The path with `:id` for each part that is not fixed, such as `/projects/:id/overview`. */
  page: text().notNull(),
  /** The version of the pages, such as `0.1.0+3f9a2c41`. */
  version: text().notNull(),
  /** The browser of the last report, such as `Firefox on Linux`. */
  browser: text().notNull(),
  /** Number of reports. */
  count: integer().notNull(),
  firstReportedAt: instant('first_reported_at').notNull(),
  lastReportedAt: instant('last_reported_at').notNull(),
});
