import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#lib/core/time';
import { openDatabase } from '#lib/db/client';
import { migrate } from '#lib/db/migrate';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { createOrganization } from '#lib/service/organizations/create-organization';
import { startCluster } from '#scripts/postgres/cluster';
import { ensureDatabase, productRole } from '#scripts/postgres/role';
import { freePort } from '#scripts/system/free-port';
import { createTenant } from '#tests/security/test-app';
import { startInstance } from '#tests/support/instance';
import { send } from '#tests/support/service';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';
import { waitFor } from '#tests/support/wait';

const password = 'test-only';
const folder = createTempFolder();
const cluster = {
  folder,
  password,
  port: await freePort(),
  parameters: { fsync: 'off', max_connections: '100' },
};
let running = await startCluster(cluster);
await ensureDatabase(running.url('postgres', 'postgres', password), 'answerscope', password);
const databaseUrl = running.url('answerscope', productRole, password);
await migrate(databaseUrl);
const instance = await startInstance({
  databaseUrl,
  env: { LEASE_SECONDS: '2', LOG_LEVEL: 'silent' },
  pages: true,
});
const db = openDatabase(databaseUrl);
db.$client.on('error', () => {});
afterAll(async () => {
  await instance.stop();
  await db.$client.end();
  await running.stop();
  deleteTempFolder(folder);
});

const tasks = 400;

const read = (path: string, headers: Record<string, string>) =>
  fetch(new URL(path, instance.url), { headers, redirect: 'manual' });

/** What is read of an instance, each with its headers: pages signed in and out, what they load, and the service. */
function surfacesOf({
  secret,
  cookie,
  projectId,
  page,
}: Record<'secret' | 'cookie' | 'projectId' | 'page', string>) {
  const key = { authorization: `Bearer ${secret}` };
  const reader = { cookie, accept: 'text/html' };
  const script = { cookie, accept: '*/*' };
  return [
    ['/v1/credits', key],
    ['/v1/async/status', key],
    [page, {}],
    ['/sign-in', { accept: 'text/html' }],
    [`/projects/${projectId}/prompts`, reader],
    [`/projects/${projectId}/palette`, script],
    [`/projects/${projectId}/export/headline?format=csv`, script],
  ] as const;
}

test('responds with 503 while the database restarts under load, then completes every task with exact credits', async () => {
  const { id } = await createOrganization(db, { name: 'Tenant', credits: 10_000, asyncConcurrency: 30 });
  const context = {
    db: db,
    clock: systemClock,
    organizationId: id,
    actor: { kind: 'operator' as const },
  };
  const { secret } = await createApiKey(context, { name: 'test' });
  const call = (method: string, path: string, body?: unknown) =>
    send(`${instance.url}${path}`, method, body, { authorization: `Bearer ${secret}` });
  const batch = Array.from({ length: tasks }, (_, n) => ({
    taskType: 'GEN',
    // Every other one has a page to store on its way.
    payload: {
      prompt: `Which trail shoes last longest? ${n}`,
      country: 'US',
      include: { html: n % 2 === 0 },
    },
  }));
  expect((await call('POST', '/v1/async/task/batch', batch)).body.summary.succeeded).toBe(tasks);
  const member = await createTenant(db);
  const stored = await call('POST', '/v1/monitor/gen', {
    ...{ prompt: 'Which shoes?', country: 'US', include: { html: true } },
  });
  const surfaces = surfacesOf({
    ...{ secret, cookie: member.cookies.owner, projectId: member.project.id },
    page: stored.body.result.html,
  });
  for (const [path, headers] of surfaces)
    expect([path, (await read(path, headers)).status]).toEqual([path, 200]);
  await waitFor(
    'it is at work',
    async () => (await call('GET', '/v1/async/status')).body.processingTasks > 0,
  );

  const asked = Array.from({ length: 10 }, (_, n) =>
    call('POST', '/v1/monitor/gen', { prompt: `Which shoes? ${n}`, country: 'US' }),
  );
  await running.stop();
  expect((await fetch(`${instance.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${instance.url}/healthz`)).status).toBe(200);
  const refused = await call('POST', '/v1/monitor/gen', { prompt: 'Which shoes?', country: 'US' });
  expect(refused.status).toBe(503);
  const why = expect.stringContaining('Database temporarily unavailable.');
  expect(refused.body).toMatchObject({
    success: false,
    error: { code: 'SERVICE_UNAVAILABLE', message: why },
  });
  for (const [path, headers] of surfaces) {
    const answer = await read(path, headers);
    expect([path, answer.status]).toEqual([path, 503]);
    expect(await answer.text()).toMatch(/database (?:cannot be reached|temporarily unavailable)\./i);
  }
  for (const path of ['/api/auth/sign-up', '/webhooks/answers/any']) {
    const answer = await send(`${instance.url}${path}`, 'POST', {}, { origin: instance.url });
    expect([path, answer.status, answer.body.error.code]).toEqual([path, 503, 'SERVICE_UNAVAILABLE']);
  }
  const metrics = await (await fetch(`${instance.url}/metrics`)).text();
  expect(metrics).toContain('answerscope_database_up 0');
  for (const { status } of await Promise.all(asked)) expect([200, 503]).toContain(status);

  running = await startCluster(cluster);
  await waitFor('it is ready again', async () => (await fetch(`${instance.url}/readyz`)).status === 200);
  for (const [path, headers] of surfaces)
    expect([path, (await read(path, headers)).status]).toEqual([path, 200]);
  await waitFor(
    'all tasks end',
    async () => {
      const { body } = await call('GET', '/v1/async/status');
      return body.queuedTasks === 0 && body.processingTasks === 0;
    },
    { seconds: 40 },
  );
  const after = await call('POST', '/v1/monitor/gen', { prompt: 'Which shoes?', country: 'US' });
  expect(after.status).toBe(200);
  const { rows } = await db.$client.query(
    `SELECT (SELECT count(*)::int FROM tasks WHERE status = 'COMPLETED') AS completed, a.held::int,
       a.balance = (SELECT sum(amount) FROM credit_ledger WHERE organization_id = $1) AS exact,
       (SELECT count(*)::int FROM credit_ledger l JOIN tasks t ON t.id = l.subject_id WHERE kind = 'charge') AS charged
     FROM credit_balances a WHERE organization_id = $1`,
    [id],
  );
  expect(rows).toMatchObject([{ completed: tasks, exact: true, charged: tasks }]);
  // What a sync request held when the database went is free once its lease is over.
  await waitFor(
    'no hold is left',
    async () =>
      (await db.$client.query('SELECT sum(held)::int AS held FROM credit_balances')).rows[0].held === 0,
    { seconds: 70 },
  );
}, 180_000);
