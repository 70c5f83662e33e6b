import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hmacSha256Hex } from '#lib/core/crypto';
import { getEnv } from '#lib/core/env';
import { createFixedClock } from '#lib/core/time';
import { createChannel, listChannels, rotateChannelSecret } from '#lib/dashboard/alerts/messages/channels';
import type { AlertNotice } from '#lib/dashboard/alerts/messages/notice';
import { queueNotice, sendAlertMessagesJob } from '#lib/dashboard/alerts/messages/queue-notice';
import { sendAlertMessages } from '#lib/dashboard/alerts/messages/send-messages';
import { sendTestMessage } from '#lib/dashboard/alerts/messages/send-test-message';
import type { Project } from '#lib/dashboard/projects/project';
import { confirmRecipient } from '#lib/dashboard/subscriptions/recipient-links';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { createRecipientToken } from '#lib/email/recipients/recipient-token';
import { createJobQueues } from '#lib/queue/job-runner';
import { deleteExpiredData } from '#lib/service/retention/delete-expired';
import { createTestProject, startDashboard, type TestDashboard } from '#tests/support/dashboard';
import { listSubjects, readNewestEmail } from '#tests/support/emails';
import { startWebhookEndpoint, type WebhookEndpoint } from '#tests/support/webhook-endpoint';

let dashboard: TestDashboard;
let endpoint: WebhookEndpoint;
let status = 200;
let context: Context;
let project: Project;
const noon = new Date('2026-06-10T12:00:00Z');
const appUrl = 'https://answers.example';

beforeAll(async () => {
  endpoint = await startWebhookEndpoint((_, response) => {
    response.statusCode = status;
    response.end();
  });
  // The environment is read once, when the first setting is needed.
  process.env.WEBHOOK_ALLOWED_HOSTS = endpoint.host;
  dashboard = await startDashboard();
  await createJobQueues(dashboard.databaseUrl, [sendAlertMessagesJob]);
});
afterAll(async () => {
  await endpoint.stop();
  await dashboard.stop();
});
beforeEach(async () => {
  status = 200;
  endpoint.received.length = 0;
  context = await dashboard.createContext(createFixedClock(noon));
  project = await createTestProject(context);
});

const buildNotice = (title = 'Visibility of Fjordwing changes by at least 5 points'): AlertNotice => ({
  alertId: 'a',
  title,
  category: 'finding',
  raisedAt: noon.toISOString(),
  numbers: null,
  summary: 'Visibility of Fjordwing rose from 39.8% to 55.1% <since> Jun 1.',
  details: [{ label: 'Difference', value: '+15.3 points' }],
  view: { page: 'overview', query: 'from=2026-06-01&to=2026-06-09' },
});
const addChannel = (kind: 'email' | 'webhook' | 'slack', target = `${endpoint.url}/alerts`, quiet = {}) =>
  createChannel(context, { projectId: project.id, kind, target, ...quiet });
const queue = (at = noon, title?: string) =>
  withOrganization({ ...context, clock: createFixedClock(at) }, (tx) =>
    queueNotice(tx, { projectId: project.id }, buildNotice(title)),
  );
const sendAt = (at = noon) =>
  sendAlertMessages(
    {
      db: dashboard.db,
      clock: createFixedClock(at),
      settings: { ...getEnv(), APP_URL: appUrl, WEBHOOK_ALLOWED_HOSTS: endpoint.host },
    },
    new AbortController().signal,
  );
const minutesLater = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

/** Queues a message, sends it and returns the request that the endpoint received. */
const receiveNext = async (at = noon) => {
  endpoint.received.length = 0;
  await queue(at);
  await sendAt(at);
  return endpoint.received[0];
};
const signAs = (secret: string | null, request: Awaited<ReturnType<typeof receiveNext>>) =>
  `v1=${hmacSha256Hex(secret ?? '', String(request?.headers['x-svc-timestamp']), '.', request?.body ?? '')}`;

