import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#lib/core/time';
import { selectProvider } from '#lib/providers/registry';
import { getBillingMonth } from '#lib/service/credits/credit-balance';
import { holdCredits, settleHold } from '#lib/service/credits/sync-leases';
import { deleteExpiredData } from '#lib/service/retention/delete-expired';
import { claimTasks } from '#lib/service/tasks/claim-tasks';
import { createTasks } from '#lib/service/tasks/create-tasks';
import { parseTask } from '#lib/service/tasks/parse-task';
import { clearQueue } from '#lib/service/tasks/queue';
import { settleTasks } from '#lib/service/tasks/settle-tasks';
import { releaseTasks } from '#lib/service/tasks/task-leases';
import { changeSchema } from '#tests/support/database';
import { startService } from '#tests/support/service';

const testService = await startService();
const tables = [
  'credit_balances',
  'credit_ledger',
  'credit_usage_daily',
  'sync_leases',
  'tasks',
  'task_queue_stats',
  'deliveries',
];

/** Makes writes to a table fail, as on a full disk, while its name is in `faults`. */
beforeAll(async () => {
  await changeSchema(
    testService.adminUrl,
    'CREATE TABLE faults (name text)',
    `CREATE FUNCTION raise_disk_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT FROM faults WHERE name = TG_TABLE_NAME) THEN
        RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full';
      END IF;
      RETURN NULL;
    END $$`,
    ...tables.map(
      (table) =>
        `CREATE TRIGGER fault AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION raise_disk_full()`,
    ),
  );
});
afterAll(() => testService.stop());

async function readState(organizationId: string): Promise<string> {
  const parts: unknown[] = [];
  for (const table of tables) {
    const { rows } = await testService.db.$client.query(
      `SELECT to_jsonb(t) AS row FROM ${table} t WHERE organization_id = $1 ORDER BY to_jsonb(t)::text`,
      [organizationId],
    );
    parts.push([table, ...rows.map(({ row }) => row)]);
  }
  return JSON.stringify(parts);
}

const body = {
  taskType: 'CHAT',
  payload: { prompt: 'Which kayak folds?', country: 'US' },
  webhook: { url: 'https://hooks.example/a' },
};

/**
 * Creates an organization with a queued task, a claimed task and a sync request in progress.
 * @returns its ID and the operations to test, by name
 */
async function prepareOperations() {
  const { id: organizationId } = await testService.createTenant({ credits: 100 });
  const actor = { kind: 'operator' } as const;
  const context = {
    ...testService.service,
    organizationId,
    actor,
    plan: 'free' as const,
    retentionHours: 24,
  };
  const { settings } = testService.service;
  const create = () =>
    createTasks(context, [parseTask(body, settings, (engine) => selectProvider(engine, settings).provider)]);
  await create();
  const claimed = await claimTasks(testService.db, { limit: 100, leaseSeconds: 60 });
  const ownedTask = claimed.find((task) => task.organizationId === organizationId);
  await create();
  if (!ownedTask) throw new Error('No task was claimed.');
  const requestId = randomUUID();
  const hold = (id: string) =>
    holdCredits(testService.db, {
      organizationId,
      month: getBillingMonth(systemClock.now()),
      monthlyCredits: 500,
      requestId: id,
      credits: 5,
      concurrency: 10,
      leaseSeconds: 60,
    });
  await hold(requestId);
  const operations: Record<string, () => Promise<unknown>> = {
    'creating a task': create,
    'claiming tasks': () => claimTasks(testService.db, { limit: 10, leaseSeconds: 60 }),
    'releasing a task': () => releaseTasks(testService.db, [ownedTask]),
    'settling a task': () =>
      settleTasks(testService.db, [{ item: ownedTask, outcome: { result: {} } }], new Date()),
    'clearing the queue': () => clearQueue(context),
    'holding credits': () => hold(randomUUID()),
    'charging a hold': () =>
      settleHold(testService.db, {
        organizationId,
        requestId,
        shouldCharge: true,
        engine: 'chat',
        keyId: randomUUID(),
        now: new Date(),
      }),
  };
  return { organizationId, operations };
}

