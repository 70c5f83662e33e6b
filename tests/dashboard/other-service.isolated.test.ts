import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import { createService } from '#lib/service/instance/service';
import { waitFor } from '#tests/support/wait';
import { createTestProject } from '../support/dashboard';
import { createDatabase } from '../support/database';
import { startInstance } from '../support/instance';
import { startProcess } from '../support/process';

// The dashboard works with any service that has the same API.
const [otherDatabase, database] = [await createDatabase(), await createDatabase()];
const webhookServer = createServer();
await new Promise<void>((done) => webhookServer.listen(0, '127.0.0.1', done));
const webhookHost = `127.0.0.1:${(webhookServer.address() as AddressInfo).port}`;
const otherInstance = await startInstance({
  databaseUrl: otherDatabase.url,
  env: { WEBHOOK_ALLOWED_HOSTS: webhookHost },
});
const runCli = async (...args: string[]) => {
  const cli = startProcess(['lib/cli/main.ts', ...args], { ...otherInstance.env, LOG_LEVEL: 'silent' });
  expect(await cli.waitForExit()).toBe(0);
  return JSON.parse(cli.output().trim().split('\n').at(-1) ?? '');
};
const { org } = await runCli('org', 'create', '--name', 'Operator', '--plan', 'team');
const { key } = await runCli('key', 'create', '--org', org.id);
const { secret } = await runCli('signing', 'enable', '--org', org.id);
Object.assign(process.env, {
  API_BASE_URL: otherInstance.url,
  API_KEY: key.secret,
  API_SIGNING_SECRET: secret,
  APP_URL: `http://${webhookHost}`,
});

// This process reads its settings once, so the modules that read them are loaded after they are set.
vi.resetModules();
const { systemClock } = await import('#lib/core/time');
const { parseEnv } = await import('#lib/core/env');
const { openDatabase } = await import('#lib/db/database');
const { saveApiCredentials } = await import('#lib/dashboard/api-credentials/api-credentials');
const { getCreditBalance } = await import('#lib/dashboard/api-credentials/api-client');
const { receiveWebhook } = await import('#lib/dashboard/ingest/receive-webhook');
const { sendPlaygroundRequest } = await import('#lib/dashboard/playground/send-playground-request');
const { getRunProgress } = await import('#lib/dashboard/runs/run-progress');
const { startRun } = await import('#lib/dashboard/runs/run-store');
const { createOrganization } = await import('#lib/service/organizations/organizations');
const { startWorker } = await import('#lib/worker/start-worker');

const db = openDatabase(database.url);
const clock = systemClock;
const statuses: number[] = [];
webhookServer.on('request', async (request, response) => {
  const token = request.url?.split('/').at(-1) ?? '';
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const { status } = await receiveWebhook({ db, clock }, { token, headers, body: request });
  statuses.push(status);
  response.writeHead(status).end();
});
const settings = parseEnv({ ...process.env, DATABASE_URL: database.url });
const worker = await startWorker(createService({ db, clock, settings }), database.url);

afterAll(async () => {
  await worker.stop();
  await otherInstance.stop();
  webhookServer.closeAllConnections();
  webhookServer.close();
  await db.$client.end();
  await Promise.all([otherDatabase.drop(), database.drop()]);
});

/** Creates an organization whose own credentials the other service would reject. */
async function createTestOrganization(name: string) {
  const { id: organizationId } = await createOrganization(db, { name });
  const context = { db, clock, organizationId, actor: { kind: 'operator' } as const };
  await saveApiCredentials(context, {
    apiKey: 'invalid-elsewhere',
    signingSecret: 'whsec_invalid-elsewhere',
  });
  return context;
}

test('sends the runs of all organizations to the other service with the configured key and accepts its signed webhooks', async () => {
  const [first, second] = [await createTestOrganization('First'), await createTestOrganization('Second')];
  // The monthly credits of the plan `team` of the organization “Operator”, whose key all organizations use.
  expect(await getCreditBalance(first)).toBe(37_500);
  for (const context of [first, second]) {
    const project = await createTestProject(context);
    const run = await startRun(context, {
      projectId: project.id,
      kind: 'manual',
      engines: ['gen'],
      countries: ['US'],
      samples: 1,
    });
    const progress = await waitFor('the run has ended', async () => {
      const current = await getRunProgress(context, { runId: run?.runId ?? '' });
      return current.status === 'completed' ? current : undefined;
    });
    expect(progress).toMatchObject({ total: 4, answered: 4, failed: 0, error: null });
  }
  expect(statuses).toEqual(Array(8).fill(202));
  expect(await getCreditBalance(second)).toBe(37_500 - 8 * 4);
  const { rows } = await db.$client.query('SELECT count(*) FROM tasks');
  expect(rows).toEqual([{ count: 0 }]);
});

test('rejects playground requests, which could read and clear the queue of every organization', async () => {
  const { organizationId } = await createTestOrganization('Fourth');
  const actor = { kind: 'member', userId: randomUUID(), role: 'owner' } as const;
  for (const endpoint of ['getCredits', 'clearQueue', 'getQueueStatus'] as const) {
    const sending = sendPlaygroundRequest({ db, clock, organizationId, actor }, { endpoint, input: {} });
    await expect(sending).rejects.toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
      message: expect.stringContaining('share one API key'),
    });
  }
});

test('rejects a delivery that the other service did not sign', async () => {
  const { getWebhookUrl } = await import('#lib/dashboard/api-credentials/api-credentials');
  const webhookUrl = await getWebhookUrl(await createTestOrganization('Third'));
  expect(new URL(webhookUrl).host).toBe(webhookHost);
  const { status } = await fetch(webhookUrl, { method: 'POST', body: '{}' });
  expect(status).toBe(400);
});
