import { sql } from 'drizzle-orm';
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, instant, projectColumns } from '#lib/db/schema/columns';
import { projectConstraints } from '#lib/db/schema/projects';

/**
 * `pending`: the condition is met, but not yet for long enough to raise the alert. `alerting`: the alert is raised.
 * `recovering`: the condition is no longer met, but not yet for long enough to clear the alert.
 */
export const alertStates = ['cleared', 'pending', 'alerting', 'recovering'] as const;
export type AlertState = (typeof alertStates)[number];

/** Conditions that are evaluated for a project, and whether each is met. */
export const alerts = pgTable(
  'alerts',
  {
    ...projectColumns(),
    /** The condition (`AlertCondition`). */
    condition: jsonb().notNull(),
    /** The query string of the filters that the condition is bound to. */
    query: text().notNull().default(''),
    state: text({ enum: alertStates }).notNull().default('cleared'),
    stateSince: instant('state_since').notNull(),
    /** The data that each evaluation passes on to the next one (`EvaluationData`). */
    evaluationData: jsonb('evaluation_data').notNull(),
    /** A sentence that says why the condition cannot be evaluated; null if it can. */
    unknownReason: text('unknown_reason'),
    /** The last UTC day that was evaluated; null before the first. */
    evaluatedDay: date('evaluated_day', { mode: 'string' }),
    /** When the alert is evaluated next; null while it is paused. */
    evaluateAt: instant('evaluate_at'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    ...projectConstraints(table),
    index('alerts_project').on(table.organizationId, table.projectId),
    index('alerts_due').on(table.evaluateAt).where(sql`${table.evaluateAt} IS NOT NULL`),
    check('alerts_state', sql`${table.state} IN ('cleared', 'pending', 'alerting', 'recovering')`),
  ],
);

/** The history: when an alert was raised and cleared, and why. Outlives the alert. */
export const alertEvents = pgTable(
  'alert_events',
  {
    ...projectColumns(),
    alertId: uuid('alert_id').notNull(),
    kind: text({ enum: ['raised', 'cleared'] }).notNull(),
    /** The condition at the time (`AlertCondition`). */
    condition: jsonb().notNull(),
    /** The numbers behind the event, and the view that shows them (`AlertEvidence`). */
    evidence: jsonb().notNull(),
    occurredAt: instant('occurred_at').notNull(),
  },
  (table) => [
    ...projectConstraints(table),
    index('alert_events_recent').on(table.organizationId, table.projectId, table.occurredAt.desc()),
    check('alert_events_kind', sql`${table.kind} IN ('raised', 'cleared')`),
  ],
);

/** A destination to which the alerts of a project are sent. */
export const alertChannels = pgTable(
  'alert_channels',
  {
    ...projectColumns(),
    kind: text({ enum: ['email', 'webhook', 'slack'] }).notNull(),
    /** The email address, or the host of the URL. */
    label: text().notNull(),
    /** The email address or URL; a Slack URL is a credential. */
    targetEncrypted: text('target_encrypted').notNull(),
    /** The signing secret of a webhook. */
    secretEncrypted: text('secret_encrypted'),
    /** The secret before the last rotation, which also signs until the overlap ends. */
    previousSecretEncrypted: text('previous_secret_encrypted'),
    previousSecretExpiresAt: instant('previous_secret_expires_at'),
    /** Minutes after midnight in `timeZone`; null without quiet hours. */
    quietFrom: smallint('quiet_from'),
    quietTo: smallint('quiet_to'),
    /** IANA name. */
    timeZone: text('time_zone').notNull().default('UTC'),
    lastSentAt: instant('last_sent_at'),
    /** A sentence that says why the last attempt failed; null if it succeeded. */
    lastError: text('last_error'),
    /** For an email address: null until it is confirmed. Members of the organization need not confirm. */
    confirmedAt: instant('confirmed_at'),
    /** For an email address: when its recipient unsubscribed. */
    unsubscribedAt: instant('unsubscribed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    ...projectConstraints(table),
    index('alert_channels_project').on(table.organizationId, table.projectId),
    index('alert_channels_previous_secret')
      .on(table.previousSecretExpiresAt)
      .where(sql`${table.previousSecretExpiresAt} IS NOT NULL`),
    check('alert_channels_kind', sql`${table.kind} IN ('email', 'webhook', 'slack')`),
  ],
);

/** Messages to channels: one for each notice, or one for all notices during quiet hours. Deleted after 30 days. */
export const alertMessages = pgTable(
  'alert_messages',
  {
    ...projectColumns(),
    channelId: uuid('channel_id').notNull(),
    /** The content of the message (`AlertNotice[]`). */
    notices: jsonb().notNull(),
    status: text({ enum: ['pending', 'sent', 'failed'] })
      .notNull()
      .default('pending'),
    attempts: integer().notNull().default(0),
    /** The time of creation, the end of quiet hours or the next retry; while an attempt runs, the end of its lease. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    lastError: text('last_error'),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    ...projectConstraints(table),
    foreignKey({
      columns: [table.organizationId, table.channelId],
      foreignColumns: [alertChannels.organizationId, alertChannels.id],
    }).onDelete('cascade'),
    index('alert_messages_due').on(table.nextAttemptAt).where(sql`${table.status} = 'pending'`),
    index('alert_messages_channel').on(table.organizationId, table.channelId),
    check('alert_messages_status', sql`${table.status} IN ('pending', 'sent', 'failed')`),
  ],
);