describe('messages of alerts', () => {
  test('a webhook is signed like webhooks of the API, and its secret can be rotated', async () => {
    const { id: channelId, secret } = await addChannel('webhook');
    const request = await receiveNext();
    expect(request?.headers['x-svc-signature']).toBe(signAs(secret, request));
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      type: 'alert.raised',
      project: { id: project.id, name: 'Kayaks' },
      alerts: [
        {
          category: 'finding',
          url: `${appUrl}/projects/${project.id}/overview?from=2026-06-01&to=2026-06-09`,
        },
      ],
    });
    const rotated = await rotateChannelSecret(context, { projectId: project.id, channelId });
    expect(rotated.secret).not.toBe(secret);
    const second = await receiveNext();
    expect(second?.headers['x-svc-signature']).toBe(signAs(rotated.secret, second));
    expect(second?.headers['x-svc-signature-previous']).toBeUndefined();
  });

  test('after a rotation with overlap, a webhook is also signed with the previous secret until the overlap ends', async () => {
    const { id: channelId, secret } = await addChannel('webhook');
    const rotate = (overlapDays: number) =>
      rotateChannelSecret(context, { projectId: project.id, channelId, overlapDays });
    const listEnds = async (at: Date) =>
      (await listChannels({ ...context, clock: createFixedClock(at) }, { projectId: project.id })).map(
        ({ previousUntil }) => previousUntil,
      );
    await expect(rotate(31)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    const rotated = await rotate(2);
    const end = minutesLater(2 * 24 * 60);
    expect([await listEnds(noon), await listEnds(end)]).toEqual([[end], [null]]);
    const during = await receiveNext(minutesLater(60));
    expect(during?.headers).toMatchObject({
      'x-svc-signature': signAs(rotated.secret, during),
      'x-svc-signature-previous': signAs(secret, during),
    });
    const after = await receiveNext(end);
    expect(after?.headers['x-svc-signature']).toBe(signAs(rotated.secret, after));
    expect(after?.headers['x-svc-signature-previous']).toBeUndefined();
    const countPrevious = async () => {
      const { rows } = await dashboard.db.$client.query(
        'SELECT num_nonnulls(previous_secret_encrypted, previous_secret_expires_at) AS n FROM alert_channels WHERE id = $1',
        [channelId],
      );
      return rows[0].n;
    };
    expect(await countPrevious()).toBe(2);
    await deleteExpiredData(dashboard.db, { now: minutesLater(2 * 24 * 60 + 1), retentionHours: 24 });
    expect(await countPrevious()).toBe(0);
    // Without an overlap, the previous secret is deleted immediately.
    await rotate(2);
    await rotate(0);
    expect(await countPrevious()).toBe(0);
  });

  test('a Slack-compatible webhook gets text and blocks, with < and > escaped', async () => {
    await addChannel('slack');
    await queue();
    await sendAt();
    const body = JSON.parse(endpoint.received[0]?.body ?? '');
    expect(body.text).toBe('Kayaks: Visibility of Fjordwing changes by at least 5 points');
    expect(body.blocks[1].text.text).toContain('55.1% &lt;since&gt; Jun 1.');
    expect(endpoint.received[0]?.headers['x-svc-signature']).toBeUndefined();
  });

  test('a message to a Slack-compatible webhook names the kind of the alert, or says that it is a test', async () => {
    const { id: channelId } = await addChannel('slack');
    await queue();
    await sendAt();
    await sendTestMessage(context, { projectId: project.id, channelId });
    await sendAt(minutesLater(1));
    const kinds = endpoint.received.map(({ body }) => JSON.parse(body).blocks[2].elements[0].text);
    expect(kinds).toEqual([
      expect.stringMatching(/^Brand alert · </),
      expect.stringMatching(/^Test message · </),
    ]);
  });

  test('an email is sent once, with the details and a link to the view', async () => {
    const { id: channelId } = await addChannel('email', 'team@acme.example');
    const { organizationId } = context;
    const token = createRecipientToken({ organizationId, id: channelId, email: 'team@acme.example' });
    await confirmRecipient(context, { token });
    await dashboard.db.$client.query('DELETE FROM emails');
    await queue();
    await sendAt();
    await sendAt();
    expect(await listSubjects(dashboard.db, 'team@acme.example')).toEqual([
      'Alert for “Kayaks”: “Visibility of Fjordwing changes by at least 5 points” – Answerscope',
    ]);
    const text = await readNewestEmail(dashboard.db, 'team@acme.example');
    expect(text).toContain('Difference: +15.3 points');
    expect(text).toContain(`/projects/${project.id}/overview?from=2026-06-01&to=2026-06-09`);
  });

  test('without a mail server, a test message to an email address fails and says why', async () => {
    const { id: channelId } = await addChannel('email', 'team@acme.example');
    await expect(sendTestMessage(context, { projectId: project.id, channelId })).rejects.toThrow(
      'This instance has no mail server, so no email is sent. Ask its operator to set SMTP_URL and EMAIL_FROM.',
    );
  });

  test('a failed message is retried under the same ID until it is accepted, and the channel contains the reason of the failure', async () => {
    await addChannel('webhook');
    await queue();
    status = 503;
    await sendAt();
    const [channel] = await listChannels(context, { projectId: project.id });
    expect(channel?.lastError).toBe('The endpoint responded with 503.');
    status = 200;
    await sendAt(minutesLater(2));
    await sendAt(minutesLater(60));
    const ids = endpoint.received.map(({ body }) => JSON.parse(body).id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect((await listChannels(context, { projectId: project.id }))[0]).toMatchObject({ lastError: null });
  });

  test('messages wait for the end of quiet hours and arrive as one; a test message does not wait', async () => {
    const { id: channelId } = await addChannel('webhook', undefined, {
      quietFrom: 660,
      quietTo: 780,
      timeZone: 'UTC',
    });
    await queue(noon, 'First');
    await queue(minutesLater(10), 'Second');
    await sendAt(minutesLater(59));
    expect(endpoint.received).toEqual([]);
    await sendTestMessage(context, { projectId: project.id, channelId });
    await sendAt(minutesLater(1));
    expect(endpoint.received.map(({ body }) => JSON.parse(body).type)).toEqual(['alert.test']);
    await sendAt(minutesLater(60));
    const body = JSON.parse(endpoint.received[1]?.body ?? '');
    expect(body.alerts.map(({ title }: { title: string }) => title)).toEqual(['First', 'Second']);
  });

  test('several workers send each message once', async () => {
    await addChannel('webhook');
    for (let index = 0; index < 5; index += 1) await queue();
    await Promise.all([sendAt(), sendAt(), sendAt()]);
    const ids = endpoint.received.map(({ body }) => JSON.parse(body).id);
    expect([ids.length, new Set(ids).size]).toEqual([5, 5]);
  });
});

test('a channel must be an email address or a public URL', async () => {
  await expect(addChannel('email', 'nobody')).rejects.toThrow(
    'Enter an email address such as team@acme.com.',
  );
  await expect(addChannel('webhook', 'ftp://acme.com')).rejects.toThrow(
    'Enter a URL that starts with https:// or http://.',
  );
  await expect(addChannel('slack', 'http://169.254.169.254/')).rejects.toThrow('This host is not public.');
  const dashboardUrl = `http://127.0.0.1:${getEnv().PORT}/webhooks/answers/${'a'.repeat(43)}`;
  await expect(addChannel('webhook', dashboardUrl)).rejects.toThrow('This host is this instance.');
});

test('quiet hours need both times', async () => {
  for (const quiet of [{ quietFrom: 660 }, { quietTo: 660 }]) {
    await expect(addChannel('webhook', undefined, quiet)).rejects.toThrow(
      'Choose both times, or leave both empty.',
    );
  }
});
