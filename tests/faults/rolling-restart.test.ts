import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/db/database';
import { startMockProviders } from '#scripts/mock-providers/server';
import { type SteadyLoad, startLoad } from '#tests/faults/steady-load';
import { createClientOrganization, initialCredits } from '#tests/faults/workload';
import { waitUntilOk } from '#tests/support/process';
import { startProcessGroup } from '#tests/support/process-group';
import { fixturesFolder } from '#tests/support/recordings';
import { waitFor } from '#tests/support/wait';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';

// `npm run test:faults` runs one round, and `npm run test:faults -- --long` runs 20, each with three times as many kills.
const rounds = Number(process.env.FAULT_ROUNDS ?? 1);

const endpoint = await startWebhookEndpoint();
const providers = await startMockProviders({
  folder: fixturesFolder,
  getBehavior: () => ({ kind: 'recording', delayMs: 300 }),
});
const group = await startProcessGroup({
  env: {
    OPENAI_API_KEY: 'any',
    OPENAI_BASE_URL: providers.url,
    WEBHOOK_ALLOWED_HOSTS: endpoint.host,
    SHUTDOWN_DELAY_SECONDS: '0.7',
    LEASE_SECONDS: '3',
    WEBHOOK_RETRY_SECONDS: '0.2,0.5,1,2',
    LOG_LEVEL: 'error',
  },
});
const { db, webProcesses, workers, proxy } = group;
const admin = openDatabase(group.adminUrl, { max: 1 });
afterAll(async () => {
  await group.stop();
  await Promise.all([admin.$client.end(), providers.close(), endpoint.stop()]);
});

/** Restarts one web process and one worker as a deployment does. */
async function restart(index: number): Promise<void> {
  const [web, worker] = [webProcesses[index], workers[index]];
  if (!web || !worker) throw new Error(`There is no process ${index}.`);
  expect(await Promise.all([web.end(), worker.end()]), web.output() + worker.output()).toEqual([0, 0]);
  web.start();
  worker.start();
  await group.waitUntilReady();
}

/** Kills a web process and a worker, starts them again, and ends some connections of all processes. */
async function disturb(index: number): Promise<void> {
  const [web, worker] = [webProcesses[index], workers[index]];
  if (!web || !worker) throw new Error(`There is no process ${index}.`);
  await Promise.all([web.end('SIGKILL'), worker.end('SIGKILL')]);
  web.start();
  worker.start();
  // Only this test's connections have the name "answerscope".
  await admin.$client.query(
    `SELECT pg_terminate_backend(pid) FROM (
       SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> 'answerscope'
       ORDER BY random() LIMIT 6
     ) AS chosen`,
  );
  await waitUntilOk(`${web.url}/healthz`, [web]);
}

/** Waits until the webhooks of all tasks of a load are delivered, and compares the load with the database. */
async function compareWithDatabase(organizationId: string, { taskIds }: SteadyLoad) {
  await waitFor('every webhook is delivered and no credits are held', async () => {
    const { rows } = await db.$client.query(
      `SELECT (SELECT count(*) FROM deliveries WHERE organization_id = $1 AND status <> 'delivered') AS pending,
         (SELECT held FROM credit_balances WHERE organization_id = $1) AS held`,
      [organizationId],
    );
    return rows[0].pending === 0 && rows[0].held === 0;
  });
  const { rows } = await db.$client.query(
    `WITH own AS (SELECT * FROM tasks WHERE organization_id = $1),
       charges AS (SELECT * FROM credit_ledger WHERE organization_id = $1 AND kind = 'charge')
     SELECT
       (SELECT count(*) FROM unnest($2::uuid[]) AS accepted (id) LEFT JOIN own USING (id)
        WHERE own.status IS DISTINCT FROM 'COMPLETED') AS lost,
       (SELECT count(*) FROM own) - cardinality($2::uuid[])
         + (SELECT count(*) - count(DISTINCT subject_id) FROM charges)
         + (SELECT count(*) - count(DISTINCT task_id) FROM deliveries WHERE organization_id = $1) AS duplicated,
       (SELECT count(*) FROM charges WHERE subject_id NOT IN (SELECT id FROM own)) AS "syncCharges",
       (SELECT balance = (SELECT sum(amount) FROM credit_ledger WHERE organization_id = $1)
          AND balance = $3 + (SELECT sum(amount) FROM charges)
          AND -(SELECT sum(amount) FROM charges JOIN own ON own.id = subject_id)
            = (SELECT sum(credits_charged) FROM own)
        FROM credit_balances WHERE organization_id = $1) AS "isLedgerExact"`,
    [organizationId, [...taskIds], initialCredits],
  );
  const delivered = new Set(endpoint.received.map(({ body }) => JSON.parse(body).task.id));
  return { ...rows[0], undelivered: [...taskIds].filter((id) => !delivered.has(id)).length };
}

async function startClientLoad(options: { retries: number; hasSyncRequests: boolean }) {
  const { context, secret } = await createClientOrganization(db);
  const load = startLoad({ url: proxy.url, apiKey: secret, webhookUrl: `${endpoint.url}/hook`, ...options });
  await waitFor('tasks are created', () => load.taskIds.size > 0);
  return { load, organizationId: context.organizationId };
}

const expectedTotals = { lost: 0, duplicated: 0, undelivered: 0, isLedgerExact: true };

test('no request fails during a rolling restart, even without retries', async () => {
  const { load, organizationId } = await startClientLoad({ retries: 0, hasSyncRequests: true });
  for (const index of webProcesses.keys()) await restart(index);
  await load.stop();
  expect([load.failures, proxy.failures]).toEqual([[], []]);
  const syncCharges = load.syncAnswers;
  expect(await compareWithDatabase(organizationId, load)).toEqual({ ...expectedTotals, syncCharges });
}, 300_000);

test(
  `every request succeeds, if necessary by a retry, during a rolling restart with kills and dropped connections (${rounds} ${rounds === 1 ? 'round' : 'rounds'})`,
  async () => {
    const { load, organizationId } = await startClientLoad({ retries: 10, hasSyncRequests: false });
    let kills = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const index of webProcesses.keys()) {
        const isDisturbed = rounds > 1 || index === 0;
        await Promise.all([restart(index), isDisturbed && disturb((index + 1) % webProcesses.length)]);
        if (isDisturbed) kills += 2;
      }
    }
    await load.stop();
    process.stdout.write(
      `rolling restart: restarts ${rounds * 6}, kills ${kills}, calls ${load.calls}, failed ${load.failures.length}, ` +
        `failures of processes seen by the proxy ${proxy.failures.length}, tasks ${load.taskIds.size}\n`,
    );
    expect(load.failures).toEqual([]);
    expect(await compareWithDatabase(organizationId, load)).toEqual({ ...expectedTotals, syncCharges: 0 });
  },
  300_000 * rounds,
);
