import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#lib/core/time';
import { openDatabase } from '#lib/db/database';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { createOrganization } from '#lib/service/organizations/organizations';
import { startCluster } from '#scripts/postgres/cluster';
import { productRole } from '#scripts/postgres/product-role';
import { ensureDatabase } from '#scripts/postgres/role';
import { findFreePort } from '#scripts/system/free-port';
import { createTenant } from '#tests/security/test-app';
import { startInstance } from '#tests/support/instance';
import { send } from '#tests/support/service';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';
import { waitFor } from '#tests/support/wait';

const password = 'test-only';
const folder = createTempFolder();
const clusterOptions = {
  folder,
  password,
  port: await findFreePort(),
  parameters: { fsync: 'off', max_connections: '100' },
};
let cluster = await startCluster(clusterOptions);
await ensureDatabase((database) => cluster.url(database, 'postgres', password), 'answerscope', password);
const databaseUrl = cluster.url('answerscope', productRole, password);
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
  await cluster.stop();
  deleteTempFolder(folder);
});

/** Enough that many tasks are still queued when the database stops. */
const taskCount = 500;

const fetchPath = (path: string, headers: Record<string, string>) =>
  fetch(new URL(path, instance.url), { headers, redirect: 'manual' });

/** Lists paths with their request headers: the API, a stored page, the sign-in page, a page for members, and requests of scripts. */
function listPaths({
  secret,
  cookie,
  projectId,
  page,
}: Record<'secret' | 'cookie' | 'projectId' | 'page', string>) {
  const key = { authorization: `Bearer ${secret}` };
  const browser = { cookie, accept: 'text/html' };
  const script = { cookie, accept: '*/*' };
  return [
    ['/v1/credits', key],
    ['/v1/async/status', key],
    [page, {}],
    ['/sign-in', { accept: 'text/html' }],
    [`/projects/${projectId}/prompts`, browser],
    [`/projects/${projectId}/palette`, script],
    [`/projects/${projectId}/export/headline?format=csv`, script],
  ] as const;
}

test('responds with 503 while the database restarts under load, then completes every task with exact credits', async () => {
  const { id } = await createOrganization(db, { name: 'Tenant', credits: 10_000, asyncConcurrency: 30 });
  const context = {
    db,
    clock: systemClock,
    organizationId: id,
    actor: { kind: 'operator' as const },
  };
  const { secret } = await createApiKey(context, { name: 'test' });
  const call = (method: string, path: string, body?: unknown) =>
    send(`${instance.url}${path}`, method, body, { authorization: `Bearer ${secret}` });
  const member = await createTenant(db);
  const stored = await call('POST', '/v1/monitor/gen', {
    prompt: 'Which shoes?',
    country: 'US',
    include: { html: true },
  });
  const paths = listPaths({
    secret,
    cookie: member.cookies.owner,
    projectId: member.project.id,
    page: stored.body.result.html,
  });
  for (const [path, headers] of paths)
    expect([path, (await fetchPath(path, headers)).status]).toEqual([path, 200]);
  const batch = Array.from({ length: taskCount }, (_, index) => ({
    taskType: 'GEN',
    // Every other task stores a page.
    payload: {
      prompt: `Which trail shoes last longest? ${index}`,
      country: 'US',
      include: { html: index % 2 === 0 },
    },
  }));
  expect((await call('POST', '/v1/async/task/batch', batch)).body.summary.succeeded).toBe(taskCount);
  await waitFor('a worker processes tasks and others are queued', async () => {
    const { body } = await call('GET', '/v1/async/status');
    return body.processingTasks > 0 && body.queuedTasks > 0;
  });

  const pendingRequests = Array.from({ length: 10 }, (_, index) =>
    call('POST', '/v1/monitor/gen', { prompt: `Which shoes? ${index}`, country: 'US' }),
  );
  await cluster.stop();
  expect((await fetch(`${instance.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${instance.url}/healthz`)).status).toBe(200);
  const rejected = await call('POST', '/v1/monitor/gen', { prompt: 'Which shoes?', country: 'US' });
  expect(rejected.status).toBe(503);
  const message = expect.stringContaining('Database temporarily unavailable.');
  expect(rejected.body).toMatchObject({
    success: false,
    error: { code: 'SERVICE_UNAVAILABLE', message },
  });
  for (const [path, headers] of paths) {
    const response = await fetchPath(path, headers);
    expect([path, response.status]).toEqual([path, 503]);
    expect(await response.text()).toMatch(/database (?:cannot be reached|temporarily unavailable)\./i);
  }
  for (const path of ['/api/auth/sign-up', '/webhooks/answers/any']) {
    const response = await send(`${instance.url}${path}`, 'POST', {}, { origin: instance.url });
    expect([path, response.status, response.body.error.code]).toEqual([path, 503, 'SERVICE_UNAVAILABLE']);
  }
  const metrics = await (await fetch(`${instance.url}/metrics`)).text();
  expect(metrics).toContain('answerscope_database_up 0');
  for (const { status } of await Promise.all(pendingRequests)) expect([200, 503]).toContain(status);

  cluster = await startCluster(clusterOptions);
  await waitFor(
    'the instance is ready again',
    async () => (await fetch(`${instance.url}/readyz`)).status === 200,
  );
  for (const [path, headers] of paths)
    expect([path, (await fetchPath(path, headers)).status]).toEqual([path, 200]);
  await waitFor(
    'all tasks have ended',
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
  expect(rows).toMatchObject([{ completed: taskCount, exact: true, charged: taskCount }]);
  // Credits held by sync requests that the restart interrupted are released when their leases expire.
  await waitFor(
    'no credits are held',
    async () =>
      (await db.$client.query('SELECT sum(held)::int AS held FROM credit_balances')).rows[0].held === 0,
    { seconds: 70 },
  );
});
