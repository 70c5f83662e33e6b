import { openDatabase, type PooledDatabase } from '#lib/db/database';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { startMockProviders } from '#scripts/mock-providers/server';
import { type ClusterOptions, startCluster } from '#scripts/postgres/cluster';
import { isAlive } from '#scripts/postgres/postmaster';
import { productRole } from '#scripts/postgres/product-role';
import { ensureDatabase } from '#scripts/postgres/role';
import { findFreePort } from '#scripts/system/free-port';
import { startProcess, type TestProcess, waitUntilOk } from '#tests/support/process';
import { fixturesFolder } from '#tests/support/recordings';
import { startSmtpServer } from '#tests/support/smtp-server';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';
import { waitFor } from '#tests/support/wait';
import { createWallClock, type WallClock } from '#tests/support/wall-clock';

export const leaseSeconds = 4;
const password = 'test-only';

export type FaultInstance = Awaited<ReturnType<typeof startFaultInstance>>;

/**
 * Starts an instance for fault injection: PostgreSQL with its own data folder, two web processes, two workers and a
 * third worker started by run-process.ts, with a mail server and a mock of the OpenAI API. Each process has its own wall
 * clock.
 * @param endpoint receives the webhooks of the tasks that the test creates, and those of the dashboard
 */
export async function startFaultInstance(endpoint: { url: string; host: string }) {
  const folder = createTempFolder();
  const clockFolder = createTempFolder();
  const clusterOptions: ClusterOptions = {
    folder,
    password,
    port: await findFreePort(),
    parameters: { fsync: 'off', max_connections: '150' },
  };
  let cluster = await startCluster(clusterOptions);
  const getAdminUrl = (database: string) => cluster.url(database, 'postgres', password);
  await ensureDatabase(getAdminUrl, 'answerscope', password);
  const databaseUrl = cluster.url('answerscope', productRole, password);
  let providerBehavior: MockBehavior | undefined;
  const mockProviders = await startMockProviders({
    folder: fixturesFolder,
    getBehavior: () => providerBehavior,
  });
  const smtp = await startSmtpServer();
  const ports = await Promise.all([findFreePort(), findFreePort()]);
  const webUrls = ports.map((port) => `http://127.0.0.1:${port}`);
  const env = {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: '10',
    ENCRYPTION_KEY: process.env.ENCRYPTION_KEY ?? '',
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET ?? '',
    APP_URL: endpoint.url,
    API_BASE_URL: webUrls[0] ?? '',
    WEBHOOK_ALLOWED_HOSTS: endpoint.host,
    WEBHOOK_RETRY_SECONDS: '0.2,0.5,1,2',
    OPENAI_API_KEY: 'any',
    OPENAI_BASE_URL: mockProviders.url,
    SMTP_URL: smtp.url,
    EMAIL_FROM: 'no-reply@answerscope.example',
    LEASE_SECONDS: String(leaseSeconds),
    LOG_LEVEL: 'error',
  };
  const clocks: WallClock[] = [];
  /** Starts a process with its own wall clock. */
  const start = (command: string[], settings: Record<string, string> = {}) => {
    const clock = createWallClock(clockFolder, `process-${clocks.length}`);
    clocks.push(clock);
    return startProcess(command, { ...env, ...clock.env, ...settings });
  };
  const webProcesses = ports.map((port) =>
    start(['lib/web/main.ts', '--service-only'], { PORT: String(port) }),
  );
  const workers = [1, 2].map(() => start(['lib/worker/main.ts']));
  const workerRunner = start(['scripts/start/run-process.ts', 'worker']);
  const processes: TestProcess[] = [...webProcesses, ...workers, workerRunner];
  // Like the launcher, restarts processes that have exited, for example because they started while PostgreSQL was down.
  const supervision = setInterval(() => {
    for (const child of processes) if (!child.isRunning()) child.start();
  }, 250);
  const db: PooledDatabase = openDatabase(databaseUrl, { max: 8 });
  const admin = openDatabase(getAdminUrl('answerscope'), { max: 1 });
  return {
    db,
    webProcesses,
    workers,
    workerRunner,
    clocks,
    webUrls,
    smtp,
    setProviderBehavior(behavior: MockBehavior | undefined) {
      providerBehavior = behavior;
    },
    /** Ends random database connections of the instance. */
    async dropConnections(count: number) {
      await admin.$client.query(
        `SELECT pg_terminate_backend(pid) FROM (
           SELECT pid FROM pg_stat_activity WHERE usename = $1 ORDER BY random() LIMIT $2
         ) AS chosen`,
        [productRole, count],
      );
    },
    /** Kills PostgreSQL's main process, waits until its other processes have ended and starts it again. */
    async killPostgres() {
      process.kill(cluster.pid, 'SIGKILL');
      await waitFor('PostgreSQL has exited', () => !isAlive(cluster.pid));
      cluster = await waitFor('PostgreSQL runs again', () => startCluster(clusterOptions), { seconds: 60 });
    },
    /** Lists the uncaught errors that ended a process, each with the output before it. */
    listUncaughtErrors: () =>
      processes.flatMap((child) =>
        // Node.js prints its version after an uncaught error.
        child
          .output()
          .split(/^Node\.js v.*$/m)
          .slice(0, -1)
          .map((output) => output.slice(-2_000)),
      ),
    waitUntilReady: () => Promise.all(webUrls.map((url) => waitUntilOk(`${url}/readyz`, processes, 120))),
    async stop() {
      clearInterval(supervision);
      await Promise.all(processes.map((child) => child.isRunning() && child.end('SIGKILL')));
      await Promise.all([db.$client.end(), admin.$client.end(), mockProviders.close(), smtp.stop()]);
      await cluster.stop();
      deleteTempFolder(folder);
      deleteTempFolder(clockFolder);
    },
  };
}
