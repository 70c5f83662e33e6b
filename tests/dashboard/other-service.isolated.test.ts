import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import { createService } from '#lib/service/instance/service';
import { waitFor } from '#tests/support/wait';
import { makeProject } from '../support/dashboard';
import { createDatabase } from '../support/database';
import { startInstance } from '../support/instance';
import { startProcess } from '../support/process';

// The dashboard works against any service with the same API.
const [theirs, ours] = [await createDatabase(), await createDatabase()];
const hooks = createServer();
await new Promise<void>((done) => hooks.listen(0, '127.0.0.1', done));
const hooksHost = `127.0.0.1:${(hooks.address() as AddressInfo).port}`;
const there = await startInstance({
  databaseUrl: theirs.url,
  env: { WEBHOOK_ALLOWED_HOSTS: hooksHost },
});
const command = async (...words: string[]) => {
  const running = startProcess(['lib/cli/main.ts', ...words], { ...there.env, LOG_LEVEL: 'silent' });
  expect(await running.ended()).toBe(0);
  return JSON.parse(running.output().trim().split('\n').at(-1) ?? '');
};
const { org } = await command('org', 'create', '--name', 'Operator', '--plan', 'team');
const { key } = await command('key', 'create', '--org', org.id);
const { secret } = await command('signing', 'enable', '--org', org.id);
Object.assign(process.env, {
  API_BASE_URL: there.url,
  API_KEY: key.secret,
  API_SIGNING_SECRET: secret,
  APP_URL: `http://${hooksHost}`,
});

// The settings of this process are read once, so what reads them is loaded after they are set.
vi.resetModules();
const { systemClock } = await import('#lib/core/time');
const { parseEnv } = await import('#lib/core/env');
const { openDatabase } = await import('#lib/db/client');
const { saveApiCredentials } = await import('#lib/dashboard/api-credentials/api-credentials');
const { getCreditBalance } = await import('#lib/dashboard/api-credentials/api-credentials');
const { receiveWebhook } = await import('#lib/dashboard/ingest/webhook-inbox');
const { getRunProgress } = await import('#lib/dashboard/runs/run-progress');
const { startRun } = await import('#lib/dashboard/runs/run-store');
const { createOrganization } = await import('#lib/service/organizations/create-organization');
const { startWorker } = await import('#lib/worker/start-worker');

const db = openDatabase(ours.url);
const clock = systemClock;
const receipts: number[] = [];
hooks.on('request', async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const token = request.url?.split('/').at(-1) ?? '';
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const { status } = await receiveWebhook({ db: db, clock }, { token, headers, body: Buffer.concat(chunks) });
  receipts.push(status);
  response.writeHead(status).end();
});
const settings = parseEnv({ ...process.env, DATABASE_URL: ours.url });
const worker = await startWorker(createService({ db, clock, settings }), ours.url);

afterAll(async () => {
  await worker.stop();
  await there.stop();
  hooks.closeAllConnections();
  hooks.close();
  await db.$client.end();
  await Promise.all([theirs.drop(), ours.drop()]);
});

/** An organization here, whose own key and secret nobody at the other address would take. */
async function newOrganization(name: string) {
  const { id: organizationId } = await createOrganization(db, { name });
  const context = { db: db, clock, organizationId, actor: { kind: 'operator' } as const };
  await saveApiCredentials(context, { apiKey: 'only good here', signingSecret: 'whsec_only-good-here' });
  return context;
}

test('sends runs of all organizations to the other service with its key and accepts its signed webhooks', async () => {
  const [one, other] = [await newOrganization('One'), await newOrganization('Other')];
  expect(await getCreditBalance(one)).toBe(37_500);
  for (const context of [one, other]) {
    const project = await makeProject(context);
    const run = await startRun(context, {
      projectId: project.id,
      kind: 'manual',
      engines: ['gen'],
      countries: ['US'],
      samples: 1,
    });
    const progress = await waitFor('the run has ended', async () => {
      const now = await getRunProgress(context, { runId: run?.runId ?? '' });
      return now.status === 'completed' ? now : undefined;
    });
    expect(progress).toMatchObject({ total: 4, answered: 4, failed: 0, problem: null });
  }
  expect(receipts).toEqual(Array(8).fill(202));
  expect(await getCreditBalance(other)).toBe(37_500 - 8 * 4);
  const { rows } = await db.$client.query('SELECT count(*) FROM tasks');
  expect(rows).toEqual([{ count: 0 }]);
});

test('rejects a delivery that the other service did not sign', async () => {
  const { getWebhookUrl } = await import('#lib/dashboard/api-credentials/api-credentials');
  const address = await getWebhookUrl(await newOrganization('Third'));
  expect(new URL(address).host).toBe(hooksHost);
  const { status } = await fetch(address, { method: 'POST', body: '{}' });
  expect(status).toBe(400);
});
