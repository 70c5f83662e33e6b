import { afterAll, beforeEach, expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { createChannel, deleteChannel, listChannels } from '#lib/dashboard/alerts/messages/channels';
import type { AlertNotice } from '#lib/dashboard/alerts/messages/notice';
import { queueNotice, sendAlertMessagesJob } from '#lib/dashboard/alerts/messages/queue-notice';
import { sendAlertMessages } from '#lib/dashboard/alerts/messages/send-messages';
import { resendConfirmation, sendTestMessage } from '#lib/dashboard/alerts/messages/send-test-message';
import {
  confirmRecipient,
  getRecipient,
  unsubscribeRecipient,
} from '#lib/dashboard/subscriptions/recipient-links';
import { createSubscription } from '#lib/dashboard/subscriptions/subscriptions';
import type { Context } from '#lib/db/context';
import { openDatabase } from '#lib/db/database';
import { withOrganization } from '#lib/db/organization-scope';
import { emailLimits } from '#lib/email/email-limits';
import { sendEmails } from '#lib/email/send-emails';
import { createJobQueues } from '#lib/queue/job-runner';
import { sendTestReport } from '#lib/report-emails/send-test-report';
import { createTestProject } from '#tests/support/dashboard';
import { createDatabase } from '#tests/support/database';
import { createEmail, createOwner, getUserId, noon } from '#tests/support/owners';
import { shareOverview, weeklySubscription } from '#tests/support/reports';
import { decodeQuotedPrintable, readSubject, startSmtpServer } from '#tests/support/smtp-server';

const database = await createDatabase();
const db = openDatabase(database.url);
const smtp = await startSmtpServer();
const settings = {
  SMTP_URL: smtp.url,
  EMAIL_FROM: 'no-reply@answerscope.example',
  APP_URL: 'http://answerscope.example',
  STORAGE_URL: 'http://answerscope.example/storage',
  PORT: 3000,
  WEBHOOK_ALLOWED_HOSTS: '',
  PRINT_BASE_URL: 'http://127.0.0.1:1',
};
// The environment is read once, when the first setting is needed.
Object.assign(process.env, {
  SMTP_URL: smtp.url,
  EMAIL_FROM: settings.EMAIL_FROM,
  APP_URL: settings.APP_URL,
});
await createJobQueues(database.url, [sendAlertMessagesJob]);
afterAll(async () => {
  await db.$client.end();
  await smtp.stop();
  await database.drop();
});

let owner: Context;
let projectId: string;
beforeEach(async () => {
  owner = await createOwner(db);
  await db.$client.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [getUserId(owner)]);
  ({ id: projectId } = await createTestProject(owner));
  await db.$client.query('DELETE FROM emails');
  smtp.received.length = 0;
});

