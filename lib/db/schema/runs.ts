import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
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
import { organizations } from '#lib/db/schema/organizations';
import { projectConstraints, projectReference } from '#lib/db/schema/projects';

/** The settings of a project's scheduled runs; at most one schedule per project. */
export const schedules = pgTable(
  'schedules',
  {
    ...projectColumns(),
    engines: text({ enum: engines }).array().notNull(),
    countries: text().array().notNull(),
    /** Number of times a run repeats each prompt per engine and country, 1 to 10. */
    samples: integer().notNull().default(1),
    /** Whether to request the add-ons: search queries and products, which cost extra on some engines. */
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

/** The reasons for pausing a run: the credits of the organization or a monthly budget had run out. */
export const pauseReasons = ['credits', 'project_budget', 'schedule_budget'] as const;
export type PauseReason = (typeof pauseReasons)[number];

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
    /** `paused`: its pending items are sent once credits or budgets allow it, unless that takes too long. */
    status: text({ enum: ['sending', 'waiting', 'paused', 'completed'] })
      .notNull()
      .default('sending'),
    /** The reason for the last pause; kept when the run resumes or ends. */
    pauseReason: text('pause_reason', { enum: pauseReasons }),
    /** A sentence that says why sending stopped early. */
    error: text(),
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
    check('runs_status', sql`${table.status} IN ('sending', 'waiting', 'paused', 'completed')`),
    index('runs_paused').on(table.organizationId, table.scheduleId).where(sql`${table.status} = 'paused'`),
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
    /** `pending` (to be sent), `sent`, then the outcome; `not_sent` if the run ended before the item was sent. */
    status: text({ enum: ['pending', 'sent', 'answered', 'no_answer', 'failed', 'unreadable', 'not_sent'] })
      .notNull()
      .default('pending'),
    taskId: uuid('task_id'),
    /** The error code of a run item that failed or was not sent. */
    errorCode: text('error_code'),
    /** A sentence that says why this run item failed; null if only its code does. */
    errorMessage: text('error_message'),
    /** Credits reserved in the budgets before the item is sent, then charged; null if neither. */
    credits: integer(),
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
      sql`${table.status} IN ('pending', 'sent', 'answered', 'no_answer', 'failed', 'unreadable', 'not_sent')`,
    ),
  ],
);

/** The monthly limits of a project's runs, in credits; null for none. */
export const projectBudgets = pgTable(
  'project_budgets',
  {
    organizationId: organizationId(),
    projectId: uuid('project_id').notNull(),
    /** For all runs. */
    projectCredits: integer('project_credits'),
    /** For scheduled runs. */
    scheduleCredits: integer('schedule_credits'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.projectId] }),
    projectReference(table),
    check('project_budgets_credits', sql`${table.projectCredits} >= 0 AND ${table.scheduleCredits} >= 0`),
  ],
);

/**
 * The credits charged for answers of runs, by project and the UTC day on which they were received. Outlives its
 * project.
 */
export const projectUsageDaily = pgTable(
  'project_usage_daily',
  {
    organizationId: organizationId().references(() => organizations.id, { onDelete: 'cascade' }),
    projectId: uuid('project_id').notNull(),
    day: date().notNull(),
    /** Credits of all runs. */
    credits: bigint({ mode: 'number' }).notNull(),
    /** Credits of scheduled runs. */
    scheduledCredits: bigint('scheduled_credits', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.projectId, table.day] })],
);

/**
 * Task records to ingest, one per task ID: received by webhook or by polling, or generated by a backfill. A webhook is
 * acknowledged after its record is stored here.
 */
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
    /** The trace of the delivery, as a `traceparent`; null if it was not traced. */
    traceParent: text('trace_parent'),
    ingestedAt: instant('ingested_at'),
    /** A sentence that says why the record could not be ingested. */
    error: text(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.taskId] }),
    index('webhook_inbox_open').on(table.receivedAt).where(sql`${table.ingestedAt} IS NULL`),
    index('webhook_inbox_waiting')
      .on(table.organizationId, table.receivedAt)
      .where(sql`${table.ingestedAt} IS NULL`),
  ],
);
