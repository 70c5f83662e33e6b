import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '#tests/scale/read-replica/replicated-database';
import { createTenant, type Tenant } from '#tests/security/test-app';
import { type Instance, startInstance } from '#tests/support/instance';
import { waitFor } from '#tests/support/wait';

let servers: ReplicatedDatabase;
let db: PooledDatabase;
let instance: Instance;
let tenant: Tenant;
beforeAll(async () => {
  servers = await startReplicatedDatabase();
  db = openDatabase(servers.url, { max: 2 });
  tenant = await createTenant(db);
  const env = { DATABASE_READ_URL: servers.replicaUrl, LOG_LEVEL: 'error' };
  instance = await startInstance({ databaseUrl: servers.url, env, pages: true, worker: false });
}, 300_000);
afterAll(async () => {
  await instance?.stop();
  await db?.$client.end();
  await servers?.stop();
});

/** Returns whether the overview says how old its data is. */
async function showsDataAge(cookie: string): Promise<boolean> {
  const headers = { cookie, accept: 'text/html' };
  const response = await fetch(`${instance.url}/projects/${tenant.project.id}/overview`, { headers });
  expect(response.status).toBe(200);
  return (await response.text()).includes('Data as of');
}

test('pages show how old their data is, except after a change in the same browser', async () => {
  const { cookies } = tenant;
  await waitFor('pages are read from the replica', () => showsDataAge(cookies.viewer));
  // Every request with a method other than GET or HEAD counts as a change, even one that fails.
  const { headers } = await fetch(`${instance.url}/api/auth/sign-up`, {
    method: 'POST',
    headers: { cookie: cookies.viewer, origin: instance.url },
  });
  const [marker = ''] = headers.getSetCookie().filter((cookie) => cookie.includes('recent-change'));
  expect(marker).toContain('Max-Age=10;');
  expect(await showsDataAge(`${cookies.viewer}; ${marker.split(';', 1)[0]}`)).toBe(false);
  expect(await showsDataAge(cookies.viewer)).toBe(true);
  const metrics = await (await fetch(`${instance.url}/metrics`)).text();
  expect(metrics).toMatch(/^answerscope_replica_usable 1$/m);
  expect(metrics).toMatch(/^answerscope_metric_reads_total\{database="replica"\} [1-9]/m);
});
