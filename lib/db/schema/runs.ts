import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { engines } from '#lib/contract/engines';
import { createdAt, instant, organizationId, projectColumns } from '#lib/db/schema/columns';
import { projectConstraints } from '#lib/db/schema/projects';

/** When and where a project's prompts run; at most one per project. */
export const schedules = pgTable(
  'schedules',
  {
    ...projectColumns(),
    engines: text({ enum: engines }).array().notNull(),
    countries: text().array().notNull(),
    /** Number of times a run repeats each prompt per engine and country, 1 to 10. */
    samples: integer().notNull().default(1),
    /** Whether to request the paid add-ons of engines: search queries and product cards. */
    addOns: boolean('add_ons').notNull().default(false),
    cadence: text({ enum: ['hourly', 'daily', 'weekly', 'monthly'] }).notNull(),
    /** IANA name of the time zone of `hour` and `weekday`. */
    timeZone: text('time_zone').notNull(),
    hour: integer().notNull().default(6),
    /** 0 Sunday to 6 Saturday, for weekly. */
    weekday: integer().notNull().default(1),
    enabled: boolean().notNull().default(true),
    nextRunAt: instant('next_run_at'),
    createdAt: createdAt(),
  },
  (table) => [
    ...projectConstraints(table),
    uniqueIndex('schedules_project').on(table.organizationId, table.projectId),
    index('schedules_due').on(table.nextRunAt).where(sql`${table.enabled}`),
    check('schedules_cadence', sql`${table.cadence} IN ('hourly', 'daily', 'weekly', 'monthly')`),
  ],
);

/** One execution of a project's prompts over engines and countries. */
export const runs = pgTable(
  'runs',
  {
    ...projectColumns(),
    /** Null for manual runs and backfills. */
    scheduleId: uuid('schedule_id'),
    /** `backfill`: for a past date, without tasks. */
    kind: text({ enum: ['manual', 'scheduled', 'backfill'] }).notNull(),
    /** When its answers are requested; in the past for a backfill. */
    requestedAt: instant('requested_at').notNull(),
    engines: text().array().notNull(),
    countries: text().array().notNull(),
    samples: integer().notNull(),
    addOns: boolean('add_ons').notNull().default(false),
    itemCount: integer('item_count').notNull(),
    status: text({ enum: ['sending', 'waiting', 'completed'] })
      .notNull()
      .default('sending'),
    /** Why sending stopped early, as a sentence. */
    problem: text(),
    createdAt: createdAt(),
    completedAt: instant('completed_at'),
  },
  (table) => [
    ...projectConstraints(table),
    uniqueIndex('runs_slot')
      .on(table.organizationId, table.scheduleId, table.requestedAt)
      .where(sql`${table.scheduleId} IS NOT NULL`),
    index('runs_recent').on(table.organizationId, table.projectId, table.createdAt.desc()),
    index('runs_coverage').on(table.organizationId, table.projectId, table.engines, table.countries),
    index('runs_open').on(table.status).where(sql`${table.status} <> 'completed'`),
    check('runs_status', sql`${table.status} IN ('sending', 'waiting', 'completed')`),
  ],
);

/** One prompt × engine × country × sample of a run. Its task has the idempotency key `<run>:<item>`. */
export const runItems = pgTable(
  'run_items',
  {
    organizationId: organizationId(),
    runId: uuid('run_id').notNull(),
    id: uuid().notNull().defaultRandom(),
    promptId: uuid('prompt_id').notNull(),
    engine: text().notNull(),
    country: text().notNull(),
    sample: integer().notNull(),
    /** `pending` (not sent), `sent`, then the outcome. */
    status: text({ enum: ['pending', 'sent', 'answered', 'no_answer', 'failed', 'unreadable'] })
      .notNull()
      .default('pending'),
    taskId: uuid('task_id'),
    /** The error code of a failed item. */
    errorCode: text('error_code'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.runId, table.id] }),
    foreignKey({
      columns: [table.organizationId, table.runId],
      foreignColumns: [runs.organizationId, runs.id],
    }).onDelete('cascade'),
    index('run_items_open')
      .on(table.organizationId, table.runId, table.status)
      .where(sql`${table.status} IN ('pending', 'sent')`),
    index('run_items_failed').on(table.organizationId, table.runId).where(sql`${table.status} = 'failed'`),
    check(
      'run_items_status',
      sql`${table.status} IN ('pending', 'sent', 'answered', 'no_answer', 'failed', 'unreadable')`,
    ),
  ],
);

/** Task records as received, one per task, stored before a delivery is acknowledged. */
export const webhookInbox = pgTable(
  'webhook_inbox',
  {
    organizationId: organizationId(),
    taskId: uuid('task_id').notNull(),
    /** The task record (`TaskRecord`). */
    record: jsonb().notNull(),
    /** `webhook`, `poll` or `backfill`. */
    source: text().notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
    ingestedAt: instant('ingested_at'),
    /** Why the record could not be ingested, as a sentence. */
    error: text(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.taskId] }),
    index('webhook_inbox_open').on(table.receivedAt).where(sql`${table.ingestedAt} IS NULL`),
  ],
);
