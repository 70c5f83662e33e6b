import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#lib/core/time';
import { createAlert } from '#lib/dashboard/alerts/alerts';
import { evaluateAlertsJob } from '#lib/dashboard/alerts/evaluate-alerts';
import { createChannel } from '#lib/dashboard/alerts/messages/channels';
import { sendAlertMessagesJob } from '#lib/dashboard/alerts/messages/queue-notice';
import { confirmRecipient } from '#lib/dashboard/subscriptions/recipient-links';
import { openDatabase } from '#lib/db/database';
import { createRecipientToken } from '#lib/email/recipients/recipient-token';
import { enqueue } from '#lib/queue/jobs';
import { createOrganization } from '#lib/service/organizations/organizations';
import { insert } from '#tests/dashboard/analytics/support/observations';
import { createTestProject } from '#tests/support/dashboard';
import { createDatabase } from '#tests/support/database';
import { createEmail } from '#tests/support/owners';
import { startProcess } from '#tests/support/process';
import { startSmtpServer } from '#tests/support/smtp-server';
import { waitFor } from '#tests/support/wait';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';

const database = await createDatabase();
const db = openDatabase(database.url);
const smtp = await startSmtpServer();
let hangs = true;
const endpoint = await startWebhookEndpoint((_, response) => {
  if (!hangs) response.end();
});
const startWorker = () =>
  startProcess(['lib/worker/main.ts'], {
    SMTP_URL: smtp.url,
    EMAIL_FROM: 'no-reply@answerscope.example',
    APP_URL: 'http://localhost:1',
    DATABASE_URL: database.url,
    WEBHOOK_ALLOWED_HOSTS: endpoint.host,
    ENCRYPTION_KEY: process.env.ENCRYPTION_KEY ?? '',
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET ?? '',
  });
let worker = startWorker();
afterAll(async () => {
  await worker.end('SIGKILL');
  await db.$client.end();
  await Promise.all([smtp.stop(), endpoint.stop()]);
  await database.drop();
});

test('sends one email, and repeats the webhook with the same body, if the worker is killed while sending an alert', async () => {
  const { id: organizationId } = await createOrganization(db, { name: 'Tenant', plan: 'scale' });
  const context = { db, clock: systemClock, organizationId, actor: { kind: 'operator' as const } };
  const { id: projectId } = await createTestProject(context);
  const to = createEmail();
  const channel = await createChannel(context, { projectId, kind: 'email', target: to });
  const token = createRecipientToken({ organizationId, id: channel.id, email: to });
  await confirmRecipient(context, { token });
  await db.$client.query('DELETE FROM emails');
  const { id: channelId } = await createChannel(context, {
    projectId,
    kind: 'slack',
    target: 'https://chat.acme.example/',
  });
  // `createChannel` accepts only public hosts; the worker also allows this one.
  const { encrypt } = await import('#lib/core/crypto');
  const target = encrypt(
    process.env.ENCRYPTION_KEY ?? '',
    `${endpoint.url}/alerts`,
    `${organizationId}:alert-channel:${channelId}`,
  );
  await db.$client.query('UPDATE alert_channels SET target_encrypted = $1 WHERE id = $2', [
    target,
    channelId,
  ]);
  const now = new Date();
  const runId = randomUUID();
  await insert(db, 'runs', [
    {
      organization_id: organizationId,
      id: runId,
      project_id: projectId,
      kind: 'manual',
      requested_at: now,
      engines: ['chat'],
      countries: ['US'],
      samples: 1,
      item_count: 1,
      status: 'completed',
      created_at: now,
      completed_at: now,
    },
  ]);
  await insert(db, 'run_items', [
    {
      organization_id: organizationId,
      run_id: runId,
      id: randomUUID(),
      prompt_id: randomUUID(),
      engine: 'chat',
      country: 'US',
      sample: 1,
      status: 'failed',
      updated_at: now,
    },
  ]);
  smtp.setBehavior('hang');
  await createAlert(context, { projectId, condition: { kind: 'run-failed', minMissing: 20 } });
  await waitFor('the worker has created its queues', () =>
    enqueue(db, evaluateAlertsJob, {}).then(
      () => true,
      () => false,
    ),
  );
  await waitFor(
    'the worker is sending the email and the webhook',
    () => smtp.countTransmissions() === 1 && endpoint.received.length === 1,
  );
  await worker.end('SIGKILL');
  expect(smtp.received).toEqual([]);

  smtp.setBehavior('accept');
  hangs = false;
  // Ends the leases of the killed worker.
  await db.$client.query(`UPDATE emails SET next_attempt_at = now()`);
  await db.$client.query(`UPDATE alert_messages SET next_attempt_at = now() WHERE status = 'pending'`);
  worker = startWorker();
  await enqueue(db, sendAlertMessagesJob, {});
  await waitFor('the email arrives', () => smtp.received.length === 1);
  await waitFor('every message is sent', async () => {
    const { rows } = await db.$client.query<{ status: string }>('SELECT status FROM alert_messages');
    return rows.length === 2 && rows.every(({ status }) => status === 'sent');
  });
  expect(smtp.received.map((email) => email.to)).toEqual([[to]]);
  // The endpoint received the first attempt, but the worker was killed before the response.
  const bodies = endpoint.received.map(({ body }) => body);
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toBe(bodies[0]);
  const { rows } = await db.$client.query('SELECT kind FROM alert_events');
  expect(rows).toEqual([{ kind: 'raised' }]);
});
