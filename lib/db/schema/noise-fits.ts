import { date, integer, json, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, organizationId } from '#lib/db/schema/columns';

/**
 * How far the metrics of a project differ by themselves, fitted on its answers up to the last day of a period. Each row has
 * the noise of one metric of all brands; it is fitted again after each run, and when it is missing.
 */
export const noiseFits = pgTable(
  'noise_fits',
  {
    organizationId: organizationId(),
    projectId: uuid('project_id').notNull(),
    scoringVersion: integer('scoring_version').notNull(),
    /** The days that it is fitted for: a period, or two that are compared, as `2026-10-04..2026-10-31 2026-11-01..2026-11-28`. */
    days: text().notNull(),
    metric: text().notNull(),
    /** The last of these days. */
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    /** Stored as text, because nothing looks into it and it is read as a whole. */
    noise: json().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({
      name: 'noise_fits_key',
      columns: [table.organizationId, table.projectId, table.scoringVersion, table.days, table.metric],
    }),
  ],
);
