import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, organizationId } from '#lib/db/schema/columns';

/** A webhook to deliver: inserted in the transaction that completes its task, claimed by lease like a task. */
export const deliveries = pgTable(
  'deliveries',
  {
    organizationId: organizationId(),
    id: uuid().notNull().defaultRandom(),
    taskId: uuid('task_id').notNull(),
    url: text().notNull(),
    /** The exact body that is signed and sent. */
    body: text().notNull(),
    /** `failed` after the last attempt. */
    status: text().$type<'pending' | 'delivered' | 'failed'>().notNull().default('pending'),
    /** Attempts made so far. */
    attempts: integer().notNull().default(0),
    /** Incremented by every claim; writes with an older number are ignored. */
    claimNumber: integer('claim_number').notNull().default(0),
    /** When the next attempt is due, or when the lease of the current attempt ends. */
    dueAt: instant('due_at').notNull().defaultNow(),
    createdAt: createdAt(),
    completedAt: instant('completed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('deliveries_due').on(table.dueAt).where(sql`${table.status} = 'pending'`),
    index('deliveries_recent').on(table.organizationId, table.createdAt.desc()),
    check('deliveries_status', sql`${table.status} IN ('pending', 'delivered', 'failed')`),
  ],
);

export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    organizationId: organizationId(),
    deliveryId: uuid('delivery_id').notNull(),
    attempt: integer().notNull(),
    startedAt: instant('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** The status of the response; null if there was none. */
    statusCode: integer('status_code'),
    /** Why the attempt failed; null on success. */
    error: text(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.deliveryId, table.attempt] })],
);
