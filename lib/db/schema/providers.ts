import { sql } from 'drizzle-orm';
import { bigint, check, integer, jsonb, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, instant, organizationId } from '#lib/db/schema/columns';

/** An organization's own keys for a provider, used instead of the instance's. */
export const providerKeys = pgTable(
  'provider_keys',
  {
    organizationId: organizationId(),
    provider: text().notNull(),
    /** JSON object of the keys, by the name of the environment variable that sets such a key for the instance. */
    keysEncrypted: text('keys_encrypted').notNull(),
    /** The last four characters of the key; of the last one if the provider needs several. */
    lastFour: text('last_four').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.provider] })],
);

/** An open circuit of a provider and key: its tasks wait, except one probe at a time. Deleted when it closes. */
export const circuitBreakers = pgTable(
  'circuit_breakers',
  {
    /** The owner of the key; the nil UUID for the instance. */
    organizationId: organizationId(),
    provider: text().notNull(),
    /**
     * Identifies the key without revealing it; a new key starts with a closed circuit. If the circuit is of one engine, `:`
     * and the engine follow.
     */
    keyFingerprint: text('key_fingerprint').notNull(),
    reason: text().$type<'failing' | 'quota' | 'retired' | 'retired_model'>().notNull(),
    openedAt: instant('opened_at').notNull(),
    /** The last failure; null if a process of an earlier version opened it. */
    failedAt: instant('failed_at'),
    /** Failed probes since it opened; the wait for the next one grows with them. */
    failedProbes: integer('failed_probes').notNull().default(0),
    /** When the next probe may start; while a probe runs, the time by which it must have ended. */
    probeAt: instant('probe_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.provider, table.keyFingerprint] })],
);

/**
 * Statistics of the requests to providers, one row per organization, hour, provider and engine. A row with the nil UUID and
 * the hour 1970-01-01 holds the totals of its provider and engine over all organizations and hours.
 */
export const providerStatsHourly = pgTable(
  'provider_stats_hourly',
  {
    organizationId: organizationId(),
    /** The name of the provider, such as `openai` or `sandbox`. */
    provider: text().notNull(),
    engine: text().notNull(),
    hour: instant('hour').notNull(),
    /** Attempts, successful or not. */
    requests: integer().notNull(),
    transientErrors: integer('transient_errors').notNull(),
    permanentErrors: integer('permanent_errors').notNull(),
    quotaErrors: integer('quota_errors').notNull(),
    /** Attempts delayed by the provider's rate limit, and their total delay. */
    throttledCount: integer('throttled_count').notNull(),
    throttledMs: bigint('throttled_ms', { mode: 'number' }).notNull(),
    /** Successful attempts per latency bucket. */
    latencyHistogram: integer('latency_histogram').array().notNull(),
    totalLatencyMs: bigint('total_latency_ms', { mode: 'number' }).notNull(),
    tokens: bigint({ mode: 'number' }).notNull(),
    /** The cost reported by the provider, in its own currency. */
    cost: numeric({ mode: 'number' }).notNull(),
    currency: text(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.hour, table.provider, table.engine] })],
);

/** The last check of each provider with the instance's key: whether its response has what the transform reads. */
export const providerChecks = pgTable(
  'provider_checks',
  {
    provider: text().primaryKey(),
    /** When the last check started; it claims the check for one worker. */
    startedAt: instant('started_at').notNull(),
    /** The engine that was queried. The columns from here on are null until the first check has ended. */
    engine: text(),
    checkedAt: instant('checked_at'),
    status: text().$type<'passed' | 'failed'>(),
    /** Null if the provider answered. */
    errorKind: text('error_kind'),
    /** The provider's sentence, without keys. */
    error: text(),
    /** `Finding[]`: paths and types of fields, without their values. */
    findings: jsonb().notNull().default([]),
    /** `StoredShape`: paths and types of fields, without their values. Null until a check has passed. */
    shape: jsonb(),
    /** When the last check that passed ended. */
    passedAt: instant('passed_at'),
  },
  (table) => [check('provider_checks_status', sql`${table.status} IN ('passed', 'failed')`)],
);
