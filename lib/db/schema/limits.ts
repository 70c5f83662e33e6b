import { index, integer, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, organizationId } from '#lib/db/schema/columns';

/** Requests counted in the present fixed window; one row an organization and kind of window. */
export const rateWindows = pgTable(
  'rate_windows',
  {
    organizationId: organizationId(),
    /** `second` for all of /v1, `hour` for /v1/run. */
    kind: text().notNull(),
    startedAt: instant('started_at').notNull(),
    requests: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.kind] })],
);

/**
 * A sync request in flight: its concurrency slot and its hold of credits in one row, leased, so that what a
 * killed process held is free again when the lease ends.
 */
export const slots = pgTable(
  'slots',
  {
    organizationId: organizationId(),
    id: uuid().notNull(),
    credits: integer().notNull(),
    leasedUntil: instant('leased_until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('slots_leases').on(table.leasedUntil),
  ],
);

/** A stored page of an answer, served below STORAGE_URL until it expires. */
export const storedPages = pgTable(
  'stored_pages',
  {
    organizationId: organizationId(),
    /** Shared by the pages of one result; stands in the address. */
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

/** The log of requests: one row an authenticated request to /v1, written in batches after the answer. */
export const requests = pgTable(
  'requests',
  {
    organizationId: organizationId(),
    /** As `X-Request-Id` gave it to the client. */
    id: uuid().notNull(),
    keyId: uuid('key_id').notNull(),
    method: text().notNull(),
    /** Without the query, cut at 200 characters. */
    path: text().notNull(),
    /** 499 where the client left before the answer. */
    status: integer().notNull(),
    /** The envelope's code; null on success. */
    code: text(),
    creditsCharged: integer('credits_charged').notNull(),
    latencyMs: integer('latency_ms').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** Who answered, and what the vendor says it cost in its own money; null where no engine was asked. */
    provider: text(),
    cost: numeric(),
    currency: text(),
    tokens: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.receivedAt, table.id] }),
    index('requests_age').using('brin', table.receivedAt),
  ],
);
