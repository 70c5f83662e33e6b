import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, instant, organizationId, projectColumns } from '#lib/db/schema/columns';
import { projectConstraints } from '#lib/db/schema/projects';
import { reports } from '#lib/db/schema/reports';

export const subscriptionCadences = ['weekdays', 'weekly', 'monthly'] as const;
export const attachmentKinds = ['none', 'pdf', 'csv'] as const;
export const subscriptionOutcomes = ['sent', 'unchanged', 'failed'] as const;

/** A report that is sent by email on a schedule. */
export const reportSubscriptions = pgTable(
  'report_subscriptions',
  {
    ...projectColumns(),
    reportId: uuid('report_id').notNull(),
    cadence: text({ enum: subscriptionCadences }).notNull(),
    /** IANA name. */
    timeZone: text('time_zone').notNull(),
    minuteOfDay: integer('minute_of_day').notNull(),
    /** 0 Sunday to 6 Saturday, for weekly. */
    weekday: integer().notNull(),
    /** For monthly; in shorter months the last day, so 31 is always the last day. */
    dayOfMonth: integer('day_of_month').notNull(),
    attachment: text({ enum: attachmentKinds }).notNull(),
    skipsUnchanged: boolean('skips_unchanged').notNull(),
    /** Null while it is paused. */
    nextDueAt: instant('next_due_at'),
    /** When its last due time was handled. */
    lastRunAt: instant('last_run_at'),
    lastOutcome: text('last_outcome', { enum: subscriptionOutcomes }),
    /** The failure and what to do about it; null if nothing failed. */
    lastError: text('last_error'),
    /** Hash of the metrics that were last sent, to detect changes. */
    fingerprint: text(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    ...projectConstraints(table),
    foreignKey({
      columns: [table.organizationId, table.reportId],
      foreignColumns: [reports.organizationId, reports.id],
    }).onDelete('cascade'),
    index('report_subscriptions_report').on(table.organizationId, table.reportId),
    index('report_subscriptions_due').on(table.nextDueAt).where(sql`next_due_at IS NOT NULL`),
    check('report_subscriptions_minute', sql`${table.minuteOfDay} BETWEEN 0 AND 1439`),
    check('report_subscriptions_day', sql`${table.dayOfMonth} BETWEEN 1 AND 31`),
  ],
);

/** An address that a subscription is sent to. */
export const reportRecipients = pgTable(
  'report_recipients',
  {
    organizationId: organizationId(),
    id: uuid().notNull().defaultRandom(),
    subscriptionId: uuid('subscription_id').notNull(),
    /** In lower case. */
    email: text().notNull(),
    /** Null until an address outside the organization is confirmed; until then, only the confirmation request is sent to it. */
    confirmedAt: instant('confirmed_at'),
    unsubscribedAt: instant('unsubscribed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({
      columns: [table.organizationId, table.subscriptionId],
      foreignColumns: [reportSubscriptions.organizationId, reportSubscriptions.id],
    }).onDelete('cascade'),
    uniqueIndex('report_recipients_email').on(table.organizationId, table.subscriptionId, table.email),
  ],
);
