import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, instant, organizationId } from '#lib/db/schema/columns';
import { organizations } from '#lib/db/schema/organizations';

export const emailStatuses = ['pending', 'sent', 'failed'] as const;
export type EmailStatus = (typeof emailStatuses)[number];

/** Files that several emails share. Deleted once all of them are sent. */
export const emailAttachments = pgTable(
  'email_attachments',
  {
    id: uuid().primaryKey(),
    organizationId: organizationId().references(() => organizations.id, { onDelete: 'cascade' }),
    /** `EmailAttachment[]` as JSON. */
    contentEncrypted: text('content_encrypted').notNull(),
    /** Deleted after this time, even if an email was not sent. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('email_attachments_organization').on(table.organizationId),
    index('email_attachments_expiry').on(table.expiresAt),
  ],
);

/** Emails to send. Without an SMTP server they stay pending, for the operator to read. Deleted when they expire. */
export const emails = pgTable(
  'emails',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The organization that the email is about; null if it is about an account. */
    organizationId: uuid('organization_id').references(() => organizations.id, { onDelete: 'cascade' }),
    recipient: text().notNull(),
    subject: text().notNull(),
    /** Null once sent, because it can contain secret links. */
    contentEncrypted: text('content_encrypted'),
    /** Null without attachments, and once sent. */
    attachmentId: uuid('attachment_id').references(() => emailAttachments.id, { onDelete: 'set null' }),
    status: text().$type<EmailStatus>().notNull().default('pending'),
    attempts: integer().notNull().default(0),
    /** While an attempt runs, the end of its lease. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    lastError: text('last_error'),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
    /** Not sent after this time. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('emails_due').on(table.nextAttemptAt).where(sql`status = 'pending'`),
    index('emails_expiry').on(table.expiresAt),
    index('emails_attachment').on(table.attachmentId).where(sql`attachment_id IS NOT NULL`),
    index('emails_organization').on(table.organizationId),
    check('emails_status', sql`${table.status} IN ('pending', 'sent', 'failed')`),
  ],
);

/**
 * Addresses that unsubscribed from an email of an organization. They outlive the subscription or channel, so that adding
 * the address again sends nothing.
 */
export const emailSuppressions = pgTable(
  'email_suppressions',
  {
    organizationId: organizationId().references(() => organizations.id, { onDelete: 'cascade' }),
    /** SHA-256 of the ID of the organization, a colon and the address in lower case. */
    addressHash: bytea('address_hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.addressHash] })],
);
