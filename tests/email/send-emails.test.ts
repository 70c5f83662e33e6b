import { afterAll, beforeEach, expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { openDatabase } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { type NewEmail, queueEmail } from '#lib/email/queue-email';
import { sendEmails } from '#lib/email/send-emails';
import { deleteExpiredData } from '#lib/service/retention/delete-expired';
import { createDatabase } from '#tests/support/database';
import { createEmail, noon } from '#tests/support/owners';
import { decodeQuotedPrintable, startSmtpServer } from '#tests/support/smtp-server';

const database = await createDatabase();
const db = openDatabase(database.url);
const smtp = await startSmtpServer();
afterAll(async () => {
  await db.$client.end();
  await smtp.stop();
  await database.drop();
});
beforeEach(async () => {
  await db.$client.query('DELETE FROM emails');
  smtp.received.length = 0;
  smtp.setBehavior('accept');
});

const context = { db, clock: createFixedClock(noon) };
const settings = {
  SMTP_URL: smtp.url,
  EMAIL_FROM: 'Answerscope <no-reply@answerscope.example>',
  APP_URL: 'https://answerscope.example',
};
const hourMs = 3_600_000;

/** Sends the emails that are due `laterMs` after noon. */
const send = (laterMs = 0, signal = new AbortController().signal) =>
  sendEmails({ db, clock: createFixedClock(new Date(noon.getTime() + laterMs)), settings }, signal);

const buildEmail = (change: Partial<NewEmail> = {}): NewEmail => ({
  to: createEmail(),
  subject: 'Reset your password',
  paragraphs: ['Choose a new password for <Ada & Söhne>.'],
  action: { label: 'Reset password', url: 'https://answerscope.example/reset-password/a-token' },
  details: [{ label: 'IP address', value: '192.0.2.1' }],
  note: 'If you didn’t ask for it, ignore this email.',
  ...change,
});

const readRows = async () => (await db.$client.query('SELECT * FROM emails ORDER BY created_at')).rows;

test('sends an email once, after the transaction that queued it, and then deletes its content', async () => {
  const email = buildEmail();
  await transaction(db, async (tx) => {
    await queueEmail({ ...context, db: tx }, email);
    await send();
    expect(smtp.received).toEqual([]);
  });
  await Promise.all([send(), send(), send()]);
  await send(24 * hourMs);
  expect(smtp.received.map(({ to }) => to)).toEqual([[email.to]]);
  expect(await readRows()).toMatchObject([
    { status: 'sent', attempts: 1, sent_at: noon, content_encrypted: null },
  ]);
});

test('does not send the email of a transaction that is rolled back', async () => {
  const rolledBack = transaction(db, async (tx) => {
    await queueEmail({ ...context, db: tx }, buildEmail());
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await send();
  expect(smtp.received).toEqual([]);
});

test('an email has a sender, a subject, a stable Message-ID, and the same content as text and HTML', async () => {
  await queueEmail(context, buildEmail({ subject: 'Grüße', paragraphs: ['<b>Not bold</b>'] }));
  const [{ id }] = await readRows();
  await send();
  const raw = smtp.received[0]?.raw ?? '';
  expect(raw).toContain('From: Answerscope <no-reply@answerscope.example>');
  expect(raw).toContain('Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=');
  expect(raw).toContain(`Message-ID: <${id}@answerscope.example>`);
  const text = decodeQuotedPrintable(raw);
  expect(text).toContain('Reset password:\r\nhttps://answerscope.example/reset-password/a-token');
  expect(text).toContain('IP address: 192.0.2.1');
  expect(text).toContain('&lt;b&gt;Not bold&lt;/b&gt;');
  expect(text).toContain('href="https://answerscope.example/reset-password/a-token"');
  expect(text).toContain('prefers-color-scheme: dark');
  // An explicit background would hide the light text of dark mode.
  expect(text).not.toMatch(/<(body|td)[^>]*background-color/);
  expect(text).not.toContain('<img');
});

test('stores links encrypted', async () => {
  await queueEmail(context, buildEmail());
  expect(JSON.stringify(await readRows())).not.toContain('a-token');
});

test('retries with increasing delays when the mail server fails', async () => {
  smtp.setBehavior({ code: 451, message: 'Try again later' });
  await queueEmail(context, buildEmail());
  await send();
  const [row] = await readRows();
  expect(row).toMatchObject({ status: 'pending', attempts: 1, last_error: expect.stringContaining('451') });
  expect(row.next_attempt_at.getTime() - noon.getTime()).toBeGreaterThanOrEqual(30_000);
  await send(20_000);
  expect((await readRows())[0].attempts).toBe(1);
  await send(60_000);
  const [second] = await readRows();
  expect(second.attempts).toBe(2);
  expect(second.next_attempt_at.getTime() - noon.getTime()).toBeGreaterThanOrEqual(120_000);
  smtp.setBehavior('accept');
  await send(180_000);
  expect(smtp.received).toHaveLength(1);
  expect(await readRows()).toMatchObject([{ status: 'sent', last_error: null }]);
});

test('retries when no mail server responds at all', async () => {
  await queueEmail(context, buildEmail());
  const unreachable = { ...settings, SMTP_URL: 'smtp://127.0.0.1:1' };
  await sendEmails({ ...context, settings: unreachable }, new AbortController().signal);
  expect(await readRows()).toMatchObject([{ status: 'pending', attempts: 1 }]);
  await send(60_000);
  expect(smtp.received).toHaveLength(1);
});

test('does not retry a message that the mail server refuses', async () => {
  smtp.setBehavior({ code: 554, message: 'Refused' });
  await queueEmail(context, buildEmail());
  await send();
  smtp.setBehavior('accept');
  await send(24 * hourMs);
  expect(smtp.received).toEqual([]);
  expect(await readRows()).toMatchObject([{ status: 'failed', attempts: 1 }]);
});

test('does not send expired emails, and deletes them', async () => {
  await queueEmail(context, buildEmail({ expiresAt: new Date(noon.getTime() + hourMs) }));
  // By default, an email expires after 7 days.
  await queueEmail(context, buildEmail());
  await send(8 * 24 * hourMs);
  expect(smtp.received).toEqual([]);
  const deleteExpired = (hours: number) =>
    deleteExpiredData(db, { now: new Date(noon.getTime() + hours * hourMs), retentionHours: 24 });
  await deleteExpired(2);
  expect(await readRows()).toHaveLength(1);
  await deleteExpired(7 * 24 + 1);
  expect(await readRows()).toEqual([]);
});

test('sends nothing after sending was stopped', async () => {
  await queueEmail(context, buildEmail());
  await send(0, AbortSignal.abort());
  expect(smtp.received).toEqual([]);
});

test('the database role of the pages can queue emails, except those of other organizations, and can read none', async () => {
  const restricted = openDatabase(database.url, { isRestricted: true, max: 1 });
  try {
    await queueEmail({ ...context, db: restricted }, buildEmail());
    expect((await restricted.$client.query('SELECT FROM emails')).rowCount).toBe(0);
    const foreign = buildEmail({ organizationId: '00000000-0000-4000-8000-000000000000' });
    await expect(queueEmail({ ...context, db: restricted }, foreign)).rejects.toThrow();
  } finally {
    await restricted.$client.end();
  }
  expect(await readRows()).toHaveLength(1);
});
