import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { systemClock } from '#lib/core/time';
import { openDatabase } from '#lib/db/client';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { createOrganization } from '#lib/service/organizations/organizations';
import { combineSamples, type Endpoint, type Load, type LoadSample, runLoad } from '#scripts/bench/http/load';
import { alignColumns } from '#scripts/bench/table';
import { startCluster } from '#scripts/postgres/cluster';
import { ensureDatabase, productRole } from '#scripts/postgres/role';

/** Service and baseline take turns, so that other load on the machine affects both alike. */
const turns = 10;
const turnSeconds = 0.5;
const warmUpSeconds = 1;
/** The limit is 500 requests per second each, so together they exceed what the machine can serve. */
const organizationCount = 100;

const endpoints: Record<string, Endpoint> = {
  'GET /v1/countries': { method: 'GET', path: '/v1/countries' },
  'POST /v1/monitor/chat': {
    method: 'POST',
    path: '/v1/monitor/chat',
    body: JSON.stringify({ prompt: 'Which trail shoes last longest?', country: 'US' }),
  },
};

/**
 * Measures the service and a bare `node:http` server that runs the same statements and sends the same bytes, each in its
 * own process, on a temporary PostgreSQL.
 * @returns a table
 */
export async function benchHttp(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'answerscope-bench-'));
  const password = randomUUID();
  const cluster = await startCluster({ folder, password });
  try {
    await ensureDatabase((database) => cluster.url(database, 'postgres', password), 'bench', password);
    const databaseUrl = cluster.url('bench', productRole, password);
    return formatTable(await measure(databaseUrl, await createKeys(databaseUrl)));
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function createKeys(databaseUrl: string): Promise<string[]> {
  const db = openDatabase(databaseUrl, { max: 2 });
  const secrets: string[] = [];
  for (let index = 0; index < organizationCount; index += 1) {
    const { id } = await createOrganization(db, { name: `Bench ${index}`, plan: 'scale' });
    const context = {
      db,
      clock: systemClock,
      organizationId: id,
      actor: { kind: 'operator' } as const,
    };
    secrets.push((await createApiKey(context, { name: 'bench' })).secret);
  }
  await db.$client.end();
  return secrets;
}

type Measured = { endpoint: string } & Record<ServerKind, Load>;

async function measure(databaseUrl: string, secrets: string[]): Promise<Measured[]> {
  const servers = {
    service: await startServer('service', databaseUrl),
    bare: await startServer('bare', databaseUrl),
  };
  const rows: Measured[] = [];
  for (const [endpoint, request] of Object.entries(endpoints)) {
    const load = (kind: ServerKind, seconds: number) => runLoad(seconds, servers[kind].url, request, secrets);
    await load('bare', warmUpSeconds);
    await load('service', warmUpSeconds);
    const bare: LoadSample[] = [];
    const service: LoadSample[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      bare.push(await load('bare', turnSeconds));
      service.push(await load('service', turnSeconds));
    }
    rows.push({ endpoint, bare: combineSamples(bare), service: combineSamples(service) });
  }
  await Promise.all([servers.service.stop(), servers.bare.stop()]);
  return rows;
}

function formatTable(rows: Measured[]): string {
  const cells = [['', 'requests/s', 'p50 ms', 'p99 ms', 'failed']];
  for (const { endpoint, bare, service } of rows) {
    const addRow = (name: string, load: Load) =>
      cells.push([
        name,
        ...[load.perSecond, load.p50, load.p99].map((value) => value.toFixed(1)),
        String(load.failed),
      ]);
    addRow(endpoint, service);
    addRow('  bare node:http', bare);
    const ratio = (a: number, b: number) => (a / b).toFixed(2);
    cells.push([
      '  ratio',
      ratio(service.perSecond, bare.perSecond),
      ratio(service.p50, bare.p50),
      ratio(service.p99, bare.p99),
      '',
    ]);
  }
  return [alignColumns(cells), `Load average at the end: ${loadavg()[0]?.toFixed(2)}`].join('\n');
}

export type ServerKind = 'service' | 'bare';

export interface BenchServer {
  url: string;
  stop(): Promise<void>;
}

/** Starts a server in its own process. @throws Error if it exits before it listens */
function startServer(kind: ServerKind, databaseUrl: string): Promise<BenchServer> {
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl } as const;
  const child = fork(join(import.meta.dirname, 'server.ts'), [kind], { env });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  return new Promise((done, fail) => {
    child.once('message', (message) => {
      const { port } = z.object({ port: z.int() }).parse(message);
      done({
        url: `http://127.0.0.1:${port}`,
        async stop() {
          child.disconnect();
          await exited;
        },
      });
    });
    void exited.then(() => fail(new Error(`The ${kind} server exited before it listened.`)));
  });
}
