import { afterAll, beforeEach, expect, test } from 'vitest';
import { claimTasks } from '#lib/service/tasks/claim-tasks';
import { createTasks } from '#lib/service/tasks/create-tasks';
import type { NewTask } from '#lib/service/tasks/parse-task';
import { settleTasks } from '#lib/service/tasks/settle-tasks';
import { type ClaimedTask, maxCrashes, releaseTasks, renewTasks } from '#lib/service/tasks/task-leases';
import { getTask } from '#lib/service/tasks/task-record';
import { createTaskSource } from '#lib/service/tasks/task-source';
import { startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());
const source = createTaskSource(testService.service);
const otherDb = testService.open().db;

beforeEach(async () => {
  await testService.db.$client.query('DELETE FROM tasks');
  await testService.db.$client.query('UPDATE task_queue_stats SET queued = 0, processing = 0');
});

async function createTenant(asyncConcurrency = 100) {
  const { id } = await testService.createTenant({ credits: 1_000_000, asyncConcurrency });
  return id;
}

async function enqueueTasks(organizationId: string, prompts: string[], priority = 1): Promise<void> {
  const tasks = prompts.map(
    (prompt): NewTask => ({
      engine: 'chat',
      request: { prompt, country: 'US', include: {} },
      priority,
      idempotencyKey: undefined,
      webhookUrl: undefined,
      maxWaitSeconds: 300,
      credits: 5,
    }),
  );
  const context = {
    ...testService.service,
    organizationId,
    actor: { kind: 'operator' } as const,
    plan: 'free' as const,
    retentionHours: 24,
  };
  await createTasks(context, tasks);
}

const claimUpTo = (limit: number, db = testService.db) => claimTasks(db, { limit, leaseSeconds: 15 });
const listPrompts = (tasks: ClaimedTask[]) => tasks.map(({ request }) => request.prompt);
const buildSettlement = (task: ClaimedTask, text = 'x') => ({ item: task, outcome: { result: { text } } });

async function expireLeases(): Promise<void> {
  await testService.db.$client.query(
    `UPDATE tasks SET leased_until = now() - interval '1 second' WHERE status = 'PROCESSING'`,
  );
}

async function readCounts(organizationId: string) {
  const { rows } = await testService.db.$client.query(
    `SELECT queued, processing, balance, held FROM task_queue_stats JOIN credit_balances USING (organization_id)
     WHERE organization_id = $1`,
    [organizationId],
  );
  return rows[0];
}

test('claims by priority, then age', async () => {
  const tenant = await createTenant();
  await enqueueTasks(tenant, ['low 1', 'low 2']);
  await enqueueTasks(tenant, ['high 1', 'high 2'], 10);
  await enqueueTasks(tenant, ['middle'], 5);
  expect(listPrompts(await claimUpTo(3))).toEqual(['high 1', 'high 2', 'middle']);
  expect(listPrompts(await claimUpTo(3))).toEqual(['low 1', 'low 2']);
});

test('never exceeds an organization’s concurrency with 20 parallel claims', async () => {
  const tenant = await createTenant(7);
  await enqueueTasks(
    tenant,
    Array.from({ length: 60 }, (_, index) => `prompt ${index}`),
  );
  const claims = await Promise.all(
    Array.from({ length: 20 }, (_, index) => claimUpTo(5, index % 2 ? testService.db : otherDb)),
  );
  const tasks = claims.flat();
  expect(tasks.length).toBeLessThanOrEqual(7);
  while (tasks.length < 7) tasks.push(...(await claimUpTo(5)));
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(7);
  expect(await claimUpTo(5)).toEqual([]);
  expect(await readCounts(tenant)).toMatchObject({ queued: 53, processing: 7 });
  const [first] = tasks;
  if (first) await settleTasks(testService.db, [buildSettlement(first)], new Date());
  expect(await claimUpTo(5)).toHaveLength(1);
});

test('gives slots to the organizations in turn, starting with the least recently served one', async () => {
  const [flooding, quiet] = [await createTenant(), await createTenant()];
  await enqueueTasks(
    flooding,
    Array.from({ length: 50 }, (_, index) => `flood ${index}`),
    10,
  );
  await enqueueTasks(quiet, ['one', 'two']);
  expect(listPrompts(await claimUpTo(4)).sort()).toEqual(['flood 0', 'flood 1', 'one', 'two']);
  await enqueueTasks(quiet, ['three']);
  expect(listPrompts(await claimUpTo(2)).sort()).toEqual(['flood 2', 'three']);
});

