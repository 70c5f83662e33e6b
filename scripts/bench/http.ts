import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#lib/core/clock';
import { openDatabase } from '#lib/db/client';
import { migrate } from '#lib/db/migrate';
import { createKey } from '#lib/service/api-keys/create-key';
import { createOrganization } from '#lib/service/organizations/create-organization';
import { type Endpoint, type Load, loadFor, loadOf, type Stretch } from '#scripts/bench/load';
import { type ServerKind, startServer } from '#scripts/bench/start-server';
import { alignColumns } from '#scripts/bench/table';
import { startCluster } from '#scripts/start/postgres/cluster';
import { ensureDatabase, productRole } from '#scripts/start/postgres/role';

/** The two take turns, so that whatever else the machine does slows both alike. */
const turns = 10;
const turnSeconds = 0.5;
const warmUpSeconds = 1;
/** Each organization may ask 500 times a second; together they may ask more than any machine answers. */
const organizations = 100;

const endpoints: Record<string, Endpoint> = {
  'GET /v1/countries': { method: 'GET', path: '/v1/countries' },
  'POST /v1/monitor/chat': {
    method: 'POST',
    path: '/v1/monitor/chat',
    body: JSON.stringify({ prompt: 'Which trail shoes last longest?', country: 'US' }),
  },
};

/**
 * Measures the service beside a bare `node:http` server that runs the same statements for each request and sends
 * an answer of the same bytes, each a process of its own, on a PostgreSQL made for it.
 * @returns a table
 */
export async function benchHttp(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'answerscope-bench-'));
  const password = randomUUID();
  const cluster = await startCluster({ folder, password });
  try {
    await ensureDatabase(cluster.url('postgres', 'postgres', password), 'bench', password);
    const databaseUrl = cluster.url('bench', productRole, password);
    await migrate(databaseUrl);
    return tableOf(await measure(databaseUrl, await makeKeys(databaseUrl)));
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeKeys(databaseUrl: string): Promise<string[]> {
  const db = openDatabase(databaseUrl, { max: 2 });
  const secrets: string[] = [];
  for (let made = 0; made < organizations; made += 1) {
    const { id } = await createOrganization(db, { name: `Bench ${made}`, plan: 'scale' });
    const context = {
      db,
      clock: systemClock,
      organizationId: id,
      actor: { kind: 'operator' } as const,
    };
    secrets.push((await createKey(context, { name: 'bench' })).secret);
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
    const ask = (kind: ServerKind, seconds: number) => loadFor(seconds, servers[kind].url, request, secrets);
    await ask('bare', warmUpSeconds);
    await ask('service', warmUpSeconds);
    const bare: Stretch[] = [];
    const service: Stretch[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      bare.push(await ask('bare', turnSeconds));
      service.push(await ask('service', turnSeconds));
    }
    rows.push({ endpoint, bare: loadOf(bare), service: loadOf(service) });
  }
  await Promise.all([servers.service.stop(), servers.bare.stop()]);
  return rows;
}

function tableOf(rows: Measured[]): string {
  const cells = [['', 'requests/s', 'p50 ms', 'p99 ms', 'failed']];
  for (const { endpoint, bare, service } of rows) {
    const line = (name: string, load: Load) =>
      cells.push([
        name,
        ...[load.perSecond, load.p50, load.p99].map((n) => n.toFixed(1)),
        String(load.failed),
      ]);
    line(endpoint, service);
    line('  bare node:http', bare);
    const ratio = (a: number, b: number) => (a / b).toFixed(2);
    cells.push([
      '  ratio',
      ratio(service.perSecond, bare.perSecond),
      ratio(service.p50, bare.p50),
      ratio(service.p99, bare.p99),
      '',
    ]);
  }
  return [alignColumns(cells), `load average at the end: ${loadavg()[0]?.toFixed(2)}`].join('\n');
}
