import { desc, eq } from 'drizzle-orm';
import { decrypt } from '#lib/core/crypto';
import { getEncryptionKey } from '#lib/core/env';
import { notFound } from '#lib/core/errors';
import type { Database } from '#lib/db/database';
import { emails } from '#lib/db/schema/emails';
import { formatEmailText, parseEmailContent } from '#lib/email/email-content';
import { getAssociatedData } from '#lib/email/queue-email';

const maxListedEmails = 100;
const columns = {
  id: emails.id,
  to: emails.recipient,
  subject: emails.subject,
  status: emails.status,
  attempts: emails.attempts,
  lastError: emails.lastError,
  createdAt: emails.createdAt,
  sentAt: emails.sentAt,
  expiresAt: emails.expiresAt,
};

/** Lists the newest 100 emails of the instance, for its operator. A job deletes expired ones. */
export function listEmails(db: Database) {
  return db.select(columns).from(emails).orderBy(desc(emails.createdAt)).limit(maxListedEmails);
}

/**
 * Returns an email with its text, which is null if it has been sent, for the operator of the instance.
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
export async function getEmail(db: Database, id: string) {
  const { contentEncrypted } = emails;
  const [found] = await db
    .select({ ...columns, contentEncrypted })
    .from(emails)
    .where(eq(emails.id, id));
  if (!found) throw notFound(`There is no email ${id}. It may have expired.`, id);
  const { contentEncrypted: encrypted, ...email } = found;
  if (encrypted === null) return { ...email, text: null };
  const content = parseEmailContent(decrypt(getEncryptionKey(), encrypted, getAssociatedData(id)));
  return { ...email, text: formatEmailText(content) };
}
