import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import { readProcessTreeCpuSeconds } from '#scripts/bench/pipeline/usage';
import { startWebhookEndpoint, type WebhookEndpoint } from '#scripts/bench/pipeline/webhook-endpoint';
import {
  combineResources,
  type InstancePids,
  type OperationTotals,
  type Resources,
  readOperations,
  readResources,
  subtractOperations,
  takeMedianOperations,
  takeMedians,
} from '#scripts/bench/scaling/resources';
import {
  type BenchOrganization,
  createOrganizations,
  withTemporaryDatabase,
} from '#scripts/bench/temporary-database';
import { buildIfStale } from '#scripts/build/build';
import { startMockProviders } from '#scripts/mock-providers/server';
import { findFreePort } from '#scripts/system/free-port';
import { root, startProcess, waitUntilOk } from '#tests/support/process';

const serverParameters = { shared_preload_libraries: 'pg_stat_statements', autovacuum: 'off' };
const queueTables = 'tasks, deliveries, delivery_attempts, task_queue_stats, credit_balances, credit_ledger';
const organizationCount = 10;
const settleMs = 2_000;
const startTimeoutSeconds = 180;
const buildTimeoutMs = 1_800_000;

/** A web process, a worker and PostgreSQL, which use a webhook endpoint and a mock of the OpenAI API. */
export interface MeasuredInstance {
  db: PooledDatabase;
  adminUrl: string;
  organizations: readonly BenchOrganization[];
  endpoint: WebhookEndpoint;
  http: Pool;
  /** Encrypts session cookies. */
  sessionSecret: string;
  /**
   * Measures the resources that the instance uses during `run` and for two seconds after it, three times, and returns
   * the medians: one garbage collection or one hourly job takes as much time as hundreds of tasks. Before
   * each time, the tables of the queue are vacuumed; autovacuum is off, because it would add its cost to random runs.
   */
  measure(run: () => Promise<void>): Promise<Measurement>;
  /** Measures `run` once. */
  measureOnce(run: () => Promise<void>): Promise<Measurement>;
  /** Returns the CPU time of PostgreSQL for vacuuming, in milliseconds per task. */
  getVacuumMsPerTask(): Promise<number>;
}

export interface Measurement {
  used: Resources;
  operations: OperationTotals;
}

/**
 * Starts a web process, a worker and a temporary PostgreSQL, calls `run` and stops them. First builds the pages if their
 * sources have changed.
 * @param options.hasPages false to serve only the API, without pages
 */
export async function withMeasuredInstance<T>(
  run: (instance: MeasuredInstance) => Promise<T>,
  { hasPages = true } = {},
): Promise<T> {
  if (hasPages)
    await buildIfStale(
      root,
      (line) => process.stderr.write(`${line}\n`),
      AbortSignal.timeout(buildTimeoutMs),
    );
  const secrets = {
    encryptionKey: randomBytes(32).toString('hex'),
    sessionSecret: randomBytes(32).toString('hex'),
  };
  // The functions that prepare the data of the dashboard encrypt with the same key.
  process.env.ENCRYPTION_KEY = secrets.encryptionKey;
  return withTemporaryDatabase(serverParameters, async (database) => {
    const db = openDatabase(database.url, { max: 4 });
    const admin = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
    await admin.query('CREATE EXTENSION pg_stat_statements');
    const mock = await startMockProviders({ folder: 'fixtures/providers' });
    const endpoint = await startWebhookEndpoint();
    const metricsPort = await findFreePort();
    const port = String(await findFreePort());
    const url = `http://127.0.0.1:${port}`;
    const env = {
      DATABASE_URL: database.url,
      PORT: port,
      APP_URL: url,
      NEXTAUTH_URL: url,
      ENCRYPTION_KEY: secrets.encryptionKey,
      NEXTAUTH_SECRET: secrets.sessionSecret,
      OPENAI_API_KEY: 'bench',
      OPENAI_BASE_URL: mock.url,
      WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${endpoint.port}`,
      WORKER_METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'error',
    };
    const web = startProcess(['lib/web/main.ts', ...(hasPages ? [] : ['--service-only'])], env);
    const worker = startProcess(['lib/worker/main.ts'], env);
    const http = new Pool(url, { connections: 32 });
    const pids: InstancePids = { web: web.pid, worker: worker.pid, postgres: database.cluster.pid };
    const read = async () => ({
      resources: await readResources(admin, pids),
      operations: await readOperations(`http://127.0.0.1:${metricsPort}/metrics`),
    });
    let vacuumMs = 0;
    async function vacuum(): Promise<number> {
      const before = readProcessTreeCpuSeconds(pids.postgres);
      await admin.query(`VACUUM (ANALYZE) ${queueTables}`);
      return (readProcessTreeCpuSeconds(pids.postgres) - before) * 1000;
    }
    async function measureOnce(work: () => Promise<void>): Promise<Measurement> {
      vacuumMs += await vacuum();
      const before = await read();
      await work();
      // Waits for the statements that follow the last webhook.
      await wait(settleMs);
      const after = await read();
      return {
        used: combineResources(before.resources, after.resources, (a, b) => b - a),
        operations: subtractOperations(after.operations, before.operations),
      };
    }
    try {
      await waitUntilOk(`${url}/readyz`, [web, worker], startTimeoutSeconds);
      return await run({
        db,
        adminUrl: database.adminUrl,
        endpoint,
        http,
        async getVacuumMsPerTask() {
          const { rows } = await admin.query<{ count: number }>('SELECT count(*)::int FROM tasks');
          return (vacuumMs + (await vacuum())) / Math.max(1, rows[0]?.count ?? 0);
        },
        sessionSecret: secrets.sessionSecret,
        organizations: await createOrganizations(db, organizationCount),
        measureOnce,
        async measure(work) {
          const first = await measureOnce(work);
          const second = await measureOnce(work);
          const third = await measureOnce(work);
          return {
            used: takeMedians(first.used, second.used, third.used),
            operations: takeMedianOperations(first.operations, second.operations, third.operations),
          };
        },
      });
    } finally {
      // Nothing that fails here may hide an error of `run`.
      await Promise.allSettled([web.end(), worker.end(), http.destroy()]);
      await Promise.allSettled([db.$client.end(), admin.end(), mock.close()]);
      endpoint.close();
    }
  });
}
