import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEnv } from '#lib/core/env';
import { systemClock } from '#lib/core/time';
import { openDatabase } from '#lib/db/database';
import { createOrganization } from '#lib/service/organizations/organizations';
import { storePages } from '#lib/service/stored-pages/stored-pages';
import { redactPath } from '#lib/web/redact-urls';
import { changeSchema, createDatabase } from '#tests/support/database';
import { createTenant, type Instance, startInstance } from '#tests/support/instance';
import { waitFor } from '#tests/support/wait';

const database = await createDatabase();
const db = openDatabase(database.url);
let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({ databaseUrl: database.url });
});
afterAll(async () => {
  await instance?.stop();
  await db.$client.end();
  await database.drop();
});

test.each([
  ['/projects/1/overview?days=7', '/projects/1/overview'],
  ['/share/a-token?x=1', '/share/'],
  ['/join/a-token', '/join/'],
  ['/reset-password/a-token', '/reset-password/'],
  ['/confirm-email/a-token', '/confirm-email/'],
  ['/webhooks/answers/a-token', '/webhooks/'],
  ['/sign-in?callbackUrl=%2Fshare%2Fa-token', '/sign-in'],
])('logs %s as %s', (url, logged) => {
  expect(redactPath(url)).toBe(logged);
});

test('logs failed queries of web and worker without parameters and rows', async () => {
  const { send } = await createTenant(instance);
  const createTask = (idempotencyKey: string) =>
    send('POST', '/v1/async/task', {
      taskType: 'GEN',
      payload: { prompt: 'planted-marker', country: 'US' },
      idempotencyKey,
    });
  await changeSchema(
    database.adminUrl,
    "ALTER TABLE tasks ADD CONSTRAINT refused_by_web CHECK (idempotency_key <> 'planted-marker-2') NOT VALID",
    "ALTER TABLE tasks ADD CONSTRAINT refused_by_worker CHECK (status <> 'COMPLETED') NOT VALID",
  );
  expect((await createTask('planted-marker-1')).status).toBe(201);
  expect((await createTask('planted-marker-2')).status).toBe(500);
  const { web, worker } = instance;
  await waitFor('web logs the error', () => web.output().includes('refused_by_web'));
  await waitFor('the worker logs the error', () => worker.output().includes('refused_by_worker'));
  expect(web.output() + worker.output()).not.toContain('planted-marker');
  await changeSchema(
    database.adminUrl,
    'ALTER TABLE tasks DROP CONSTRAINT refused_by_web, DROP CONSTRAINT refused_by_worker',
  );
});

test('logs internal errors without the signature in the URL', async () => {
  const { id } = await createOrganization(db, { name: 'Tenant' });
  const settings = parseEnv(instance.env);
  const [page = ''] = await storePages({ db, clock: systemClock, settings }, id, ['<p>']);
  expect((await fetch(page)).status).toBe(200);
  await changeSchema(database.adminUrl, 'ALTER TABLE stored_pages RENAME TO renamed');
  const failed = await fetch(page);
  expect([failed.status, await failed.json()]).toMatchObject([
    500,
    { success: false, error: { code: 'INTERNAL_SERVER_ERROR' } },
  ]);
  await waitFor('the error is logged', () => instance.web.output().includes('stored_pages'));
  expect(instance.web.output()).toContain('"msg":"request failed"');
  expect(instance.web.output()).not.toContain(new URL(page).searchParams.get('signature'));
});
