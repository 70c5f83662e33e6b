import { afterAll, expect, test } from 'vitest';
import type { Engine } from '#lib/contract/engines';
import { agedAfterSeconds, claimTasks } from '#lib/service/tasks/claim-tasks';
import { createTasks } from '#lib/service/tasks/create-tasks';
import { settleTasks } from '#lib/service/tasks/settle-tasks';
import type { ClaimedTask } from '#lib/service/tasks/task-leases';
import { startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());

async function createTenant(asyncConcurrency: number) {
  const { id } = await testService.createTenant({ credits: 1_000_000, asyncConcurrency });
  return id;
}

interface TaskBatch {
  count: number;
  priority: number;
  engine?: Engine;
  ageSeconds?: number;
}

async function enqueueTasks(organizationId: string, name: string, batch: TaskBatch): Promise<void> {
  const { count, priority, engine = 'chat', ageSeconds = 0 } = batch;
  const createdAt = new Date(Date.now() - ageSeconds * 1000);
  await createTasks(
    {
      ...testService.service,
      clock: { now: () => createdAt },
      organizationId,
      actor: { kind: 'operator' },
      plan: 'free',
      retentionHours: 24,
    },
    Array.from({ length: count }, (_, index) => ({
      engine,
      request: { prompt: `${name} ${index}`, country: 'US', include: {} },
      priority,
      idempotencyKey: undefined,
      webhookUrl: undefined,
      maxWaitSeconds: 300,
      credits: 5,
    })),
  );
}

/** Claims and completes tasks one at a time. @returns their prompts, in order */
async function completeOneByOne(count: number): Promise<string[]> {
  const prompts: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const [task] = await claimTasks(testService.db, { limit: 1, leaseSeconds: 15 });
    if (!task) break;
    prompts.push(task.request.prompt);
    await settleTasks(testService.db, [{ item: task, outcome: { result: { text: 'x' } } }], new Date());
  }
  return prompts;
}

async function clearQueues(): Promise<void> {
  await testService.db.$client.query('DELETE FROM tasks');
  await testService.db.$client.query('UPDATE task_queue_stats SET queued = 0, processing = 0');
  await testService.db.$client.query('UPDATE credit_balances SET held = 0');
}

test('completes old low-priority tasks under a flood of high-priority ones, oldest first', async () => {
  await clearQueues();
  const tenant = await createTenant(1);
  await enqueueTasks(tenant, 'low', { count: 3, priority: 1, ageSeconds: agedAfterSeconds + 5 });
  await enqueueTasks(tenant, 'high', { count: 400, priority: 10 });
  const prompts = await completeOneByOne(300);
  expect(prompts.filter((prompt) => prompt.startsWith('low'))).toEqual(['low 0', 'low 1', 'low 2']);
});

test('gives every slot to the higher priority while low-priority tasks are young', async () => {
  await clearQueues();
  const tenant = await createTenant(1);
  await enqueueTasks(tenant, 'low', { count: 5, priority: 1, ageSeconds: agedAfterSeconds - 20 });
  await enqueueTasks(tenant, 'high', { count: 60, priority: 10 });
  const prompts = await completeOneByOne(65);
  expect(prompts.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, index) => `high ${index}`));
  expect(prompts.slice(60)).toEqual(Array.from({ length: 5 }, (_, index) => `low ${index}`));
});

test('gives at most a tenth of the slots to old tasks, without duplicates', async () => {
  await clearQueues();
  const tenant = await createTenant(300);
  await enqueueTasks(tenant, 'low', { count: 300, priority: 1, ageSeconds: agedAfterSeconds + 5 });
  await enqueueTasks(tenant, 'high', { count: 300, priority: 10 });
  const tasks: ClaimedTask[] = [];
  for (const limit of [100, 100, 100])
    tasks.push(...(await claimTasks(testService.db, { limit, leaseSeconds: 15 })));
  const oldTasks = tasks.filter(({ request }) => request.prompt.startsWith('low'));
  expect(tasks).toHaveLength(300);
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(300);
  // Each of the three claims orders 100 new tasks by rank, mixes 10 old ones in at random, and takes the first 100 of
  // these 110, so an old task is left out with a probability of about 1 in 11. The probability that more than half of
  // the 30 old tasks are left out is less than 1 in a billion.
  expect(oldTasks.length).toBeGreaterThanOrEqual(15);
  expect(oldTasks.length).toBeLessThanOrEqual(30);
});

test('while an engine is blocked, claims tasks of other engines by priority and keeps exact counts', async () => {
  await clearQueues();
  const [tenant, other] = [await createTenant(100), await createTenant(100)];
  await enqueueTasks(tenant, 'chat', { count: 50, priority: 10 });
  await enqueueTasks(tenant, 'gen low', { count: 2, priority: 1, engine: 'gen' });
  await enqueueTasks(tenant, 'answer high', { count: 2, priority: 10, engine: 'answer' });
  await enqueueTasks(other, 'chat', { count: 5, priority: 1 });
  const blockedForAll = [{ engine: 'chat' as const, organizationId: null, providers: ['openai' as const] }];
  const claim = (
    blocked: typeof blockedForAll | { engine: 'chat'; organizationId: string; providers: [] }[],
  ) => claimTasks(testService.db, { limit: 40, leaseSeconds: 15, blocked });
  const listPrompts = (tasks: ClaimedTask[]) => tasks.map(({ request }) => request.prompt);
  expect(listPrompts(await claim(blockedForAll))).toEqual([
    'answer high 0',
    'answer high 1',
    'gen low 0',
    'gen low 1',
  ]);
  expect(await claim(blockedForAll)).toEqual([]);
  const { rows } = await testService.db.$client.query(
    'SELECT queued, processing FROM task_queue_stats WHERE queued > 0 ORDER BY queued DESC',
  );
  expect(rows).toEqual([
    { queued: 50, processing: 4 },
    { queued: 5, processing: 0 },
  ]);
  // While chat is blocked for one organization, the tasks of the other are claimed.
  const claimed = await claim([{ engine: 'chat', organizationId: tenant, providers: [] }]);
  expect(claimed.map(({ organizationId }) => organizationId)).toEqual(Array(5).fill(other));
  // An organization with its own key is not affected by the instance's blocked engine.
  await testService.db.$client.query(
    `INSERT INTO provider_keys (organization_id, provider, keys_encrypted, last_four) VALUES ($1, 'openai', 'x', 'x')`,
    [tenant],
  );
  expect(await claim(blockedForAll)).toHaveLength(40);
});
