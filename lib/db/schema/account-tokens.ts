import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, instant } from '#lib/db/schema/columns';
import { users } from '#lib/db/schema/organizations';

/** Links sent by email, which prove that a user owns the email address. Deleted when used. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `email` confirms the address, which becomes the user's if it is a new one. */
    purpose: text().$type<'password-reset' | 'email'>().notNull(),
    /** The address that the link was sent to. */
    email: text().notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('account_tokens_user').on(table.userId),
    check('account_tokens_purpose', sql`${table.purpose} IN ('password-reset', 'email')`),
  ],
);
