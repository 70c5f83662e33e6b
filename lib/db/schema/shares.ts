import { integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, instant, projectColumns } from '#lib/db/schema/columns';
import { projectReference } from '#lib/db/schema/projects';

/** A read-only link to a project's overview. */
export const shares = pgTable(
  'shares',
  {
    ...projectColumns(),
    tokenHash: bytea('token_hash').notNull(),
    /** The query string of the filters that viewers cannot remove. */
    filters: text().notNull().default(''),
    /** Null without a password. */
    passwordHash: text('password_hash'),
    /** Wrong passwords since `wrongSince`, to limit guessing. */
    wrongPasswords: integer('wrong_passwords').notNull().default(0),
    wrongSince: instant('wrong_since'),
    /** Null if it never expires. */
    expiresAt: instant('expires_at'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    projectReference(table),
    uniqueIndex('shares_token').on(table.tokenHash),
  ],
);
