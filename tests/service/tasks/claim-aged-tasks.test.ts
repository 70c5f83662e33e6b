import { afterAll, expect, test } from 'vitest';
import type { Engine } from '#lib/contract/engines';
import { createTasks } from '#lib/service/tasks/create-tasks';
import { settleTasks } from '#lib/service/tasks/settle-tasks';
import { agedAfterSeconds, type ClaimedTask, claimTasks } from '#lib/service/tasks/task-leases';
import { startService } from '#tests/support/service';

const run = await startService();
afterAll(() => run.stop());

async function createTenant(asyncConcurrency: number) {
  const { id } = await run.newOrganization({ credits: 1_000_000, asyncConcurrency });
  return id;
}

interface Wave {
  count: number;
  priority: number;
  engine?: Engine;
  ageSeconds?: number;
}

async function enqueue(organizationId: string, name: string, wave: Wave): Promise<void> {
  const { count, priority, engine = 'chat', ageSeconds = 0 } = wave;
  const createdAt = new Date(Date.now() - ageSeconds * 1000);
  await createTasks(
    {
      ...run.service,
      clock: { now: () => createdAt },
      organizationId,
      actor: { kind: 'operator' },
      plan: 'free',
      retentionHours: 24,
    },
    Array.from({ length: count }, (_, n) => ({
      engine,
      request: { prompt: `${name} ${n}`, country: 'US', include: {} },
      priority,
      idempotencyKey: undefined,
      webhookUrl: undefined,
      credits: 5,
    })),
  );
}

/** Claims and ends one task after the other. @returns their prompts, in order */
async function oneByOne(count: number): Promise<string[]> {
  const prompts: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const [job] = await claimTasks(run.db, { limit: 1, leaseSeconds: 15 });
    if (!job) break;
    prompts.push(job.request.prompt);
    await settleTasks(run.db, [{ item: job, outcome: { result: { text: 'x' } } }], new Date());
  }
  return prompts;
}

async function clear(): Promise<void> {
  await run.db.$client.query('DELETE FROM tasks');
  await run.db.$client.query('UPDATE task_queue_stats SET queued = 0, processing = 0');
  await run.db.$client.query('UPDATE credit_balances SET held = 0');
}

test('completes old low-priority tasks under a flood of high-priority ones, oldest first', async () => {
  await clear();
  const tenant = await createTenant(1);
  await enqueue(tenant, 'low', { count: 3, priority: 1, ageSeconds: agedAfterSeconds + 5 });
  await enqueue(tenant, 'high', { count: 400, priority: 10 });
  const prompts = await oneByOne(300);
  expect(prompts.filter((prompt) => prompt.startsWith('low'))).toEqual(['low 0', 'low 1', 'low 2']);
});

test('gives every slot to the higher priority while low-priority tasks are young', async () => {
  await clear();
  const tenant = await createTenant(1);
  await enqueue(tenant, 'low', { count: 5, priority: 1, ageSeconds: agedAfterSeconds - 20 });
  await enqueue(tenant, 'high', { count: 60, priority: 10 });
  const prompts = await oneByOne(65);
  expect(prompts.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, n) => `high ${n}`));
  expect(prompts.slice(60)).toEqual(Array.from({ length: 5 }, (_, n) => `low ${n}`));
});

test('gives at most a tenth of the slots to old tasks, without duplicates', async () => {
  await clear();
  const tenant = await createTenant(300);
  await enqueue(tenant, 'low', { count: 300, priority: 1, ageSeconds: agedAfterSeconds + 5 });
  await enqueue(tenant, 'high', { count: 300, priority: 10 });
  const jobs: ClaimedTask[] = [];
  for (const limit of [100, 100, 100]) jobs.push(...(await claimTasks(run.db, { limit, leaseSeconds: 15 })));
  const old = jobs.filter(({ request }) => request.prompt.startsWith('low'));
  expect(jobs).toHaveLength(300);
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(300);
  // Each of the thirty is drawn a place, which lies past the last with one chance in eleven: once in 300 million
  // times more than half of them do.
  expect(old.length).toBeGreaterThanOrEqual(15);
  expect(old.length).toBeLessThanOrEqual(30);
});

test('claims other engines in the same order and keeps exact counts while one is blocked', async () => {
  await clear();
  const [tenant, other] = [await createTenant(100), await createTenant(100)];
  await enqueue(tenant, 'chat', { count: 50, priority: 10 });
  await enqueue(tenant, 'gen low', { count: 2, priority: 1, engine: 'gen' });
  await enqueue(tenant, 'answer high', { count: 2, priority: 10, engine: 'answer' });
  await enqueue(other, 'chat', { count: 5, priority: 1 });
  const blockedForAll = [{ engine: 'chat' as const, organizationId: null, providers: ['openai' as const] }];
  const claim = (
    blocked: typeof blockedForAll | { engine: 'chat'; organizationId: string; providers: [] }[],
  ) => claimTasks(run.db, { limit: 40, leaseSeconds: 15, blocked });
  const prompts = (jobs: ClaimedTask[]) => jobs.map(({ request }) => request.prompt);
  expect(prompts(await claim(blockedForAll))).toEqual([
    'answer high 0',
    'answer high 1',
    'gen low 0',
    'gen low 1',
  ]);
  expect(await claim(blockedForAll)).toEqual([]);
  const { rows } = await run.db.$client.query(
    'SELECT queued, processing FROM task_queue_stats WHERE queued > 0 ORDER BY queued DESC',
  );
  expect(rows).toEqual([
    { queued: 50, processing: 4 },
    { queued: 5, processing: 0 },
  ]);
  // Shut for one organization only: the other's are claimed.
  const others = await claim([{ engine: 'chat', organizationId: tenant, providers: [] }]);
  expect(others.map(({ organizationId }) => organizationId)).toEqual(Array(5).fill(other));
  // Keys of its own lead an organization past the instance's shut engine.
  await run.db.$client.query(
    `INSERT INTO provider_keys (organization_id, provider, keys_encrypted, hint) VALUES ($1, 'openai', 'x', 'x')`,
    [tenant],
  );
  expect(await claim(blockedForAll)).toHaveLength(40);
});
