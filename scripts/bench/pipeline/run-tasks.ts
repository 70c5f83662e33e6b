import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import pg from 'pg';
import { Pool } from 'undici';
import { z } from 'zod';
import { limits } from '#lib/contract/plans';
import { type BenchProcess, startBenchProcess } from '#scripts/bench/child-process';
import {
  readCpuSeconds,
  readMemoryMb,
  readProcessTreeCpuSeconds,
  readStages,
  resetStatements,
  type StageTime,
} from '#scripts/bench/pipeline/usage';
import { startWebhookEndpoint, type WebhookEndpoint } from '#scripts/bench/pipeline/webhook-endpoint';
import type { BenchOrganization, TemporaryDatabase } from '#scripts/bench/temporary-database';

/** The provider: `instant`, which returns an example at once; the sandbox; or the mock provider server. */
export type BenchProvider = 'instant' | 'sandbox' | 'mock server';

/** Web process, worker and webhook endpoint on a database. */
export interface Pipeline {
  database: TemporaryDatabase;
  admin: pg.Pool;
  organizations: readonly BenchOrganization[];
  http: Pool;
  web: BenchProcess;
  worker: BenchProcess;
  endpoint: WebhookEndpoint;
}

/**
 * Starts the processes of an instance, calls `run` and stops them. With `instant`, the worker uses that provider;
 * otherwise `settings` alone determines the provider.
 * @param settings environment variables of both processes
 */
export async function withPipeline<T>(
  { database, organizations }: Pick<Pipeline, 'database' | 'organizations'>,
  { provider, settings = {} }: { provider: BenchProvider; settings?: Record<string, string> },
  run: (pipeline: Pipeline) => Promise<T>,
): Promise<T> {
  const endpoint = await startWebhookEndpoint();
  const env = {
    ...settings,
    DATABASE_URL: database.url,
    WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${endpoint.port}`,
    LOG_LEVEL: 'error',
  };
  const kind = provider === 'instant' ? 'instant' : 'settings';
  const folder = join(import.meta.dirname, '..');
  const web = await startBenchProcess(join(folder, 'http', 'server.ts'), ['service'], env);
  const worker = await startBenchProcess(join(folder, 'pipeline', 'worker.ts'), [kind], env);
  const http = new Pool(`http://127.0.0.1:${web.port}`, { connections: 16 });
  const admin = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
  try {
    return await run({ database, admin, organizations, http, web, worker, endpoint });
  } finally {
    await worker.stop();
    await web.stop();
    await http.close();
    await admin.end();
    endpoint.close();
  }
}

export interface RunResult {
  tasks: number;
  creationsPerSecond: number;
  /** From the first request to the last webhook. */
  tasksPerSecond: number;
  /** Webhooks received in addition to the first of each task. */
  duplicateWebhooks: number;
  /** CPU seconds by process. */
  cpuSeconds: { web: number; worker: number; postgres: number };
  stages: StageTime[];
  /** Memory of the worker before and after, in megabytes. */
  memoryMb: { before: number; after: number };
}

const createdSchema = z.object({ summary: z.object({ succeeded: z.int() }) });

function buildTask(port: number, index: number) {
  return {
    taskType: 'CHAT',
    payload: { prompt: `Which trail shoes last longest on route ${index}?`, country: 'US' },
    webhook: { url: `http://127.0.0.1:${port}/received` },
  };
}

async function createBatch({ http, endpoint }: Pipeline, secret: string, indexes: number[]): Promise<void> {
  const response = await http.request({
    method: 'POST',
    path: '/v1/async/task/batch',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(indexes.map((index) => buildTask(endpoint.port, index))),
  });
  const body = await response.body.text();
  const created = response.statusCode === 200 ? createdSchema.parse(JSON.parse(body)).summary.succeeded : 0;
  if (created !== indexes.length)
    throw new Error(`Only ${created} tasks were created: ${body.slice(0, 500)}`);
}

const timeoutMs = 300_000;

/** Creates tasks in full batches, for the organizations in turn, and waits until all webhooks have arrived. */
export async function runTasks(pipeline: Pipeline, tasks: number): Promise<RunResult> {
  const { admin, database, organizations, endpoint, web, worker } = pipeline;
  endpoint.reset();
  await resetStatements(admin);
  const readCpu = () => ({
    web: readCpuSeconds(web.pid),
    worker: readCpuSeconds(worker.pid),
    postgres: readProcessTreeCpuSeconds(database.cluster.pid),
  });
  const before = { cpuSeconds: readCpu(), memoryMb: readMemoryMb(worker.pid) };
  const startedAt = performance.now();
  const limit = pLimit(4);
  const batches = Array.from({ length: Math.ceil(tasks / limits.batchTasks) }, (_, batch) => {
    const first = batch * limits.batchTasks;
    const count = Math.min(limits.batchTasks, tasks - first);
    const secret = organizations[batch % organizations.length]?.secret ?? '';
    return limit(() =>
      createBatch(
        pipeline,
        secret,
        Array.from({ length: count }, (_, offset) => first + offset),
      ),
    );
  });
  await Promise.all(batches);
  const createdSeconds = (performance.now() - startedAt) / 1000;
  await endpoint.waitFor(tasks, timeoutMs);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = readCpu();
  return {
    tasks,
    creationsPerSecond: tasks / createdSeconds,
    tasksPerSecond: tasks / seconds,
    duplicateWebhooks: endpoint.getCounts().webhooks - tasks,
    cpuSeconds: {
      web: after.web - before.cpuSeconds.web,
      worker: after.worker - before.cpuSeconds.worker,
      postgres: after.postgres - before.cpuSeconds.postgres,
    },
    stages: await readStages(admin),
    memoryMb: { before: before.memoryMb, after: readMemoryMb(worker.pid) },
  };
}

export interface IdleLatency {
  /** From the creation of the task to the start of its first attempt; milliseconds, sorted. */
  toStart: number[];
  /** From sending the request to receiving the webhook; milliseconds, sorted. */
  toWebhook: number[];
}

/** Creates single tasks, each while the instance is idle, and measures how soon they start and their webhooks arrive. */
export async function measureIdleLatency(pipeline: Pipeline, tasks: number): Promise<IdleLatency> {
  const { admin, organizations, endpoint } = pipeline;
  const [organization] = organizations;
  if (!organization) throw new Error('There is no organization.');
  const toWebhook: number[] = [];
  const { rows: clock } = await admin.query<{ now: Date }>('SELECT now() AS now');
  for (let index = 0; index < tasks; index += 1) {
    endpoint.reset();
    const sentAt = performance.now();
    await createBatch(pipeline, organization.secret, [index]);
    await endpoint.waitFor(1, timeoutMs);
    toWebhook.push(performance.now() - sentAt);
    await wait(10);
  }
  const { rows } = await admin.query<{ ms: number }>(
    `SELECT extract(epoch FROM started_at - created_at)::float8 * 1000 AS ms FROM tasks
     WHERE organization_id = $1 AND created_at >= $2 ORDER BY 1`,
    [organization.id, clock[0]?.now],
  );
  return { toStart: rows.map(({ ms }) => ms), toWebhook: toWebhook.sort((a, b) => a - b) };
}
