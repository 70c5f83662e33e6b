import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import type { TaskStatus } from '#lib/contract/tasks';
import { createdAt, instant, organizationId } from '#lib/db/schema/columns';

/**
 * The task counts of each organization, exact because every statement that creates, claims, settles or clears
 * tasks updates them. Dispatchers choose organizations from this table alone, unless a circuit breaker is open: then
 * they also check which engines have queued tasks.
 */
export const taskQueueStats = pgTable(
  'task_queue_stats',
  {
    organizationId: organizationId().primaryKey(),
    queued: integer().notNull().default(0),
    processing: integer().notNull().default(0),
    /** The maximum number of tasks processed concurrently. */
    asyncConcurrency: integer('async_concurrency').notNull(),
    /** True while the organization is scheduled for deletion: none of its tasks is started. */
    isPaused: boolean('is_paused').notNull().default(false),
    /** The organization with the earliest time is served first, so that each gets its turn. */
    lastClaimedAt: instant('last_claimed_at').notNull().defaultNow(),
  },
  (table) => [
    check('task_queue_stats_counts', sql`${table.queued} >= 0 AND ${table.processing} >= 0`),
    index('task_queue_stats_ready').on(table.lastClaimedAt).where(sql`${table.queued} > 0`),
  ],
);

/** A task, which is also a row of the queue: claimed by lease and fenced by its attempt number. */
export const tasks = pgTable(
  'tasks',
  {
    organizationId: organizationId(),
    id: uuid().notNull().defaultRandom(),
    /** Order of creation: first in, first out within a priority. */
    sequence: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    engine: text().$type<Engine>().notNull(),
    /** The API key that created it; null for tasks created before this column was added. */
    keyId: uuid('key_id'),
    request: jsonb().$type<MonitorRequest>().notNull(),
    status: text().$type<TaskStatus>().notNull().default('QUEUED'),
    priority: smallint().notNull().default(1),
    idempotencyKey: text('idempotency_key'),
    webhookUrl: text('webhook_url'),
    /** Held at creation, charged when COMPLETED, released when FAILED. */
    creditsToCharge: integer('credits_to_charge').notNull(),
    creditsCharged: integer('credits_charged'),
    /** Incremented by every claim; writes with an older number are ignored. */
    attempt: integer().notNull().default(0),
    /** Requests sent to the provider, over all claims. A claim counts its first one in advance. */
    providerAttempts: smallint('provider_attempts').notNull().default(0),
    /** How long the task waits while the circuit of its provider is open, before it fails. */
    maxWaitSeconds: integer('max_wait_seconds').notNull().default(300),
    /**
     * When the task first returned to the queue because the circuit of its provider was open. From then on, clients see it
     * as PROCESSING, and clearing the queue does not delete it.
     */
    waitingSince: instant('waiting_since'),
    /** The trace of the request that created it, as a `traceparent`; null if it was not traced. */
    traceParent: text('trace_parent'),
    leasedUntil: instant('leased_until'),
    createdAt: createdAt(),
    startedAt: instant('started_at'),
    /** When the task became COMPLETED or FAILED. */
    completedAt: instant('completed_at'),
    /** The result, or `{"error": …}` of a FAILED task. */
    response: jsonb().$type<Record<string, unknown>>(),
    /** The provider that answered, and what it charged, in its own currency. */
    provider: text(),
    cost: numeric({ mode: 'number' }),
    currency: text(),
    tokens: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('tasks_idempotency')
      .on(table.organizationId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} IS NOT NULL`),
    index('tasks_queue')
      .on(table.organizationId, table.priority.desc(), table.sequence)
      .where(sql`${table.status} = 'QUEUED'`),
    index('tasks_queue_engine')
      .on(table.organizationId, table.engine, table.priority.desc(), table.sequence)
      .where(sql`${table.status} = 'QUEUED'`),
    index('tasks_leases').on(table.leasedUntil).where(sql`${table.status} = 'PROCESSING'`),
    index('tasks_completed').on(table.completedAt).where(sql`${table.completedAt} IS NOT NULL`),
    index('tasks_failed')
      .on(table.organizationId, table.completedAt, table.id)
      .where(sql`${table.status} = 'FAILED'`),
    check('tasks_status', sql`${table.status} IN ('QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED')`),
  ],
);

/** A stored page of an answer, served below STORAGE_URL until it expires. */
export const storedPages = pgTable(
  'stored_pages',
  {
    organizationId: organizationId(),
    /** Part of the URL; shared by the pages of one result. */
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
