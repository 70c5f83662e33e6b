import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Engine } from '#lib/contract/engines';
import { createdAt, instant, organizationId } from '#lib/db/schema/columns';
import { organizations, users } from '#lib/db/schema/organizations';

/**
 * The credits of an organization in one row, so that one conditional UPDATE checks and changes them. `balance` is the
 * sum of the ledger; holds don't change it. `held` is the part of the balance that is reserved for unfinished requests and tasks.
 */
export const creditBalances = pgTable(
  'credit_balances',
  {
    organizationId: organizationId()
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** The billing month of the balance, as its first day in UTC, such as `2026-11-01`. */
    month: text().notNull(),
    balance: bigint({ mode: 'number' }).notNull(),
    /**
     * The organization's part of the month's free credits, which it shares with other free organizations of its creator;
     * null if the plan says how many credits it gets.
     */
    freeCredits: bigint('free_credits', { mode: 'number' }),
    held: bigint({ mode: 'number' }).notNull().default(0),
    /**
     * Sync requests in flight: the number of rows in `sync_leases`, kept here so that one UPDATE checks and changes
     * it.
     */
    inFlight: integer('in_flight').notNull().default(0),
  },
  (table) => [
    check('credit_balances_in_flight', sql`${table.inFlight} >= 0`),
    check('credit_balances_covered', sql`${table.held} >= 0 AND ${table.balance} >= ${table.held}`),
  ],
);

/** The free credits of a user, which the free organizations that the user created share. */
export const freeCreditPools = pgTable('free_credit_pools', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The billing month that `available` is about, as in `credit_balances`. */
  month: text().notNull(),
  /** Credits of the month that no organization has received. */
  available: bigint({ mode: 'number' }).notNull(),
});

/** Every change of a balance; their sum is always the balance. */
export const creditLedger = pgTable(
  'credit_ledger',
  {
    organizationId: organizationId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    kind: text().$type<'grant' | 'expiry' | 'charge'>().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    /** The task or request that was charged, at most once; null for grants and expiries. */
    subjectId: uuid('subject_id'),
    /** The engine of a charge; null for older charges, grants and expiries. */
    engine: text().$type<Engine>(),
    /** The API key that created the task or sent the request; null for older charges, grants and expiries. */
    keyId: uuid('key_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.createdAt, table.id] }),
    index('credit_ledger_renewals')
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`${table.kind} <> 'charge'`),
    uniqueIndex('credit_ledger_subject')
      .on(table.organizationId, table.subjectId)
      .where(sql`${table.kind} = 'charge'`),
  ],
);

/**
 * The charges of the ledger by UTC day, engine and API key. Every statement that charges also updates it, so that its
 * sums are those of the ledger.
 */
export const creditUsageDaily = pgTable(
  'credit_usage_daily',
  {
    organizationId: organizationId().references(() => organizations.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    engine: text().$type<Engine>(),
    keyId: uuid('key_id'),
    credits: bigint({ mode: 'number' }).notNull(),
    chargeCount: integer('charge_count').notNull(),
  },
  (table) => [
    unique('credit_usage_daily_key')
      .on(table.organizationId, table.day, table.engine, table.keyId)
      .nullsNotDistinct(),
  ],
);

/**
 * A sync request in flight: its slot of the concurrency limit and its credit hold, leased so that both are
 * released when its process dies.
 */
export const syncLeases = pgTable(
  'sync_leases',
  {
    organizationId: organizationId(),
    /** The request ID. */
    id: uuid().notNull(),
    credits: integer().notNull(),
    leasedUntil: instant('leased_until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('sync_leases_leased_until').on(table.leasedUntil),
  ],
);
