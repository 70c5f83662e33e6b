import { bigint, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, instant, organizationId } from '#lib/db/schema/columns';

/** An organization's own keys at a vendor, which go before the instance's. */
export const vendorKeys = pgTable(
  'vendor_keys',
  {
    organizationId: organizationId(),
    vendor: text().notNull(),
    /** The secrets by the setting they stand for, as JSON, sealed. */
    sealed: text().notNull(),
    /** The last characters, to tell keys apart. */
    hint: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.vendor] })],
);

/**
 * A vendor and key that gives no answers: tasks for it wait in the queue, and one at a time is tried. A row is
 * there only as long as that lasts.
 */
export const vendorCircuits = pgTable(
  'vendor_circuits',
  {
    /** Whose key it is; the nil UUID for the instance's. */
    organizationId: organizationId(),
    vendor: text().notNull(),
    /** Tells keys apart, so that a new one begins afresh. */
    keyMark: text('key_mark').notNull(),
    /** `failing` or `quota`. */
    reason: text().notNull(),
    openedAt: instant('opened_at').notNull(),
    /** Probes that failed since; the wait for the next grows with them. */
    failedProbes: integer('failed_probes').notNull().default(0),
    /** When the next task may be tried; while one is, the time by which it has ended. */
    probeAt: instant('probe_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.vendor, table.keyMark] })],
);

/** What was asked of each provider, an hour a row. */
export const engineFigures = pgTable(
  'engine_figures',
  {
    organizationId: organizationId(),
    /** A vendor, or `sandbox`. */
    provider: text().notNull(),
    engine: text().notNull(),
    hour: instant('hour').notNull(),
    /** Attempts, answered or not. */
    requests: integer().notNull(),
    transient: integer().notNull(),
    permanent: integer().notNull(),
    quota: integer().notNull(),
    /** Attempts put off because the vendor's window was used up, and for how long in all. */
    waits: integer().notNull(),
    waitedMs: bigint('waited_ms', { mode: 'number' }).notNull(),
    /** Answers by latency, a place a bucket. */
    latencies: integer().array().notNull(),
    latencyMs: bigint('latency_ms', { mode: 'number' }).notNull(),
    tokens: bigint({ mode: 'number' }).notNull(),
    /** What the vendor says its answers cost, in its own currency. */
    cost: numeric().notNull(),
    currency: text(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.hour, table.provider, table.engine] })],
);
