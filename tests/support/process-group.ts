import { advisoryLocks } from '#lib/db/advisory-locks';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import { buildIfStale } from '#scripts/build/build';
import { findFreePort } from '#scripts/system/free-port';
import { createDatabase } from '#tests/support/database';
import { root, startProcess, type TestProcess, waitUntilOk } from '#tests/support/process';
import { type ReverseProxy, startReverseProxy } from '#tests/support/reverse-proxy';
import { waitFor } from '#tests/support/wait';

export interface WebProcess extends TestProcess {
  /** Origin of this process, without the proxy. */
  url: string;
}

/** An instance of several web and worker processes on one database, behind a reverse proxy. */
export interface ProcessGroup {
  db: PooledDatabase;
  /** Connection URL of a superuser. */
  adminUrl: string;
  proxy: ReverseProxy;
  webProcesses: WebProcess[];
  /** The connections of the worker with index n have `worker-<n>` as their application name. */
  workers: TestProcess[];
  /** Waits until all processes are ready, for example after restarts. */
  waitUntilReady(): Promise<void>;
  stop(): Promise<void>;
}

interface GroupOptions {
  /** Further settings. */
  env?: Record<string, string>;
  /** If true, the web processes serve pages too. A stale build is replaced first. */
  pages?: boolean;
  /** Number of web processes, and of workers. */
  size?: number;
}

/** Long enough for a busy machine. */
const maxStartSeconds = 180;

/** Starts `size` web processes and as many workers, three of each by default, and waits until all are ready. */
export async function startProcessGroup({
  env,
  pages = false,
  size = 3,
}: GroupOptions = {}): Promise<ProcessGroup> {
  if (pages) await buildIfStale(root, () => {}, AbortSignal.timeout(240_000));
  const database = await createDatabase();
  const db = openDatabase(database.url, { max: 8 });
  const ports = await Promise.all(Array.from({ length: size }, findFreePort));
  const proxy = await startReverseProxy(ports.map((port) => `http://127.0.0.1:${port}`));
  const shared = {
    DATABASE_POOL: '8',
    ENCRYPTION_KEY: process.env.ENCRYPTION_KEY ?? '',
    LOG_LEVEL: 'warn',
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET ?? '',
    NEXTAUTH_URL: proxy.url,
    APP_URL: proxy.url,
    API_BASE_URL: proxy.url,
    WEBHOOK_ALLOWED_HOSTS: proxy.host,
    TRUSTED_PROXIES: '1',
    ...env,
  };
  const webProcesses = ports.map((port): WebProcess => {
    const command = ['lib/web/main.ts', ...(pages ? [] : ['--service-only'])];
    const settings = { ...shared, DATABASE_URL: database.url, PORT: String(port) };
    return Object.assign(startProcess(command, settings), { url: `http://127.0.0.1:${port}` });
  });
  const workers = ports.map((_, index) => {
    const url = new URL(database.url);
    url.searchParams.set('application_name', `worker-${index}`);
    return startProcess(['lib/worker/main.ts'], { ...shared, DATABASE_URL: url.href });
  });

  async function countWorkers(): Promise<number> {
    const { rows } = await db.$client.query(
      `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [advisoryLocks.workerPresence],
    );
    return rows[0].count;
  }

  async function waitUntilReady(): Promise<void> {
    await Promise.all(webProcesses.map((web) => waitUntilOk(`${web.url}/healthz`, [web], maxStartSeconds)));
    await waitFor('all workers are ready', async () => (await countWorkers()) === size, {
      seconds: maxStartSeconds,
    });
    await waitUntilOk(`${proxy.url}/readyz`, webProcesses);
  }

  async function stop(): Promise<void> {
    await Promise.all(
      [...webProcesses, ...workers].map((running) => running.isRunning() && running.end('SIGKILL')),
    );
    await proxy.stop();
    await db.$client.end();
    await database.drop();
  }

  try {
    await waitUntilReady();
  } catch (error) {
    await stop();
    throw error;
  }
  return { db, adminUrl: database.adminUrl, proxy, webProcesses, workers, waitUntilReady, stop };
}
