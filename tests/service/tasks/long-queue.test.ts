import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { Database } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { claimTasks } from '#lib/service/tasks/claim-tasks';
import { settleTasks } from '#lib/service/tasks/settle-tasks';
import { releaseTasks, renewTasks } from '#lib/service/tasks/task-leases';
import { claimDeliveries, releaseDeliveries } from '#lib/service/webhooks/delivery-leases';
import { settleDeliveries } from '#lib/service/webhooks/settle-deliveries';
import { startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());
const { db } = testService;

const queueLength = 5_000;
const limit = 20;
/** Allows a few rows per task or delivery. A statement that reads the whole queue reads thousands. */
const maxRowsRead = 10 * limit;
const leaseSeconds = 600;

/** Runs `work` in a transaction. @returns its result and the number of rows that it read from a table */
function countRowsRead<T>(table: 'tasks' | 'deliveries', work: (tx: Database) => Promise<T>) {
  return transaction(db, async (tx) => {
    // Also counts rows that earlier transactions of the connection have read but not yet reported.
    const count = async () => {
      const { rows } = await tx.$client.query(
        `SELECT coalesce(sum(seq_tup_read + idx_tup_fetch), 0) AS count
         FROM pg_stat_xact_user_tables WHERE relname = $1`,
        [table],
      );
      return Number(rows[0].count);
    };
    const before = await count();
    const result = await work(tx);
    return { result, rowsRead: (await count()) - before };
  });
}

/** Analyzes the tables while they are empty, so that the planner assumes few rows, and then queues tasks. */
async function queueTasks(): Promise<void> {
  const { id } = await testService.createTenant({
    credits: 1_000_000,
    asyncConcurrency: 10_000,
    plan: 'scale',
  });
  await db.$client.query('ANALYZE tasks, deliveries');
  await db.$client.query(
    `INSERT INTO tasks (organization_id, id, engine, request, priority, webhook_url, credits_to_charge, created_at)
     SELECT $1, gen_random_uuid(), 'chat', '{"prompt": "x", "country": "US", "include": {}}', 1,
       'https://client.example/hook', 5, now()
     FROM generate_series(1, $2)`,
    [id, queueLength],
  );
  await db.$client.query('UPDATE task_queue_stats SET queued = $2 WHERE organization_id = $1', [
    id,
    queueLength,
  ]);
  await db.$client.query('UPDATE credit_balances SET held = 5 * $2::int WHERE organization_id = $1', [
    id,
    queueLength,
  ]);
}

test('statements of the task queue read a few rows per task, however long the queue is', async () => {
  await queueTasks();
  const { result: claimed, rowsRead: rowsClaimed } = await countRowsRead('tasks', (tx) =>
    claimTasks(tx, { limit, leaseSeconds }),
  );
  expect(claimed).toHaveLength(limit);
  expect(rowsClaimed).toBeLessThan(maxRowsRead);
  // Most tasks are processed by other workers.
  const others = await claimTasks(db, { limit: queueLength - 2 * limit, leaseSeconds });
  expect(others).toHaveLength(queueLength - 2 * limit);

  const renewed = await countRowsRead('tasks', (tx) => renewTasks(tx, claimed, leaseSeconds));
  expect(renewed.result).toEqual([]);
  expect(renewed.rowsRead).toBeLessThan(maxRowsRead);
  const [released, settled] = [claimed.slice(0, limit / 2), claimed.slice(limit / 2)];
  const { rowsRead: rowsReleased } = await countRowsRead('tasks', (tx) => releaseTasks(tx, released));
  expect(rowsReleased).toBeLessThan(maxRowsRead);
  const settlements = settled.map((item) => ({ item, outcome: { result: { text: 'x' } } }));
  const settling = await countRowsRead('tasks', (tx) => settleTasks(tx, settlements, new Date()));
  expect(settling.result).toBe(settled.length);
  expect(settling.rowsRead).toBeLessThan(maxRowsRead);
});

test('statements of the delivery queue read a few rows per delivery, however long the queue is', async () => {
  const tenant = await testService.createTenant();
  await db.$client.query('DELETE FROM deliveries');
  await db.$client.query('VACUUM ANALYZE deliveries');
  await db.$client.query(
    `INSERT INTO deliveries (organization_id, task_id, url, body, due_at)
     SELECT $1, $2, 'https://client.example/hook', '{}', now() - interval '1 minute' FROM generate_series(1, $3)`,
    [tenant.id, randomUUID(), queueLength],
  );
  const options = { limit, leaseSeconds, defaultSlots: limit, freeSlots: new Map() };
  const { result: claimed, rowsRead: rowsClaimed } = await countRowsRead('deliveries', (tx) =>
    claimDeliveries(tx, options),
  );
  expect(claimed).toHaveLength(limit);
  expect(rowsClaimed).toBeLessThan(maxRowsRead);
  const [released, settled] = [claimed.slice(0, limit / 2), claimed.slice(limit / 2)];
  const { rowsRead: rowsReleased } = await countRowsRead('deliveries', (tx) =>
    releaseDeliveries(tx, released),
  );
  expect(rowsReleased).toBeLessThan(maxRowsRead);
  const settlements = settled.map((item) => ({ item, outcome: null }));
  const settling = await countRowsRead('deliveries', (tx) => settleDeliveries(tx, settlements, [1, 1, 1, 1]));
  expect(settling.rowsRead).toBeLessThan(maxRowsRead);
});
