import { afterAll, beforeEach, expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { type ReportInput, saveReport } from '#lib/dashboard/reports/reports';
import { confirmRecipient, unsubscribeRecipient } from '#lib/dashboard/subscriptions/recipient-links';
import type { SubscriptionInput } from '#lib/dashboard/subscriptions/subscription-input';
import {
  createSubscription,
  editSubscription,
  listSubscriptions,
  setSubscriptionPaused,
} from '#lib/dashboard/subscriptions/subscriptions';
import type { Context } from '#lib/db/context';
import { openDatabase } from '#lib/db/database';
import { createRecipientToken } from '#lib/email/recipients/recipient-token';
import { sendEmails } from '#lib/email/send-emails';
import { enqueue } from '#lib/queue/jobs';
import { sendDueReports, sendDueReportsJob } from '#lib/report-emails/send-due-reports';
import { createTestProject } from '#tests/support/dashboard';
import { createDatabase } from '#tests/support/database';
import { createEmail, createOwner } from '#tests/support/owners';
import { startProcess } from '#tests/support/process';
import { shareOverview, weeklySubscription } from '#tests/support/reports';
import { decodeQuotedPrintable, startSmtpServer } from '#tests/support/smtp-server';
import { waitFor } from '#tests/support/wait';

const database = await createDatabase();
const db = openDatabase(database.url);
const smtp = await startSmtpServer();
const settings = {
  SMTP_URL: smtp.url,
  EMAIL_FROM: 'no-reply@answerscope.example',
  APP_URL: 'http://answerscope.example',
  PRINT_BASE_URL: 'http://127.0.0.1:1',
  CHROMIUM_PATH: '/missing/chromium',
};
afterAll(async () => {
  await db.$client.end();
  await smtp.stop();
  await database.drop();
});
beforeEach(async () => {
  await db.$client.query('DELETE FROM emails; DELETE FROM report_subscriptions');
  smtp.received.length = 0;
  smtp.setBehavior('accept');
});

const monday = '2026-11-23T08:00:00Z';
const minuteMs = 60_000;
const signal = new AbortController().signal;
const createClock = (laterMs = 0) => createFixedClock(new Date(Date.parse(monday) + laterMs));
const weekMs = 7 * 24 * 3_600_000;
const sendDue = (laterMs = 0) => sendDueReports({ db, clock: createClock(laterMs), settings }, signal);
const sendQueued = (laterMs = 0) => sendEmails({ db, clock: createClock(laterMs), settings }, signal);

/** Subscribes addresses to the overview of a new project, every Monday at 8 in UTC. */
async function subscribe(
  recipients: string[],
  changes: Partial<SubscriptionInput> = {},
  blocks?: ReportInput['blocks'],
) {
  const owner = await createOwner(db);
  const { id: projectId } = await createTestProject(owner);
  const { reportId } = await shareOverview(owner, { projectId });
  if (blocks) {
    await saveReport(owner, { projectId, reportId, revision: 1, name: 'Prompts', blocks });
  }
  const subscription: SubscriptionInput = {
    ...weeklySubscription,
    recipients,
    ...changes,
  };
  const { id: subscriptionId } = await createSubscription(owner, { projectId, reportId, ...subscription });
  const readState = async (context: Context = owner) =>
    (await listSubscriptions(context, { projectId, reportId }))[0];
  const createToken = async (address: string) => {
    const recipient = (await readState())?.recipients.find(({ email }) => email === address);
    const { organizationId } = owner;
    return createRecipientToken({ organizationId, id: recipient?.id ?? '', email: address });
  };
  const keys = { projectId, reportId, subscriptionId };
  return { owner, projectId, reportId, subscriptionId, keys, subscription, readState, createToken };
}

const listRecipients = () =>
  smtp.received
    .filter(({ raw }) => !raw.includes('Subject: Confirm'))
    .flatMap(({ to }) => to)
    .toSorted();

test('sends a report once to each confirmed address, with attachments and one-click unsubscribe', async () => {
  const [confirmed, unconfirmed, unsubscribed] = [createEmail(), createEmail(), createEmail()];
  const { createToken, readState } = await subscribe([confirmed, unconfirmed, unsubscribed]);
  await sendQueued();
  expect(smtp.received.map(({ to }) => to[0]).toSorted()).toEqual(
    [confirmed, unconfirmed, unsubscribed].toSorted(),
  );
  for (const address of [confirmed, unsubscribed])
    await confirmRecipient({ db, clock: createClock() }, { token: await createToken(address) });
  await unsubscribeRecipient({ db, clock: createClock() }, { token: await createToken(unsubscribed) });
  await sendDue(-minuteMs);
  await sendQueued();
  expect(listRecipients()).toEqual([]);
  await Promise.all([sendDue(), sendDue(), sendDue()]);
  await sendDue(minuteMs);
  await Promise.all([sendQueued(minuteMs), sendQueued(minuteMs)]);
  expect(listRecipients()).toEqual([confirmed]);
  const { raw = '' } = smtp.received.at(-1) ?? {};
  const unsubscribeUrl = `http://answerscope.example/unsubscribe/${await createToken(confirmed)}`;
  expect(raw.replaceAll(/\r\n\s+/g, ' ')).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`);
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(raw).toContain('Content-Type: text/csv');
  const text = decodeQuotedPrintable(raw);
  expect(text).toContain(unsubscribeUrl);
  expect(text).toContain('The CSV files are attached.');
  expect(text).toContain('There are no answers in');
  expect(text).not.toContain('values in parentheses');
  const { rows } = await db.$client.query('SELECT FROM email_attachments');
  expect(rows).toEqual([]);
  expect(await readState()).toMatchObject({
    lastOutcome: 'sent',
    lastError: null,
    nextDueAt: new Date('2026-11-30T08:00:00Z'),
  });
});

test('a report that is due several times after a downtime is sent once', async () => {
  const address = createEmail();
  const { createToken } = await subscribe([address]);
  await confirmRecipient({ db, clock: createClock() }, { token: await createToken(address) });
  await sendDue(3 * weekMs + minuteMs);
  await sendQueued(3 * weekMs + minuteMs);
  expect(listRecipients()).toEqual([address]);
});

test('a monthly email about last month covers the month that has just ended', async () => {
  const address = createEmail();
  const { owner, projectId, reportId, createToken } = await subscribe([address], { cadence: 'monthly' });
  const report = { name: 'Monthly review', filters: 'period=last-month', blocks: [] };
  await saveReport(owner, { projectId, reportId, revision: 1, ...report });
  await confirmRecipient({ db, clock: createClock() }, { token: await createToken(address) });
  const dayMs = 24 * 60 * minuteMs;
  // 1 December and 1 January.
  for (const [laterDays, period] of [
    [8, '1 Nov to 30 Nov 2026'],
    [39, '1 Dec to 31 Dec 2026'],
  ] as const) {
    await sendDue(laterDays * dayMs);
    await sendQueued(laterDays * dayMs);
    const text = decodeQuotedPrintable(smtp.received.at(-1)?.raw ?? '');
    expect(text).toContain(`There are no answers in ${period}`);
  }
});

test('skips a report that has not changed since it was sent', async () => {
  const address = createEmail();
  const { createToken, readState } = await subscribe([address], { skipsUnchanged: true });
  await confirmRecipient({ db, clock: createClock() }, { token: await createToken(address) });
  await sendDue();
  await sendQueued();
  await sendDue(weekMs);
  await sendQueued(weekMs);
  expect(listRecipients()).toEqual([address]);
  expect(await readState()).toMatchObject({ lastOutcome: 'unchanged' });
});

test('a paused subscription stays paused when it is changed, and becomes due again once it is resumed', async () => {
  const { owner, keys, subscription, readState } = await subscribe([createEmail()]);
  const change = () => editSubscription(owner, { ...keys, ...subscription, weekday: 2 });
  await setSubscriptionPaused(owner, { ...keys, isPaused: true });
  await change();
  expect(await readState()).toMatchObject({ weekday: 2, nextDueAt: null });
  await setSubscriptionPaused(owner, { ...keys, isPaused: false });
  await change();
  expect(await readState()).toMatchObject({ weekday: 2, nextDueAt: expect.any(Date) });
});

test('for 15 minutes, retries a PDF that cannot be created; then sends the report without it and says why', async () => {
  const address = createEmail();
  const { createToken, readState } = await subscribe([address], { attachment: 'pdf' });
  await confirmRecipient({ db, clock: createClock() }, { token: await createToken(address) });
  await sendDue();
  await sendQueued();
  expect(listRecipients()).toEqual([]);
  expect((await readState())?.lastError).toContain('CHROMIUM_PATH is /missing/chromium');
  await sendDue(15 * minuteMs);
  await sendQueued(15 * minuteMs);
  expect(listRecipients()).toEqual([address]);
  expect(decodeQuotedPrintable(smtp.received.at(-1)?.raw ?? '')).toContain('The PDF could not be created');
  expect((await readState())?.lastError).toContain('Sent without the PDF. CHROMIUM_PATH');
});

test('for 15 minutes, retries a report that cannot be created; then records that it was not sent', async () => {
  const address = createEmail();
  const { projectId, createToken, readState } = await subscribe([address]);
  await confirmRecipient({ db, clock: createClock() }, { token: await createToken(address) });
  await db.$client.query('DELETE FROM brands WHERE project_id = $1', [projectId]);
  await sendDue();
  expect(await readState()).toMatchObject({
    lastOutcome: null,
    lastError: expect.stringContaining('It will be retried.'),
    nextDueAt: new Date(monday),
  });
  await sendDue(15 * minuteMs);
  expect(await readState()).toMatchObject({
    lastOutcome: 'failed',
    lastError:
      'The report could not be created and was not sent. The next one is sent at the next due time. If the problem persists, contact the operator of this instance.',
    nextDueAt: new Date('2026-11-30T08:00:00Z'),
  });
  await sendQueued(15 * minuteMs);
  expect(listRecipients()).toEqual([]);
});

test('leaves out files above 10 MB, and says so in the email with a link to the report', async () => {
  const address = createEmail();
  const prompts = [{ id: 'prompts', kind: 'prompts' as const }];
  const { owner, projectId, createToken, readState } = await subscribe([address], {}, prompts);
  await confirmRecipient({ db, clock: createClock() }, { token: await createToken(address) });
  await sendDue();
  await sendQueued();
  expect(smtp.received.at(-1)?.raw).toContain('Content-Type: text/csv');
  // 1,060 prompts of 9,984 characters are more than 10 MB.
  await db.$client.query(
    `INSERT INTO prompts (organization_id, project_id, id, text, topic, tags, language, created_at)
     SELECT $1, $2, gen_random_uuid(), repeat(md5(number::text), 312), '', '{}', 'en', now()
     FROM generate_series(1, 1060) number`,
    [owner.organizationId, projectId],
  );
  await sendDue(weekMs);
  await sendQueued(weekMs);
  expect(listRecipients()).toEqual([address, address]);
  const { raw = '' } = smtp.received.at(-1) ?? {};
  expect(raw).not.toContain('Content-Type: text/csv');
  const text = decodeQuotedPrintable(raw);
  expect(text).toContain('The CSV file would be larger than 10 MB, so it isn’t attached.');
  expect(text).toContain('Open the report to download it.');
  expect(text).toMatch(/Open report:\s+http:\/\/answerscope\.example\/projects\/[\w-]+\/reports\/[\w-]+/);
  expect(await readState()).toMatchObject({ lastOutcome: 'sent' });
});

test('rejects a changed or incomplete token', async () => {
  const address = createEmail();
  const { createToken } = await subscribe([address]);
  const token = await createToken(address);
  const changed = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  for (const wrong of [changed, token.split('.')[0] ?? '', '', 'x.y']) {
    await expect(confirmRecipient({ db, clock: createClock() }, { token: wrong })).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    });
  }
});

test('every email arrives once when the worker is killed while sending', async () => {
  const addresses = Array.from({ length: 6 }, createEmail);
  const { createToken, subscriptionId } = await subscribe(addresses);
  for (const address of addresses)
    await confirmRecipient({ db, clock: createClock() }, { token: await createToken(address) });
  await sendQueued();
  smtp.received.length = 0;
  await db.$client.query(
    "UPDATE report_subscriptions SET next_due_at = date_trunc('minute', now()) WHERE id = $1",
    [subscriptionId],
  );
  smtp.setBehavior('hang');
  const started = smtp.countTransmissions();
  const worker = startProcess(['lib/worker/main.ts'], {
    ...settings,
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: process.env.ENCRYPTION_KEY ?? '',
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET ?? '',
  });
  const timeout = { seconds: 45 };
  await waitFor(
    'the worker has created its queues',
    () => enqueue(db, sendDueReportsJob, {}).catch(() => undefined),
    timeout,
  );
  await waitFor('the worker is sending', () => smtp.countTransmissions() > started, timeout);
  await worker.end('SIGKILL');
  smtp.setBehavior('accept');
  const later = createFixedClock(new Date(Date.now() + 5 * minuteMs));
  await sendDueReports({ db, clock: later, settings }, signal);
  await sendEmails({ db, clock: later, settings }, signal);
  expect(listRecipients()).toEqual(addresses.toSorted());
});