test('requeues a dead worker’s task at its old position and ignores a late result of that worker', async () => {
  const tenant = await createTenant();
  await enqueueTasks(tenant, ['first', 'second']);
  const [expired] = await claimUpTo(1);
  if (!expired) throw new Error('No task was claimed.');
  await expireLeases();
  await source.recover?.();
  expect(await readCounts(tenant)).toMatchObject({ queued: 2, processing: 0 });
  const [reclaimed] = await claimUpTo(1);
  expect([reclaimed?.id, reclaimed?.attempt]).toEqual([expired.id, 2]);
  expect(await renewTasks(testService.db, [expired], 15)).toEqual([expired]);
  expect(await settleTasks(testService.db, [buildSettlement(expired, 'late')], new Date())).toBe(0);
  if (reclaimed)
    expect(await settleTasks(testService.db, [buildSettlement(reclaimed, 'in time')], new Date())).toBe(1);
  const context = { ...testService.service, organizationId: tenant, actor: { kind: 'operator' } as const };
  expect(await getTask(context, { taskId: expired.id, retentionHours: 24 })).toMatchObject({
    task: { status: 'COMPLETED' },
    response: { text: 'in time' },
    credits: { creditsCharged: 5 },
  });
  expect(await readCounts(tenant)).toMatchObject({ queued: 1, processing: 0, balance: 999_995, held: 5 });
});

test('charges once for a repeated settlement', async () => {
  const tenant = await createTenant();
  await enqueueTasks(tenant, ['only']);
  const [task] = await claimUpTo(1);
  if (!task) throw new Error('No task was claimed.');
  const settledCounts = await Promise.all(
    [testService.db, otherDb, testService.db].map((db) =>
      settleTasks(db, [buildSettlement(task)], new Date()),
    ),
  );
  expect(settledCounts.sort()).toEqual([0, 0, 1]);
  expect(await readCounts(tenant)).toMatchObject({ balance: 999_995, held: 0, processing: 0 });
});

test('keeps a renewed lease', async () => {
  const tenant = await createTenant();
  await enqueueTasks(tenant, ['long']);
  const tasks = await claimUpTo(1);
  await expireLeases();
  expect(await renewTasks(testService.db, tasks, 15)).toEqual([]);
  await source.recover?.();
  expect(await readCounts(tenant)).toMatchObject({ queued: 0, processing: 1 });
});

test('fails a task after five worker crashes and releases its hold', async () => {
  const tenant = await createTenant();
  await enqueueTasks(tenant, ['poison']);
  let id = '';
  for (let crash = 1; crash <= maxCrashes; crash += 1) {
    const [task] = await claimUpTo(1);
    expect(task?.attempt).toBe(crash);
    id = task?.id ?? '';
    await expireLeases();
    await source.recover?.();
  }
  expect(await claimUpTo(1)).toEqual([]);
  const context = { ...testService.service, organizationId: tenant, actor: { kind: 'operator' } as const };
  expect(await getTask(context, { taskId: id, retentionHours: 24 })).toMatchObject({
    task: { status: 'FAILED' },
    credits: { creditsToCharge: 5, creditsCharged: 0 },
    response: { error: { code: 'INTERNAL_SERVER_ERROR', timestamp: expect.any(String) } },
  });
  expect(await readCounts(tenant)).toEqual({ queued: 0, processing: 0, balance: 1_000_000, held: 0 });
});

test('does not count a released task as a crash', async () => {
  const tenant = await createTenant();
  await enqueueTasks(tenant, ['again']);
  for (let round = 0; round < maxCrashes + 2; round += 1) {
    const tasks = await claimUpTo(1);
    expect(tasks.map(({ attempt }) => attempt)).toEqual([1]);
    await releaseTasks(testService.db, tasks);
  }
  expect(await readCounts(tenant)).toMatchObject({ queued: 1, processing: 0 });
});

test('fails only the task whose result cannot be stored', async () => {
  const tenant = await createTenant();
  await enqueueTasks(tenant, ['valid 1', 'invalid', 'valid 2']);
  const tasks = await claimUpTo(3);
  await source.settle(
    tasks.map((task) => buildSettlement(task, task.request.prompt === 'invalid' ? 'a\u0000b' : 'x')),
  );
  const { rows } = await testService.db.$client.query(
    `SELECT request->>'prompt' AS prompt, status FROM tasks ORDER BY sequence`,
  );
  expect(rows).toEqual([
    { prompt: 'valid 1', status: 'COMPLETED' },
    { prompt: 'invalid', status: 'FAILED' },
    { prompt: 'valid 2', status: 'COMPLETED' },
  ]);
  expect(await readCounts(tenant)).toEqual({ queued: 0, processing: 0, balance: 999_990, held: 0 });
});
