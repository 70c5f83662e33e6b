import { systemClock } from '#lib/core/time';
import type { PooledDatabase } from '#lib/db/database';
import { emailChannel, queueEmail } from '#lib/email/queue-email';
import { sendEmailsJob } from '#lib/email/send-emails';
import { schemaName } from '#lib/queue/jobs';
import type { ReceivedEmail } from '#tests/support/smtp-server';
import { waitFor } from '#tests/support/wait';

const getRecipient = (index: number) => `${index}@people.example`;

export type TestEmails = ReturnType<typeof createTestEmails>;

/** Queues emails and counts how often each arrives. Retries while the database is unavailable. */
export function createTestEmails(db: PooledDatabase) {
  let queued = 0;
  const query = async (text: string, values: unknown[] = []) => (await db.$client.query(text, values)).rows;
  return {
    async queue(): Promise<void> {
      const to = getRecipient(queued);
      queued += 1;
      await waitFor(
        'an email is queued',
        async () => {
          // The previous try may have been committed.
          const rows = await query('SELECT FROM emails WHERE recipient = $1', [to]);
          if (rows.length > 0) return true;
          await queueEmail({ db, clock: systemClock }, { to, subject: 'Email', paragraphs: ['Hi.'] });
          return true;
        },
        { seconds: 60 },
      );
    },
    /** Waits until every email is sent. Emails that wait for a retry become due at once. */
    async sendAll(): Promise<void> {
      const options = { seconds: 300, everyMs: 250 };
      const isIdle = async () =>
        (
          await query(`SELECT FROM ${schemaName}.job WHERE name = $1 AND state = 'active'`, [
            sendEmailsJob.name,
          ])
        ).length === 0;
      await waitFor('no email is being sent', isIdle, options);
      await waitFor(
        'the pending emails are due',
        () => query(`UPDATE emails SET next_attempt_at = now() WHERE status = 'pending'`),
        options,
      );
      await waitFor(
        'all emails are sent',
        async () => {
          await query(`SELECT pg_notify('${emailChannel}', '')`);
          return (await query(`SELECT FROM emails WHERE status = 'pending'`)).length === 0;
        },
        options,
      );
    },
    /** Compares the emails that arrived with those that were queued. */
    buildReport(received: readonly ReceivedEmail[]) {
      const copies = Array.from({ length: queued }, (_, index) =>
        received.filter(({ to }) => to.includes(getRecipient(index))).map(({ raw }) => readMessageId(raw)),
      );
      return {
        queued,
        lost: copies.filter((ids) => ids.length === 0).length,
        /** Emails sent again because a worker died after the mail server had accepted them. */
        sentAgain: copies.reduce((sum, ids) => sum + Math.max(0, ids.length - 1), 0),
        withSeveralIds: copies.filter((ids) => new Set(ids).size > 1).length,
      };
    },
  };
}

function readMessageId(raw: string): string {
  return raw.match(/^Message-ID: (.+)$/im)?.[1] ?? '';
}
