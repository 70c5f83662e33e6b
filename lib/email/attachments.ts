import { randomUUID } from 'node:crypto';
import { and, eq, notExists } from 'drizzle-orm';
import { z } from 'zod';
import { decrypt, encrypt } from '#lib/core/crypto';
import { getEncryptionKey } from '#lib/core/env';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { emailAttachments, emails } from '#lib/db/schema/emails';

const attachmentsSchema = z.array(z.object({ name: z.string(), type: z.string(), base64: z.string() }));

export type EmailAttachment = z.output<typeof attachmentsSchema>[number];

const retentionDays = 7;
const getAssociatedData = (id: string) => `email-attachments:${id}`;

/**
 * Stores files that several emails share, encrypted. They are deleted once all of these emails are sent, at the latest
 * after a week.
 * @returns the ID to store with these emails
 */
export async function storeAttachments(
  { db, clock, organizationId }: Pick<Context, 'db' | 'clock' | 'organizationId'>,
  attachments: readonly EmailAttachment[],
): Promise<string> {
  const id = randomUUID();
  await db.insert(emailAttachments).values({
    id,
    organizationId,
    contentEncrypted: encrypt(getEncryptionKey(), JSON.stringify(attachments), getAssociatedData(id)),
    expiresAt: new Date(clock.now().getTime() + retentionDays * 86_400_000),
  });
  return id;
}

/** Reads the files of an email. @throws Error if they are gone */
export async function readAttachments(db: Database, id: string): Promise<EmailAttachment[]> {
  const [stored] = await db
    .select({ contentEncrypted: emailAttachments.contentEncrypted })
    .from(emailAttachments)
    .where(eq(emailAttachments.id, id));
  if (!stored) throw new Error('The attachments of the email have expired.');
  const json = decrypt(getEncryptionKey(), stored.contentEncrypted, getAssociatedData(id));
  return attachmentsSchema.parse(JSON.parse(json));
}

/** Deletes files unless an email still refers to them. */
export async function deleteUnusedAttachments(db: Database, id: string): Promise<void> {
  const referring = db.select({ id: emails.id }).from(emails).where(eq(emails.attachmentId, id));
  await db.delete(emailAttachments).where(and(eq(emailAttachments.id, id), notExists(referring)));
}
