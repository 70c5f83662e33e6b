import { sql } from 'drizzle-orm';
import {
  bigint,
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
import { createdAt, instant, organizationId } from '#lib/db/schema/columns';

/**
 * One row an organization with tasks: the only table the dispatcher reads across organizations. `queued` and
 * `processing` are kept by the statements that create, claim, settle and clear tasks, so they are exact.
 */
export const taskQueues = pgTable(
  'task_queues',
  {
    organizationId: organizationId().primaryKey(),
    queued: integer().notNull().default(0),
    processing: integer().notNull().default(0),
    /** Tasks this organization may have in processing at once. */
    concurrency: integer().notNull(),
    /** When its turn last came, so that no organization starves another. */
    servedAt: instant('served_at').notNull().defaultNow(),
  },
  (table) => [
    check('task_queues_counts', sql`${table.queued} >= 0 AND ${table.processing} >= 0`),
    index('task_queues_ready').on(table.servedAt).where(sql`${table.queued} > 0`),
  ],
);

/** A task is a row of the queue: claimed by lease, fenced by its attempt (design.md). */
export const tasks = pgTable(
  'tasks',
  {
    organizationId: organizationId(),
    id: uuid().notNull().defaultRandom(),
    /** Age: first in, first out within one priority. */
    sequence: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    engine: text().notNull(),
    /** The request as validated (`MonitorRequest`). */
    request: jsonb().notNull(),
    status: text().notNull().default('QUEUED'),
    priority: smallint().notNull().default(1),
    idempotencyKey: text('idempotency_key'),
    webhookUrl: text('webhook_url'),
    /** Held from creation; charged at COMPLETED, released at FAILED. */
    creditsToCharge: integer('credits_to_charge').notNull(),
    creditsCharged: integer('credits_charged'),
    /** Raised by every claim; a writer with an older one is too late. */
    attempt: integer().notNull().default(0),
    leasedUntil: instant('leased_until'),
    createdAt: createdAt(),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    /** The result, or `{"error": …}` of a FAILED task. */
    response: jsonb(),
    /** Who answered, and what the vendor says it cost in its own money. */
    provider: text(),
    cost: numeric(),
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
    index('tasks_ended').on(table.endedAt).where(sql`${table.endedAt} IS NOT NULL`),
    check('tasks_status', sql`${table.status} IN ('QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED')`),
  ],
);

/** A webhook to deliver: inserted in the transaction that ends its task, claimed by lease like a task. */
export const deliveries = pgTable(
  'deliveries',
  {
    organizationId: organizationId(),
    id: uuid().notNull().defaultRandom(),
    taskId: uuid('task_id').notNull(),
    url: text().notNull(),
    /** The exact body that is signed and sent. */
    body: text().notNull(),
    /** `pending`, `delivered` or `failed` (all attempts used up). */
    status: text().notNull().default('pending'),
    /** Attempts made so far. */
    attempts: integer().notNull().default(0),
    /** Raised by every claim; a writer with an older one is too late. */
    claim: integer().notNull().default(0),
    /** When the next attempt is due, or when the lease of the present one ends. */
    dueAt: instant('due_at').notNull().defaultNow(),
    createdAt: createdAt(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('deliveries_due').on(table.dueAt).where(sql`${table.status} = 'pending'`),
    index('deliveries_recent').on(table.organizationId, table.createdAt.desc()),
    check('deliveries_status', sql`${table.status} IN ('pending', 'delivered', 'failed')`),
  ],
);

/** One attempt at a delivery, recorded whatever came of it. */
export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    organizationId: organizationId(),
    deliveryId: uuid('delivery_id').notNull(),
    attempt: integer().notNull(),
    startedAt: instant('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** The status the receiver answered with; null when there was no answer. */
    statusCode: integer('status_code'),
    /** Why it counts as failed; null on success. */
    error: text(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.deliveryId, table.attempt] })],
);
