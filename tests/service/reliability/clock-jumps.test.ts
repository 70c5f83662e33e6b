import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webhookHeaders } from '#lib/contract/tasks';
import { systemClock } from '#lib/core/time';
import { runDueSchedulesJob } from '#lib/dashboard/schedules/run-due-schedules';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';
import type { Context } from '#lib/db/context';
import { openDatabase } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { queueEmail } from '#lib/email/queue-email';
import { sendEmailsJob } from '#lib/email/send-emails';
import { enqueue, type Job, schemaName } from '#lib/queue/jobs';
import { enableSigning } from '#lib/service/webhooks/signing';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { startMockProviders } from '#scripts/mock-providers/server';
import { createTestProject } from '#tests/support/dashboard';
import { createDatabase } from '#tests/support/database';
import { createTenant, type Instance, startInstance } from '#tests/support/instance';
import { fixturesFolder } from '#tests/support/recordings';
import type { Tenant } from '#tests/support/service';
import { startSmtpServer } from '#tests/support/smtp-server';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';
import { waitFor } from '#tests/support/wait';
import { createWallClock } from '#tests/support/wall-clock';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';

const hourMs = 3_600_000;
let behavior: MockBehavior | undefined;
const folder = createTempFolder();
const clock = createWallClock(folder, 'instance');
const mockProviders = await startMockProviders({ folder: fixturesFolder, getBehavior: () => behavior });
const endpoint = await startWebhookEndpoint();
const smtp = await startSmtpServer();
const database = await createDatabase();
const db = openDatabase(database.url, { max: 2 });
let instance: Instance;

beforeAll(async () => {
  instance = await startInstance({
    databaseUrl: database.url,
    env: {
      ...clock.env,
      OPENAI_API_KEY: 'any',
      OPENAI_BASE_URL: mockProviders.url,
      LEASE_SECONDS: '1.5',
      SMTP_URL: smtp.url,
      EMAIL_FROM: 'no-reply@answerscope.example',
      WEBHOOK_ALLOWED_HOSTS: endpoint.host,
    },
  });
});
afterAll(async () => {
  await instance.stop();
  await db.$client.end();
  await database.drop();
  await Promise.all([smtp.stop(), endpoint.stop(), mockProviders.close()]);
  deleteTempFolder(folder);
});

/** Runs a job in the worker and waits until it has ended. */
async function runInWorker(job: Job<object>): Promise<void> {
  // The job cannot be queued while a recurring run of it is under way.
  const id = await waitFor('the job is queued', () => enqueue(db, job, {}));
  await waitFor('the job has ended', async () => {
    const { rows } = await db.$client.query(`SELECT state FROM ${schemaName}.job WHERE id = $1`, [id]);
    return rows[0].state === 'completed';
  });
}

/** Returns the number of milliseconds between now and a time in the past or the future. */
const getDistanceMs = (time: Date) => Math.abs(Date.now() - time.getTime());

/** Creates a task with a webhook. @returns its ID */
async function createTask(tenant: Tenant, prompt: string): Promise<string> {
  const { body } = await tenant.send('POST', '/v1/async/task', {
    taskType: 'CHAT',
    payload: { prompt, country: 'US' },
    webhook: { url: `${endpoint.url}/hook` },
  });
  return body.task.id;
}

interface TaskRow {
  attempt: number;
  charges: number;
  times: Date[];
}

/** Waits until tasks are completed. */
function waitForTasks(ids: string[]): Promise<TaskRow[]> {
  return waitFor('the tasks are completed', async () => {
    const { rows } = await db.$client.query<TaskRow>(
      `SELECT attempt, ARRAY[created_at, started_at, completed_at] AS times,
         (SELECT count(*) FROM credit_ledger l WHERE l.subject_id = t.id AND kind = 'charge') AS charges
       FROM tasks t WHERE id = ANY ($1) AND status = 'COMPLETED'`,
      [ids],
    );
    return rows.length === ids.length ? rows : undefined;
  });
}

const jumps: [string, number][] = [
  ['ahead', hourMs],
  ['behind', -hourMs],
];

describe.each(jumps)('while the clocks of web and worker jump an hour %s', (_, offsetMs) => {
  let tenant: Tenant;
  let context: Context;
  beforeAll(async () => {
    clock.setOffset(0);
    tenant = await createTenant(instance, { credits: 1000 });
    const { id: organizationId } = tenant;
    context = { db, clock: systemClock, organizationId, actor: { kind: 'operator' } };
    await enableSigning(context);
  });

  test('tasks keep their leases, and stored times and webhook timestamps are correct', async () => {
    // The provider works on the first task for longer than the task’s lease. Meanwhile the clocks jump.
    behavior = { kind: 'recording', delayMs: 3000 };
    const calls = mockProviders.calls.length;
    const ids = [await createTask(tenant, `Which kayak folds? ${offsetMs}`)];
    await waitFor('the provider receives the request', () => mockProviders.calls.length > calls);
    clock.setOffset(offsetMs);
    behavior = undefined;
    ids.push(await createTask(tenant, `Which kayak floats? ${offsetMs}`));
    for (const { attempt, times, charges } of await waitForTasks(ids)) {
      expect([attempt, charges]).toEqual([1, 1]);
      for (const time of times) expect(getDistanceMs(time)).toBeLessThan(60_000);
    }
    const deliveries = await waitFor('both webhooks arrive', () => {
      const found = endpoint.received.filter(({ body }) => ids.includes(JSON.parse(body).task.id));
      return found.length >= ids.length ? found : undefined;
    });
    expect(deliveries).toHaveLength(ids.length);
    for (const { headers } of deliveries) {
      const seconds = Number(headers[webhookHeaders.timestamp.toLowerCase()]);
      expect(getDistanceMs(new Date(seconds * 1000))).toBeLessThan(60_000);
    }
  });

  test('schedules run once, when they are due', async () => {
    const { id: projectId } = await createTestProject(context);
    await saveSchedule(context, {
      projectId,
      cadence: 'daily',
      hour: 6,
      weekday: 1,
      timeZone: 'UTC',
      engines: ['gen'],
      countries: ['US'],
      samples: 1,
    });
    const setNextRun = (minutes: number) =>
      db.$client.query(
        'UPDATE schedules SET next_run_at = now() + make_interval(mins => $2) WHERE organization_id = $1',
        [tenant.id, minutes],
      );
    const countRuns = async () =>
      (await db.$client.query('SELECT FROM runs WHERE organization_id = $1', [tenant.id])).rowCount;
    await setNextRun(30);
    await runInWorker(runDueSchedulesJob);
    expect(await countRuns()).toBe(0);
    await setNextRun(-1);
    await runInWorker(runDueSchedulesJob);
    await runInWorker(runDueSchedulesJob);
    expect(await countRuns()).toBe(1);
  });

  test('emails are sent when they are due', async () => {
    const to = `${tenant.id}@people.example`;
    await transaction(db, async (tx) => {
      await queueEmail({ db: tx, clock: systemClock }, { to, subject: 'Later', paragraphs: ['Hi.'] });
      await tx.$client.query(
        `UPDATE emails SET next_attempt_at = now() + interval '30 minutes' WHERE recipient = $1`,
        [to],
      );
    });
    await queueEmail(context, { to, subject: 'Now', paragraphs: ['Hi.'] });
    await runInWorker(sendEmailsJob);
    await smtp.waitForEmail(to, 'Now');
    expect(smtp.received.filter((email) => email.to.includes(to))).toHaveLength(1);
  });
});
