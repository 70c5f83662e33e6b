import { systemClock } from '#lib/core/time';
import { openDatabase } from '#lib/db/database';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { createOrganization, type NewOrganization } from '#lib/service/organizations/organizations';
import { buildIfStale } from '#scripts/build/build';
import { findFreePort } from '#scripts/system/free-port';
import { root, startProcess, type TestProcess, waitUntilOk } from '#tests/support/process';
import { send, type Tenant } from '#tests/support/service';

export interface InstanceOptions {
  /** The `url` of a database from `createDatabase()`. */
  databaseUrl: string;
  /** Further settings, such as OPENAI_BASE_URL. */
  env?: Record<string, string>;
  /** If true, the web process also serves the pages and the webhook endpoint. A stale build is replaced first. */
  pages?: boolean;
  /** Host name in the URL, which must resolve to this machine; 127.0.0.1 by default. */
  host?: string;
  /** If true, the default, a worker is started too. */
  worker?: boolean;
}

/** A running instance: a web process, and a worker process unless `worker` is false. */
export interface Instance {
  /** Origin, such as http://127.0.0.1:41234 */
  url: string;
  /** The environment of its processes, with which a test can start further ones. */
  env: Record<string, string>;
  web: TestProcess;
  worker: TestProcess;
  /** Waits until web, database and worker are ready, for example after a restart; without a worker, only for web. */
  waitUntilReady(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an instance and waits until it is ready. Stop it in `afterAll`, before the database is dropped. */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  if (options.pages) await buildIfStale(root, () => {}, AbortSignal.timeout(240_000));
  const port = String(await findFreePort());
  const url = `http://${options.host ?? '127.0.0.1'}:${port}`;
  const env = {
    DATABASE_URL: options.databaseUrl,
    PORT: port,
    APP_URL: url,
    NEXTAUTH_URL: url,
    WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${port},localhost:${port}`,
    ENCRYPTION_KEY: process.env.ENCRYPTION_KEY ?? '',
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET ?? '',
    LOG_LEVEL: 'warn',
    ...options.env,
  };
  const web = startProcess(['lib/web/main.ts', ...(options.pages ? [] : ['--service-only'])], env);
  const worker = startProcess(['lib/worker/main.ts'], env, { startNow: options.worker ?? true });
  const waitUntilReady = () =>
    waitUntilOk(url + (worker.isRunning() ? '/readyz' : '/healthz'), [web, worker]);
  const stop = async () => {
    await Promise.all([web, worker].map((running) => running.isRunning() && running.end()));
  };
  try {
    await waitUntilReady();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, env, web, worker, waitUntilReady, stop };
}

/** Creates an organization with an API key in a running instance. */
export async function createTenant(
  instance: Instance,
  input: Partial<NewOrganization> = {},
): Promise<Tenant> {
  const db = openDatabase(instance.env.DATABASE_URL ?? '', { max: 1 });
  const { id } = await createOrganization(db, { name: 'Tenant', ...input });
  const actor = { kind: 'operator' } as const;
  const key = await createApiKey({ db, clock: systemClock, organizationId: id, actor }, { name: 'test' });
  await db.$client.end();
  return {
    id,
    secret: key.secret,
    keyId: key.id,
    send: (method, path, body, headers = {}) =>
      send(`${instance.url}${path}`, method, body, { authorization: `Bearer ${key.secret}`, ...headers }),
  };
}
