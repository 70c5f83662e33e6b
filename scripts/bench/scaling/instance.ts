import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { openDatabase, type PooledDatabase } from '#lib/db/client';
import { type Receiver, startReceiver } from '#scripts/bench/pipeline/receiver';
import {
  combineResources,
  type InstancePids,
  type OperationTotals,
  type Resources,
  readOperations,
  readResources,
  subtractOperations,
} from '#scripts/bench/scaling/resources';
import {
  type BenchOrganization,
  createOrganizations,
  withTemporaryDatabase,
} from '#scripts/bench/temporary-database';
import { startMockProviders } from '#scripts/mock-providers/server';
import { findFreePort } from '#scripts/system/free-port';
import { startInstance } from '#tests/support/instance';

const organizationCount = 10;
const settleMs = 2_000;

/** A web process with pages, a worker and PostgreSQL, with a receiver of webhooks and a mock of the OpenAI API. */
export interface MeasuredInstance {
  db: PooledDatabase;
  adminUrl: string;
  organizations: readonly BenchOrganization[];
  receiver: Receiver;
  http: Pool;
  /** Measures what the instance uses during `run` and the moments after it. */
  measure(run: () => Promise<void>): Promise<Measured>;
}

export interface Measured {
  used: Resources;
  operations: OperationTotals;
}

/** Starts an instance on a temporary PostgreSQL as `npm start` runs it, calls `run` and stops it. */
export async function withMeasuredInstance<T>(run: (instance: MeasuredInstance) => Promise<T>): Promise<T> {
  process.env.ENCRYPTION_KEY ??= randomBytes(32).toString('hex');
  process.env.NEXTAUTH_SECRET ??= randomBytes(32).toString('hex');
  return withTemporaryDatabase({ shared_preload_libraries: 'pg_stat_statements' }, async (database) => {
    const db = openDatabase(database.url, { max: 4 });
    const admin = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
    await admin.query('CREATE EXTENSION pg_stat_statements');
    const mock = await startMockProviders({ folder: 'fixtures/providers' });
    const receiver = await startReceiver();
    const metricsPort = await findFreePort();
    const instance = await startInstance({
      databaseUrl: database.url,
      pages: true,
      env: {
        WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${receiver.port}`,
        OPENAI_API_KEY: 'bench',
        OPENAI_BASE_URL: mock.url,
        WORKER_METRICS_PORT: String(metricsPort),
        LOG_LEVEL: 'error',
      },
    });
    const http = new Pool(instance.url, { connections: 32 });
    const pids: InstancePids = {
      web: instance.web.pid,
      worker: instance.worker.pid,
      postgres: database.cluster.pid,
    };
    const read = async () => ({
      resources: await readResources(admin, pids),
      operations: await readOperations(`http://127.0.0.1:${metricsPort}/metrics`),
    });
    try {
      return await run({
        db,
        adminUrl: database.adminUrl,
        receiver,
        http,
        organizations: await createOrganizations(db, organizationCount),
        async measure(work) {
          const before = await read();
          await work();
          // The worker still runs statements after the last webhook.
          await wait(settleMs);
          const after = await read();
          return {
            used: combineResources(before.resources, after.resources, (a, b) => b - a),
            operations: subtractOperations(after.operations, before.operations),
          };
        },
      });
    } finally {
      await instance.stop();
      await http.close();
      await Promise.all([db.$client.end(), admin.end(), mock.close()]);
      receiver.close();
    }
  });
}
