import { afterAll, expect, test } from 'vitest';
import { createFixedClock, systemClock } from '#lib/core/time';
import { openDatabase } from '#lib/db/database';
import { queueEmail } from '#lib/email/queue-email';
import { sendEmails } from '#lib/email/send-emails';
import { createDatabase } from '#tests/support/database';
import { createEmail } from '#tests/support/owners';
import { startProcess } from '#tests/support/process';
import { startSmtpServer } from '#tests/support/smtp-server';
import { waitFor } from '#tests/support/wait';

const database = await createDatabase();
const db = openDatabase(database.url);
const smtp = await startSmtpServer();
const settings = {
  SMTP_URL: smtp.url,
  EMAIL_FROM: 'no-reply@answerscope.example',
  APP_URL: 'http://localhost:1',
};
const worker = startProcess(['lib/worker/main.ts'], {
  ...settings,
  DATABASE_URL: database.url,
  ENCRYPTION_KEY: process.env.ENCRYPTION_KEY ?? '',
  NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET ?? '',
});
afterAll(async () => {
  await worker.end('SIGKILL');
  await db.$client.end();
  await smtp.stop();
  await database.drop();
});

test('an email that a killed worker was sending is sent again after its lease has ended', async () => {
  const to = createEmail();
  smtp.setBehavior('hang');
  await queueEmail({ db, clock: systemClock }, { to, subject: 'Hello', paragraphs: ['Hello.'] });
  await waitFor('the worker is sending', () => smtp.countTransmissions() === 1);
  await worker.end('SIGKILL');
  smtp.setBehavior('accept');
  const { rows } = await db.$client.query(
    'SELECT status, attempts, next_attempt_at > now() AS leased FROM emails',
  );
  expect(rows).toEqual([{ status: 'pending', attempts: 1, leased: true }]);
  const sendAfter = (seconds: number) => {
    const clock = createFixedClock(new Date(Date.now() + seconds * 1000));
    return sendEmails({ db, clock, settings }, new AbortController().signal);
  };
  // The lease lasts 120 seconds.
  await sendAfter(60);
  expect(smtp.received).toEqual([]);
  await sendAfter(130);
  expect(smtp.received.map((email) => email.to)).toEqual([[to]]);
});
