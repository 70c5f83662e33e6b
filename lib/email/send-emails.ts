import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import { decrypt } from '#lib/core/crypto';
import { type Env, getEncryptionKey } from '#lib/core/env';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { emailAttempts } from '#lib/core/process-metrics';
import { getBackoffMs } from '#lib/core/time';
import type { Context } from '#lib/db/context';
import { emails } from '#lib/db/schema/emails';
import { deleteUnusedAttachments, readAttachments } from '#lib/email/attachments';
import { parseEmailContent } from '#lib/email/email-content';
import { getAssociatedData } from '#lib/email/queue-email';
import { definePeriodicJob } from '#lib/queue/jobs';

/** Sends the emails that are due; runs when one is queued, and every minute. */
export const sendEmailsJob = definePeriodicJob('email-send', { policy: 'short', expireSeconds: 600 });

/** Number of emails that one job sends at once. */
const concurrency = 4;
/** Longer than an attempt can take, so that no other process sends the same email meanwhile. */
const leaseMs = 120_000;
const backoff = { baseMs: 60_000, capMs: 3_600_000 };
const maxErrorLength = 300;

type Dependencies = Pick<Context, 'db' | 'clock'> & {
  settings: Pick<Env, 'SMTP_URL' | 'EMAIL_FROM' | 'APP_URL'>;
};
type ClaimedEmail = NonNullable<Awaited<ReturnType<typeof claimEmail>>>;

/**
 * Sends the emails that are due until none is left or `signal` is aborted. An email that failed is retried until it
 * expires: at most 1, 2, 4, … minutes later, and never more than an hour later. It is not retried if the mail server
 * permanently refuses the recipient or the message. An attempt that a killed process interrupted is repeated after two
 * minutes. Does nothing without `SMTP_URL`.
 */
export async function sendEmails(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const { SMTP_URL } = dependencies.settings;
  if (SMTP_URL === undefined) return;
  const settings = { ...dependencies.settings, SMTP_URL };
  const sendAllDue = async () => {
    while (!signal.aborted) {
      const email = await claimEmail(dependencies);
      if (!email) return;
      await sendClaimedEmail({ ...dependencies, settings }, email);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sendAllDue));
}

/** Claims the email that has been due the longest. Its lease keeps other processes from claiming it too. */
async function claimEmail({ db, clock }: Dependencies) {
  const now = clock.now();
  const due = db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.status, 'pending'), lte(emails.nextAttemptAt, now), gt(emails.expiresAt, now)))
    .orderBy(asc(emails.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const { id, recipient, subject, contentEncrypted, attachmentId, attempts } = emails;
  const [claimed] = await db
    .update(emails)
    .set({ attempts: sql`${emails.attempts} + 1`, nextAttemptAt: new Date(now.getTime() + leaseMs) })
    .where(sql`${emails.id} = (${due})`)
    .returning({ id, recipient, subject, contentEncrypted, attachmentId, attempts });
  return claimed;
}

/** Sends a claimed email once and stores the outcome. */
async function sendClaimedEmail(
  { db, clock, settings }: Dependencies & { settings: { SMTP_URL: string } },
  email: ClaimedEmail,
): Promise<void> {
  const { id, attempts, attachmentId } = email;
  const failure = await tryToSend(db, settings, email);
  emailAttempts.inc({ outcome: failure ? 'failed' : 'sent' });
  // A process that was suspended past its lease must not overwrite the result of the next attempt.
  const isClaimed = and(eq(emails.id, id), eq(emails.attempts, attempts), eq(emails.status, 'pending'));
  if (!failure) {
    const sent = { status: 'sent', sentAt: clock.now(), lastError: null } as const;
    const removed = { contentEncrypted: null, attachmentId: null };
    await db
      .update(emails)
      .set({ ...sent, ...removed })
      .where(isClaimed);
    if (attachmentId) await deleteUnusedAttachments(db, attachmentId);
    return;
  }
  const { isPermanent, lastError } = failure;
  log.warn({ email: id, attempts, isPermanent, error: lastError }, 'sending an email failed');
  const nextAttemptAt = new Date(clock.now().getTime() + getBackoffMs(attempts, backoff));
  const status = isPermanent ? 'failed' : 'pending';
  await db.update(emails).set({ status, lastError, nextAttemptAt }).where(isClaimed);
}

/** Sends an email. @returns why it failed; undefined if the mail server accepted it */
async function tryToSend(
  db: Dependencies['db'],
  settings: Dependencies['settings'] & { SMTP_URL: string },
  { id, recipient: to, subject, contentEncrypted, attachmentId }: ClaimedEmail,
): Promise<{ isPermanent: boolean; lastError: string } | undefined> {
  // Loaded with the first email, because it takes half a second.
  const { isPermanentRefusal, sendOverSmtp } = await import('#lib/email/smtp');
  try {
    const content = parseEmailContent(
      decrypt(getEncryptionKey(), contentEncrypted ?? '', getAssociatedData(id)),
    );
    const attachments = attachmentId ? await readAttachments(db, attachmentId) : [];
    await sendOverSmtp(settings, { id, to, subject, content, attachments });
    return undefined;
  } catch (error) {
    const lastError = describeError(error).slice(0, maxErrorLength);
    return { isPermanent: isPermanentRefusal(error), lastError };
  }
}
