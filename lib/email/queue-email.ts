import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { encrypt } from '#lib/core/crypto';
import { getEncryptionKey } from '#lib/core/env';
import type { Context } from '#lib/db/context';
import { emails } from '#lib/db/schema/emails';
import type { EmailContent } from '#lib/email/email-content';

export interface NewEmail extends EmailContent {
  /** A valid email address. */
  to: string;
  /** One line; also the heading. */
  subject: string;
  /** The organization that the email is about; its deletion deletes the email. Omitted if it is about an account. */
  organizationId?: string;
  /** The ID that `storeAttachments` returned. */
  attachmentId?: string;
  /** When the links in the email stop working; after that, it is not sent. Default: 7 days from now. */
  expiresAt?: Date;
}

/** The channel that notifies workers of queued emails. */
export const emailChannel = 'emails';
const defaultDays = 7;

/**
 * Queues an email in the caller's transaction: it is sent after the commit, at least once. Without an SMTP server it
 * stays in the outbox (`npm run cli -- email list`) until it expires.
 */
export async function queueEmail(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { to, subject, organizationId, attachmentId, expiresAt, ...content }: NewEmail,
): Promise<void> {
  const id = randomUUID();
  const now = clock.now();
  await db.insert(emails).values({
    id,
    organizationId: organizationId ?? null,
    recipient: to,
    subject,
    attachmentId: attachmentId ?? null,
    contentEncrypted: encrypt(getEncryptionKey(), JSON.stringify(content), getAssociatedData(id)),
    createdAt: now,
    nextAttemptAt: now,
    expiresAt: expiresAt ?? new Date(now.getTime() + defaultDays * 86_400_000),
  });
  await db.execute(sql`SELECT pg_notify(${emailChannel}, '')`);
}

/** Returns the associated data with which the content of an email is encrypted. */
export const getAssociatedData = (id: string) => `email:${id}`;