const confirmSubject = 'Confirm that you want alerts by email';
const signal = new AbortController().signal;
const addChannel = async (target: string) => {
  const { id } = await createChannel(owner, { projectId, kind: 'email', target });
  return { projectId, channelId: id };
};
const later = (days: number) => createFixedClock(new Date(noon.getTime() + days * 86_400_000));
const notice: AlertNotice = {
  alertId: 'a',
  title: 'Visibility of Fjordwing changes by at least 5 points',
  category: 'finding',
  raisedAt: noon.toISOString(),
  numbers: null,
  summary: 'Visibility of Fjordwing rose. See https://phish.example/now or phish.example.',
  details: [{ label: 'Page', value: 'https://fjordwing.example/guide' }],
  view: { page: 'overview', query: '' },
};
const raiseAlert = () => withOrganization(owner, (tx) => queueNotice(tx, { projectId }, notice));
/** Sends all messages and emails, and returns the recipients and subjects of those that arrived since the last call. */
async function deliver(clock = owner.clock) {
  await sendAlertMessages({ db, clock, settings }, signal);
  await sendEmails({ db, clock, settings }, signal);
  return smtp.received.splice(0).map(({ to, raw }) => {
    const text = decodeQuotedPrintable(raw);
    const [, token = ''] = /\/subscription\/([^\s"]+)/.exec(text) ?? [];
    const [, unsubscribeToken = ''] = /^Unsubscribe:\s+\S+\/unsubscribe\/(\S+)/m.exec(text) ?? [];
    return { to: to[0], subject: readSubject(raw), text, raw, token, unsubscribeToken };
  });
}
const getState = async () => (await listChannels(owner, { projectId }))[0]?.recipientState;

test('an unverified sign-up sends nothing to strangers, whatever it tries', async () => {
  await db.$client.query('UPDATE users SET email_verified_at = NULL WHERE id = $1', [getUserId(owner)]);
  const strangers = Array.from({ length: 20 }, createEmail);
  const refusal = 'Verify your email address first. Request a link on your account page.';
  for (const stranger of strangers) await expect(addChannel(stranger)).rejects.toThrow(refusal);
  expect(await listChannels(owner, { projectId })).toEqual([]);
  const { reportId } = await shareOverview(owner, { projectId });
  const subscription = { ...weeklySubscription, recipients: strangers };
  await expect(createSubscription(owner, { projectId, reportId, ...subscription })).rejects.toThrow(refusal);
  expect(await deliver()).toEqual([]);
});

test('a verified member sends 20 strangers one confirmation each, but none of 120 test messages', async () => {
  await db.$client.query('UPDATE projects SET name = $1 WHERE id = $2', [
    'Your account is locked: https://phish.example',
    projectId,
  ]);
  const strangers = Array.from({ length: 20 }, createEmail);
  for (const stranger of strangers) {
    const channel = await addChannel(stranger);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await expect(sendTestMessage(owner, channel)).rejects.toThrow('The recipient has not confirmed');
    }
  }
  await raiseAlert();
  const arrived = await deliver();
  expect(arrived.map(({ to }) => to).toSorted()).toEqual(strangers.toSorted());
  expect(new Set(arrived.map(({ subject }) => subject))).toEqual(new Set([confirmSubject]));
  for (const { text, raw } of arrived) {
    expect(text).toContain(
      'The organization “Acme” wants to send you alerts of the project “Your account is locked: …”.',
    );
    expect(text).not.toContain('phish');
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  }
});

test('a confirmed recipient gets alerts and test messages, with framed subjects and one-click unsubscribe', async () => {
  const stranger = createEmail();
  const channel = await addChannel(stranger);
  const [confirmation] = await deliver();
  await confirmRecipient(owner, { token: confirmation?.token ?? '' });
  expect(await getState()).toBe('receives');
  await raiseAlert();
  await sendTestMessage(owner, channel);
  const arrived = await deliver();
  expect(arrived.map(({ subject }) => subject).toSorted()).toEqual([
    'Alert for “Kayaks”: “Visibility of Fjordwing changes by at least 5 points” – Answerscope',
    'Test message for “Kayaks” – Answerscope',
  ]);
  for (const { raw, text } of arrived) {
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(text).not.toMatch(/https?:\/\/(?!answerscope\.example|www\.w3\.org)|phish\.example/);
  }
  await unsubscribeRecipient(owner, { token: arrived[0]?.unsubscribeToken ?? '' });
  expect(await getState()).toBe('unsubscribed');
  await raiseAlert();
  await expect(sendTestMessage(owner, channel)).rejects.toThrow('The recipient unsubscribed');
  expect(await deliver()).toEqual([]);
});

test('a member with a verified address gets alerts without confirming, until they leave', async () => {
  const { rows } = await db.$client.query('SELECT email FROM users WHERE id = $1', [getUserId(owner)]);
  await addChannel(rows[0].email.toUpperCase());
  expect(await deliver()).toEqual([]);
  await raiseAlert();
  expect((await deliver()).map(({ to }) => to)).toEqual([rows[0].email]);
  await db.$client.query('UPDATE users SET email_verified_at = NULL WHERE id = $1', [getUserId(owner)]);
  await raiseAlert();
  expect(await deliver()).toEqual([]);
});

test('an unsubscription outlives the channel, also in other projects and for reports', async () => {
  const stranger = createEmail();
  await deleteChannel(owner, await addChannel(stranger));
  const [confirmation] = await deliver();
  const token = confirmation?.unsubscribeToken ?? '';
  // The channel no longer exists, but its link still works.
  expect(await getRecipient(owner, { token })).toMatchObject({ recipient: null, isSuppressed: false });
  await unsubscribeRecipient(owner, { token });
  expect(await getRecipient(owner, { token })).toMatchObject({ recipient: null, isSuppressed: true });
  const channel = await addChannel(stranger.toUpperCase());
  expect(await getState()).toBe('unsubscribed');
  await expect(resendConfirmation(owner, channel)).rejects.toThrow('The recipient unsubscribed');
  const { reportId } = await shareOverview(owner, { projectId });
  await createSubscription(owner, {
    projectId,
    reportId,
    ...weeklySubscription,
    recipients: [stranger],
  });
  await raiseAlert();
  expect(await deliver()).toEqual([]);
  // Only the recipient can allow emails again; then they are asked again.
  await confirmRecipient(owner, { token });
  await deleteChannel(owner, channel);
  await addChannel(stranger);
  expect((await deliver()).map(({ subject }) => subject)).toEqual([confirmSubject]);
});

test('removing an address and adding it again asks at most 3 times a week', async () => {
  const stranger = createEmail();
  for (let count = 0; count < emailLimits.confirmation.recipient.attempts; count += 1) {
    await deleteChannel(owner, await addChannel(stranger));
  }
  await expect(addChannel(stranger)).rejects.toThrow(
    `${stranger} got the maximum number of confirmation emails for now. Ask the recipient to look for an earlier one, also in the spam folder. Try again in 7 days.`,
  );
  expect(await deliver()).toHaveLength(3);
  owner = { ...owner, clock: later(7) };
  await addChannel(stranger);
  expect(await deliver()).toHaveLength(1);
});

test('an organization sends at most 30 test messages by email a day, 10 of them to one address', async () => {
  const addConfirmed = async () => {
    const channel = await addChannel(createEmail());
    const [confirmation] = await deliver();
    await confirmRecipient(owner, { token: confirmation?.token ?? '' });
    return channel;
  };
  const channels = [await addConfirmed(), await addConfirmed(), await addConfirmed(), await addConfirmed()];
  const send = (index: number) => sendTestMessage(owner, channels[index] ?? { projectId, channelId: '' });
  for (let count = 0; count < 10; count += 1) await send(0);
  await expect(send(0)).rejects.toThrow('got the maximum number of test messages by email for now.');
  for (let count = 0; count < 10; count += 1) await send(1);
  for (let count = 0; count < 10; count += 1) await send(2);
  await expect(send(3)).rejects.toThrow(
    'An organization can send at most 30 test messages by email a day. Try again in 24 hours.',
  );
  expect(await deliver()).toHaveLength(30);
});

test('a test of a report is sent only to a verified address', async () => {
  const { reportId } = await shareOverview(owner, { projectId });
  const { rows } = await db.$client.query('SELECT email FROM users WHERE id = $1', [getUserId(owner)]);
  const { id: subscriptionId } = await createSubscription(owner, {
    projectId,
    reportId,
    ...weeklySubscription,
    recipients: [rows[0].email],
  });
  const send = () => sendTestReport(owner, { projectId, reportId, subscriptionId });
  await send();
  expect((await deliver()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Test: Report “.+”, .+ – Answerscope$/),
  ]);
  await db.$client.query('UPDATE users SET email_verified_at = NULL WHERE id = $1', [getUserId(owner)]);
  await expect(send()).rejects.toThrow('Verify your email address first.');
});
