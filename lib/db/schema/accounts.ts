import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, createdAt, instant, organizationId } from '#lib/db/schema/columns';

/** Who pays and who owns: the tenant of every other row. */
export const organizations = pgTable('organizations', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  plan: text().notNull().default('free'),
  /** The number of sync requests at once. */
  syncConcurrency: integer('sync_concurrency').notNull(),
  /** The webhook signing secret, sealed; null while signing is off. */
  signingSecret: text('signing_secret'),
  createdAt: createdAt(),
});

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Lower case. */
    email: text().notNull(),
    name: text().notNull(),
    passwordHash: text('password_hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('users_email').on(table.email)],
);

export const memberships = pgTable(
  'memberships',
  {
    organizationId: organizationId().references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index('memberships_user').on(table.userId),
    check('memberships_role', sql`${table.role} IN ('owner', 'admin', 'editor', 'viewer')`),
  ],
);

/** An invitation by link; only the hash of its token is kept. */
export const invitations = pgTable(
  'invitations',
  {
    organizationId: organizationId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: uuid().notNull().defaultRandom(),
    tokenHash: bytea('token_hash').notNull(),
    role: text().notNull(),
    /** A note to tell invitations apart, usually an address. */
    label: text().notNull().default(''),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('invitations_token').on(table.tokenHash),
  ],
);

/** Failed attempts at a password or link, a row each subject and window, for throttling. */
export const throttles = pgTable('throttles', {
  /** SHA-256 of what is throttled, such as `login:<email>` or `login-address:<ip>`. */
  subject: text().primaryKey(),
  failures: integer().notNull(),
  resetsAt: instant('resets_at').notNull(),
});

/** A key of the /v1 interface; only its SHA-256 is kept (reliability.md, "secrets"). */
export const apiKeys = pgTable(
  'api_keys',
  {
    organizationId: organizationId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: uuid().notNull().defaultRandom(),
    name: text().notNull(),
    secretHash: bytea('secret_hash').notNull(),
    /** The last characters, to tell keys apart. */
    hint: text().notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('api_keys_secret').on(table.secretHash),
  ],
);

/**
 * The credits of an organization: one row, so that one conditional UPDATE decides. `balance` is what the ledger
 * sums to, holds not taken off; `held` is the part of it that running work has reserved.
 */
export const creditAccounts = pgTable(
  'credit_accounts',
  {
    organizationId: organizationId()
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** The month the balance is of, its first day in UTC, as `2026-11-01`. */
    month: text().notNull(),
    balance: bigint({ mode: 'number' }).notNull(),
    held: bigint({ mode: 'number' }).notNull().default(0),
    /** Sync requests that hold a slot now: the number of rows in `slots`, kept here so that one UPDATE decides. */
    inFlight: integer('in_flight').notNull().default(0),
  },
  (table) => [
    check('credit_accounts_in_flight', sql`${table.inFlight} >= 0`),
    check('credit_accounts_covered', sql`${table.held} >= 0 AND ${table.balance} >= ${table.held}`),
  ],
);

/** Every change of a balance; their sum is the balance at every instant. */
export const creditLedger = pgTable(
  'credit_ledger',
  {
    organizationId: organizationId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** `grant`, `lapse` or `charge`. */
    kind: text().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    /** The task or request charged for; a task is charged once. */
    subjectId: uuid('subject_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('credit_ledger_subject')
      .on(table.organizationId, table.subjectId)
      .where(sql`${table.kind} = 'charge'`),
  ],
);