const writtenTables: Record<string, string[]> = {
  'creating a task': ['tasks', 'credit_balances', 'task_queue_stats'],
  'claiming tasks': ['tasks', 'task_queue_stats'],
  'releasing a task': ['tasks', 'task_queue_stats'],
  'settling a task': [
    'tasks',
    'credit_balances',
    'credit_ledger',
    'credit_usage_daily',
    'task_queue_stats',
    'deliveries',
  ],
  'clearing the queue': ['tasks', 'credit_balances', 'task_queue_stats'],
  'holding credits': ['sync_leases', 'credit_balances'],
  'charging a hold': ['sync_leases', 'credit_balances', 'credit_ledger', 'credit_usage_daily'],
};

test.each(Object.entries(writtenTables))(
  '%s is atomic if a write to any of %j fails',
  async (name, written) => {
    const { organizationId, operations } = await prepareOperations();
    const run = operations[name];
    if (!run) throw new Error(`There is no operation ${name}.`);
    const before = await readState(organizationId);
    for (const table of written) {
      await testService.db.$client.query('INSERT INTO faults VALUES ($1)', [table]);
      await expect(run(), table).rejects.toThrow('no space left on device');
      await testService.db.$client.query('DELETE FROM faults');
      expect(await readState(organizationId), table).toBe(before);
    }
    await run();
    const after = await readState(organizationId);
    expect(after).not.toBe(before);
    const { rows } = await testService.db.$client.query(
      `SELECT a.balance = (SELECT sum(amount) FROM credit_ledger l WHERE l.organization_id = $1) AS exact,
       a.held = (SELECT coalesce(sum(credits_to_charge), 0) FROM tasks t
                 WHERE t.organization_id = $1 AND status IN ('QUEUED', 'PROCESSING'))
              + (SELECT coalesce(sum(credits), 0) FROM sync_leases s WHERE s.organization_id = $1) AS held_exactly,
       a.in_flight = (SELECT count(*) FROM sync_leases s WHERE s.organization_id = $1) AS in_flight_exactly
     FROM credit_balances a WHERE organization_id = $1`,
      [organizationId],
    );
    expect(rows).toEqual([{ exact: true, held_exactly: true, in_flight_exactly: true }]);
  },
);

test('responds with 503 while the disk is full and recovers afterwards', async () => {
  const tenant = await testService.createTenant();
  const request = () => tenant.send('POST', '/v1/monitor/gen', body.payload);
  await testService.db.$client.query('INSERT INTO faults SELECT unnest($1::text[])', [tables]);
  for (const rejected of [await request(), await tenant.send('POST', '/v1/async/task', body)]) {
    expect([rejected.status, rejected.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(JSON.stringify(rejected.body)).not.toContain('space');
  }
  await testService.db.$client.query('DELETE FROM faults');
  expect((await request()).status).toBe(200);
});

test('continues deleting expired data after an interruption', async () => {
  const { id } = await testService.createTenant();
  const expiredAt = `now() - interval '2 days'`;
  await testService.db.$client.query(
    `WITH ended AS (
       INSERT INTO tasks (organization_id, engine, request, credits_to_charge, status, completed_at)
       SELECT $1, 'chat', '{}', 5, 'COMPLETED', ${expiredAt} FROM generate_series(1, 20) RETURNING id
     )
     INSERT INTO deliveries (organization_id, task_id, url, body, status, completed_at)
     SELECT $1, id, 'https://hooks.example/a', '{}', 'delivered', ${expiredAt} FROM ended`,
    [id],
  );
  const countRows = async () => {
    const { rows } = await testService.db.$client.query(
      `SELECT (SELECT count(*) FROM deliveries WHERE organization_id = $1) AS deliveries,
         (SELECT count(*) FROM tasks WHERE organization_id = $1) AS tasks,
         (SELECT count(*) FROM credit_ledger WHERE organization_id = $1) AS ledger`,
      [id],
    );
    return rows[0];
  };
  const deleteExpired = () => deleteExpiredData(testService.db, { now: new Date(), retentionHours: 24 });
  await testService.db.$client.query(`INSERT INTO faults VALUES ('tasks')`);
  await expect(deleteExpired()).rejects.toMatchObject({ cause: { message: 'no space left on device' } });
  await testService.db.$client.query('DELETE FROM faults');
  expect(await countRows()).toEqual({ deliveries: 0, tasks: 20, ledger: 1 });
  await deleteExpired();
  expect(await countRows()).toEqual({ deliveries: 0, tasks: 0, ledger: 1 });
});
