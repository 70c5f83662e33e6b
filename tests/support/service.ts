import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Env, parseEnv } from '#lib/core/env';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import { createApp } from '#lib/http/app';
import { createNodeServer, toRequestListener } from '#lib/http/node-server';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { createService, flushService, type Service } from '#lib/service/instance/service';
import { createOrganization, type NewOrganization } from '#lib/service/organizations/organizations';
import { startWorker, type Worker } from '#lib/worker/start-worker';
import { createDatabase } from './database';

/** The service on a separate database, served on loopback as the web process serves it. */
export interface TestService {
  service: Service;
  db: PooledDatabase;
  databaseUrl: string;
  /** Connection URL of a superuser, for faults such as closed connections. */
  adminUrl: string;
  baseUrl: string;
  /** Starts a second web server on the same database and returns its URL. */
  startAnotherServer(): Promise<string>;
  /** Opens the service with a separate pool, as a second process would. */
  open(): Service;
  startWorker(): Promise<Worker>;
  /** Creates an organization with an API key. */
  createTenant(input?: Partial<NewOrganization>): Promise<Tenant>;
  stop(): Promise<void>;
}

/** An organization with an API key. */
export interface Tenant {
  id: string;
  secret: string;
  keyId: string;
  /** Sends a request with the key of this organization. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  body: any;
}

export async function startService(environment: Record<string, string> = {}): Promise<TestService> {
  const database = await createDatabase();
  const settings: Env = parseEnv({
    ...process.env,
    DATABASE_URL: database.url,
    PROVIDER_CHECKS: 'off',
    ...environment,
  });
  const pools: PooledDatabase[] = [];
  const servers: Server[] = [];
  const services: Service[] = [];
  const workers: Worker[] = [];

  function open(): Service {
    const db = openDatabase(database.url, { max: 20 });
    pools.push(db);
    const service = createService({ db, settings });
    services.push(service);
    return service;
  }

  async function serve(service: Service): Promise<string> {
    const server = createNodeServer(toRequestListener(createApp(service)));
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return getServerUrl(server);
  }

  const service = open();
  const baseUrl = await serve(service);

  async function createTenant(input: Partial<NewOrganization> = {}): Promise<Tenant> {
    const { id } = await createOrganization(service.db, { name: 'Tenant', ...input });
    const actor = { kind: 'operator' } as const;
    const key = await createApiKey({ ...service, organizationId: id, actor }, { name: 'test' });
    return {
      id,
      secret: key.secret,
      keyId: key.id,
      send: (method, path, body, headers = {}) =>
        send(`${baseUrl}${path}`, method, body, { authorization: `Bearer ${key.secret}`, ...headers }),
    };
  }

  return {
    service,
    db: service.db,
    databaseUrl: database.url,
    adminUrl: database.adminUrl,
    baseUrl,
    startAnotherServer: () => serve(open()),
    open,
    async startWorker() {
      const worker = await startWorker(open(), database.url);
      workers.push(worker);
      return worker;
    },
    createTenant,
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
      await Promise.all(services.map(flushService));
      await Promise.all(pools.map((db) => db.$client.end()));
      await database.drop();
    },
  };
}

/** Sends a request. A body that is not a string is sent as JSON. */
export async function send(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

export function getServerUrl(server: Server): string {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
