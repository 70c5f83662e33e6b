import { afterAll, expect, test } from 'vitest';
import { startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '#tests/support/recordings';
import { startService, type Tenant, type TestService } from '#tests/support/service';
import { startUnresponsiveProvider } from '#tests/support/unresponsive-provider';
import { waitFor } from '#tests/support/wait';

const unresponsive = await startUnresponsiveProvider();
const healthy = await startMockProviders({ folder: fixturesFolder, getBehavior: () => undefined });
const services: TestService[] = [];
afterAll(async () => {
  unresponsive.stop();
  await Promise.all(services.map((service) => service.stop()));
  await healthy.close();
});

/** Starts an instance with one worker, on which chat never answers and gen does. */
async function startInstance(environment: Record<string, string> = {}): Promise<TestService> {
  const testService = await startService({
    OPENAI_API_KEY: 'instance-key',
    OPENAI_BASE_URL: unresponsive.url,
    GEMINI_API_KEY: 'instance-key',
    GEMINI_BASE_URL: healthy.url,
    ...environment,
  });
  services.push(testService);
  return testService;
}

async function createTasks(tenant: Tenant, taskType: string, count: number): Promise<void> {
  const tasks = Array.from({ length: count }, () => ({
    taskType,
    payload: { prompt: 'Which kayak folds?', country: 'US' },
  }));
  const { body } = await tenant.send('POST', '/v1/async/task/batch', tasks);
  expect(body.summary.failed).toBe(0);
}

async function countProcessing({ db }: TestService, tenant: Tenant): Promise<number> {
  const { rows } = await db.$client.query(
    `SELECT count(*)::int AS tasks FROM tasks WHERE organization_id = $1 AND status = 'PROCESSING'`,
    [tenant.id],
  );
  return rows[0].tasks;
}

/** Creates a task for a healthy provider. @returns the milliseconds until the task started */
async function measureStart({ db }: TestService, tenant: Tenant): Promise<number> {
  await createTasks(tenant, 'GEN', 1);
  const readStart = async () => {
    const { rows } = await db.$client.query<{ ms: number | null }>(
      `SELECT extract(epoch FROM started_at - created_at)::float8 * 1000 AS ms FROM tasks
       WHERE organization_id = $1 AND engine = 'gen'`,
      [tenant.id],
    );
    return rows[0]?.ms ?? null;
  };
  await waitFor('the task has started', async () => (await readStart()) !== null);
  return (await readStart()) ?? Number.NaN;
}

test('one worker with default settings runs 100 hanging tasks of an organization, and another’s task starts at once', async () => {
  const testService = await startInstance();
  await testService.startWorker();
  const hanging = await testService.createTenant({ plan: 'scale' });
  const other = await testService.createTenant({ plan: 'free' });
  await createTasks(hanging, 'CHAT', 120);
  await waitFor('100 run', async () => (await countProcessing(testService, hanging)) === 100);
  expect(await measureStart(testService, other)).toBeLessThan(1_000);
  expect(await countProcessing(testService, hanging)).toBe(100);
});

test('several organizations whose tasks hang leave slots to others', async () => {
  const testService = await startInstance({ WORKER_CONCURRENCY: '64' });
  await testService.startWorker();
  for (let index = 0; index < 4; index += 1) {
    await createTasks(await testService.createTenant({ plan: 'scale' }), 'CHAT', 120);
  }
  const { db } = testService;
  const count = async () => {
    const { rows } = await db.$client.query('SELECT sum(processing)::int AS tasks FROM task_queue_stats');
    return rows[0].tasks;
  };
  // The slots of the last organization are the last to be filled.
  await waitFor('the provider holds its share', async () => (await count()) >= 40);
  const other = await testService.createTenant({ plan: 'free' });
  expect(await measureStart(testService, other)).toBeLessThan(1_000);
  expect(await count()).toBeLessThan(64);
});

test('a provider that takes longer than usual gets one more slot per organization', async () => {
  const testService = await startInstance();
  const { db } = testService;
  // 200 answers within 50 ms.
  await db.$client.query(
    `INSERT INTO provider_stats_hourly (organization_id, provider, engine, hour, requests, transient_errors,
       permanent_errors, quota_errors, throttled_count, throttled_ms, latency_histogram, total_latency_ms, tokens, cost)
     VALUES ('00000000-0000-0000-0000-000000000000', 'openai', 'chat', 'epoch', 200, 0, 0, 0, 0, 0,
       array_prepend(200, array_fill(0, ARRAY[17])), 200, 0, 0)`,
  );
  await testService.startWorker();
  const [first, second] = [
    await testService.createTenant({ plan: 'scale' }),
    await testService.createTenant({ plan: 'scale' }),
  ];
  await createTasks(first, 'CHAT', 3);
  await waitFor('they run', async () => (await countProcessing(testService, first)) === 3);
  await waitFor('they have run for longer than the provider’s usual time', async () => {
    const { rows } = await db.$client.query<{ isLonger: boolean }>(
      `SELECT max(started_at) < now() - interval '2.5 seconds' AS "isLonger" FROM tasks`,
    );
    return rows[0]?.isLonger ?? false;
  });
  await createTasks(first, 'CHAT', 5);
  await createTasks(second, 'CHAT', 5);
  await waitFor(
    'the second organization has a slot',
    async () => (await countProcessing(testService, second)) > 0,
  );
  const other = await testService.createTenant({ plan: 'free' });
  expect(await measureStart(testService, other)).toBeLessThan(1_000);
  expect(await countProcessing(testService, first)).toBe(3);
  expect(await countProcessing(testService, second)).toBe(1);
  // An answer shows that the provider responds again: the waiting tasks start.
  const [response] = unresponsive.received.slice(-1);
  response?.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"refused"}}');
  await waitFor('the waiting tasks start', async () => (await countProcessing(testService, first)) === 8);
});
