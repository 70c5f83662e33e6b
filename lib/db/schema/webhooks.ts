import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, organizationId } from '#lib/db/schema/columns';

/**
 * A webhook to deliver, claimed by lease like a task. The transaction that settles a task inserts its delivery. A test
 * event has no task.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    organizationId: organizationId(),
    id: uuid().notNull().defaultRandom(),
    taskId: uuid('task_id').notNull(),
    url: text().notNull(),
    /** Identifies the endpoint: the URL without query and fragment. */
    endpointId: uuid('endpoint_id')
      .notNull()
      .generatedAlwaysAs(sql`md5(split_part(split_part(url, '#', 1), '?', 1))::uuid`),
    /** The exact body that is signed and sent. */
    body: text().notNull(),
    /** A test event: sent once, even to a disabled endpoint, and not counted toward the endpoint's health. */
    isTest: boolean('is_test').notNull().default(false),
    /** `failed` after the last attempt; `not_sent` if the endpoint was disabled when an attempt was due. */
    status: text().$type<'pending' | 'delivered' | 'failed' | 'not_sent'>().notNull().default('pending'),
    /** Attempts made so far. */
    attempts: integer().notNull().default(0),
    /** Incremented by every claim; writes with an older number are ignored. */
    claimNumber: integer('claim_number').notNull().default(0),
    /** When the next attempt is due, or when the lease of the current attempt ends. */
    dueAt: instant('due_at').notNull().defaultNow(),
    /** The `traceparent` of its task. */
    traceParent: text('trace_parent'),
    createdAt: createdAt(),
    completedAt: instant('completed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('deliveries_due').on(table.dueAt).where(sql`${table.status} = 'pending'`),
    index('deliveries_recent').on(table.organizationId, table.createdAt.desc(), table.id.desc()),
    index('deliveries_endpoint').on(
      table.organizationId,
      table.endpointId,
      table.createdAt.desc(),
      table.id.desc(),
    ),
    index('deliveries_task').on(table.organizationId, table.taskId),
    index('deliveries_completed').on(table.completedAt).where(sql`${table.status} <> 'pending'`),
    index('deliveries_undelivered')
      .on(table.organizationId, table.createdAt.desc(), table.id.desc())
      .where(sql`${table.status} IN ('failed', 'not_sent')`),
    check('deliveries_status', sql`${table.status} IN ('pending', 'delivered', 'failed', 'not_sent')`),
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
    /**
     * Null if no connection was attempted: the address is not allowed, or the signing secret could not be decrypted. The
     * body of the request is that of the delivery.
     */
    requestHeaders: jsonb('request_headers').$type<Record<string, string>>(),
    /**
     * Null without a response, and if headers and body were deleted to make room for newer responses. Only the size if
     * WEBHOOK_INTERNAL_RESPONSES hides the response.
     */
    responseHeaders: jsonb('response_headers').$type<Record<string, string | string[]>>(),
    /** At most the first 64 KiB of the response body; null if the response is hidden or deleted, or there was none. */
    responseBody: text('response_body'),
    /** Whether the response body was longer. */
    responseTruncated: boolean('response_truncated').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.deliveryId, table.attempt] }),
    index('delivery_attempts_responses')
      .on(table.organizationId, table.startedAt)
      .where(sql`${table.responseHeaders} IS NOT NULL`),
  ],
);

/**
 * A URL that deliveries were sent to, and whether it is disabled. Updated by every attempt, except those of test
 * events.
 */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    organizationId: organizationId(),
    /** As `deliveries.endpoint_id`. */
    id: uuid().notNull(),
    /** The URL for display, without the parts that can contain secrets (`formatEndpointLabel`). */
    label: text().notNull(),
    lastSuccessAt: instant('last_success_at'),
    lastFailureAt: instant('last_failure_at'),
    /** The first failed attempt since the last success; null after a success. */
    failingSince: instant('failing_since'),
    /** Days (UTC) with failed attempts since the last success. */
    failingDays: integer('failing_days').notNull().default(0),
    /** While it is set, deliveries are not sent. */
    disabledAt: instant('disabled_at'),
    /** When a member dismissed the notice that it was disabled. */
    noticeClosedAt: instant('notice_closed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('webhook_endpoints_disabled').on(table.organizationId).where(sql`${table.disabledAt} IS NOT NULL`),
  ],
);

/** Completed deliveries to an endpoint, one row per hour. */
export const webhookEndpointStats = pgTable(
  'webhook_endpoint_stats',
  {
    organizationId: organizationId(),
    endpointId: uuid('endpoint_id').notNull(),
    hour: instant('hour').notNull(),
    delivered: integer().notNull(),
    failed: integer().notNull(),
    notSent: integer('not_sent').notNull(),
    /** For each latency bucket, the number of attempts that got a response. */
    latencyHistogram: integer('latency_histogram').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.endpointId, table.hour] })],
);
