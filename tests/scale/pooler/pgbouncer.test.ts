import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#lib/core/time';
import { createOperatorContext } from '#lib/db/context';
import type { PooledDatabase } from '#lib/db/database';
import { withOrganization } from '#lib/db/organization-scope';
import { openBehindPooler } from '#lib/scale/pooler/pooler';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '#tests/scale/pooler/start-pgbouncer';
import { createDatabase } from '#tests/support/database';
import { createTenant, type Instance, startInstance } from '#tests/support/instance';
import { startProcess, type TestProcess, waitUntilOk } from '#tests/support/process';
import type { Tenant } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';

const reason = hasPgBouncer ? '' : ' (skipped: pgbouncer is not installed)';

let pgBouncer: PgBouncer;
let instance: Instance;
let worker: TestProcess;
let pagesDb: PooledDatabase;
const database = await createDatabase();
const endpoint = await startWebhookEndpoint();

beforeAll(async () => {
  if (!hasPgBouncer) return;
  pgBouncer = await startPgBouncer(database.url);
  pagesDb = await waitFor('PgBouncer responds', () =>
    openBehindPooler(pgBouncer.getUrl('answerscope_pages'), { name: 'pages', max: 10, isRestricted: true }),
  );
  instance = await startInstance({
    databaseUrl: pgBouncer.getUrl('answerscope'),
    env: {
      DATABASE_DIRECT_URL: database.url,
      DATABASE_PAGES_URL: pgBouncer.getUrl('answerscope_pages'),
      WEBHOOK_ALLOWED_HOSTS: endpoint.host,
    },
    worker: false,
  });
  worker = startProcess(['lib/worker/main.ts'], {
    ...instance.env,
    DATABASE_URL: pgBouncer.getUrl('answerscope_worker'),
  });
});

afterAll(async () => {
  if (hasPgBouncer) {
    await Promise.all([worker, instance.web].map((running) => running.isRunning() && running.end()));
    await pagesDb.$client.end();
    await pgBouncer.stop();
  }
  await endpoint.stop();
  await database.drop();
});

const createPooledTenant = (): Promise<Tenant> =>
  createTenant({ ...instance, env: { ...instance.env, DATABASE_URL: database.url } }, { credits: 10_000 });

test.skipIf(!hasPgBouncer)(
  `completes tasks and requests behind PgBouncer in transaction mode, with exact credits${reason}`,
  async () => {
    const tenant = await createPooledTenant();
    const payload = { prompt: 'Which kayak folds?', country: 'US' };
    const batch = Array.from({ length: 60 }, () => ({
      taskType: 'GEN',
      payload,
      webhook: { url: `${endpoint.url}/hook` },
    }));
    const created = await tenant.send('POST', '/v1/async/task/batch', batch);
    expect(created.body.summary).toEqual({ total: 60, succeeded: 60, failed: 0 });
    const sync = await Promise.all(
      Array.from({ length: 10 }, () => tenant.send('POST', '/v1/monitor/gen', payload)),
    );
    expect(sync.map(({ status }) => status)).toEqual(sync.map(() => 200));
    await waitFor('all webhooks have arrived', () => endpoint.received.length === 60, { seconds: 60 });
    const { body } = await tenant.send('GET', '/v1/credits');
    expect(body).toMatchObject({ remaining: 10_000 - 70 * 4, held: 0 });
    await waitUntilOk(`${instance.url}/readyz`, [worker]);
    expect([worker.output(), instance.web.output()]).toEqual(['', '']);
  },
);

test.skipIf(!hasPgBouncer)(
  `never shows rows of another organization on shared connections${reason}`,
  async () => {
    const tenants = await Promise.all(Array.from({ length: 4 }, createPooledTenant));
    const readOrganizations = (organizationId: string) =>
      withOrganization(createOperatorContext({ db: pagesDb, clock: systemClock }, organizationId), ({ db }) =>
        db.$client.query('SELECT organization_id FROM credit_balances'),
      );
    const reads = Array.from({ length: 40 }, (_, index) => tenants[index % 4]?.id ?? '');
    const results = await Promise.all(reads.map(readOrganizations));
    expect(results.map(({ rows }) => rows)).toEqual(reads.map((id) => [{ organization_id: id }]));
    expect((await pagesDb.$client.query('SELECT FROM credit_balances')).rowCount).toBe(0);
  },
);

test.skipIf(!hasPgBouncer)(
  `rejects a pool for which PgBouncer configures the sessions differently than needed${reason}`,
  async () => {
    // Sessions of this database see no organization at first, but those of DATABASE_URL must see all.
    const open = openBehindPooler(pgBouncer.getUrl('answerscope_pages'), { name: 'wrong', max: 1 });
    await expect(open).rejects.toThrow(/^PgBouncer does not configure the sessions of DATABASE_URL\. Set /);
  },
);
