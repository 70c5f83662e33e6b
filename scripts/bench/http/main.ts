import { loadavg } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#lib/db/database';
import { type BenchProcess, startBenchProcess } from '#scripts/bench/child-process';
import {
  combineMeasurements,
  type Endpoint,
  type LoadMeasurement,
  type LoadResult,
  runLoad,
} from '#scripts/bench/http/load';
import { alignColumns } from '#scripts/bench/table';
import { createOrganizations, withTemporaryDatabase } from '#scripts/bench/temporary-database';

/** Service and baseline take turns, so that other load on the machine affects both alike. */
const turns = 10;
const turnSeconds = 0.5;
const warmUpSeconds = 1;
/** Each can send 500 requests per second, so together they can send more than the machine can serve. */
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
export function benchHttp(): Promise<string> {
  return withTemporaryDatabase({}, async ({ url }) => {
    const db = openDatabase(url, { max: 2 });
    const organizations = await createOrganizations(db, organizationCount);
    await db.$client.end();
    return formatTable(
      await measure(
        url,
        organizations.map(({ secret }) => secret),
      ),
    );
  });
}

type ServerKind = 'service' | 'bare';

type Measurement = { endpoint: string } & Record<ServerKind, LoadResult>;

async function measure(databaseUrl: string, secrets: string[]): Promise<Measurement[]> {
  const servers: Record<ServerKind, BenchProcess> = {
    service: await startServer('service', databaseUrl),
    bare: await startServer('bare', databaseUrl),
  };
  const rows: Measurement[] = [];
  for (const [endpoint, request] of Object.entries(endpoints)) {
    const load = (kind: ServerKind, seconds: number) =>
      runLoad(seconds, `http://127.0.0.1:${servers[kind].port}`, request, secrets);
    await load('bare', warmUpSeconds);
    await load('service', warmUpSeconds);
    const bare: LoadMeasurement[] = [];
    const service: LoadMeasurement[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      bare.push(await load('bare', turnSeconds));
      service.push(await load('service', turnSeconds));
    }
    rows.push({ endpoint, bare: combineMeasurements(bare), service: combineMeasurements(service) });
  }
  await Promise.all([servers.service.stop(), servers.bare.stop()]);
  return rows;
}

function startServer(kind: ServerKind, databaseUrl: string): Promise<BenchProcess> {
  return startBenchProcess(join(import.meta.dirname, 'server.ts'), [kind], { DATABASE_URL: databaseUrl });
}

function formatTable(rows: Measurement[]): string {
  const cells = [['', 'requests/s', 'p50 ms', 'p99 ms', 'failed']];
  for (const { endpoint, bare, service } of rows) {
    const addRow = (name: string, load: LoadResult) =>
      cells.push([
        name,
        ...[load.perSecond, load.p50, load.p99].map((value) => value.toFixed(1)),
        String(load.failed),
      ]);
    addRow(endpoint, service);
    addRow('  bare node:http', bare);
    const formatRatio = (a: number, b: number) => (a / b).toFixed(2);
    cells.push([
      '  ratio',
      formatRatio(service.perSecond, bare.perSecond),
      formatRatio(service.p50, bare.p50),
      formatRatio(service.p99, bare.p99),
      '',
    ]);
  }
  return [alignColumns(cells), `Load average at the end: ${loadavg()[0]?.toFixed(2)}`].join('\n');
}
