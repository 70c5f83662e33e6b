import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { parseEnv } from '#lib/core/env';
import { openDatabase } from '#lib/db/database';
import { createJobQueues } from '#lib/queue/job-runner';
import { createService } from '#lib/service/instance/service';
import { createJobHandlers } from '#lib/worker/jobs';
import { distributeTables } from '#scripts/citus/distribute';
import { buildCommand, getPostgresAccount } from '#scripts/postgres/account';
import { productRole } from '#scripts/postgres/product-role';
import { ensureDatabase } from '#scripts/postgres/role';
import { findFreePort } from '#scripts/system/free-port';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';

/** `CITUS_BIN`, the folder with the programs of a PostgreSQL that has Citus; undefined if it is unset or not such a folder. */
export const citusBin =
  process.env.CITUS_BIN && existsSync(join(process.env.CITUS_BIN, 'pg_ctl'))
    ? process.env.CITUS_BIN
    : undefined;

const databaseName = 'answerscope';
const parameters = [
  'shared_preload_libraries=citus',
  'citus.enable_statistics_collection=off',
  'citus.propagate_set_commands=local',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=150',
  'max_prepared_transactions=200',
  'fsync=off',
];

/** A coordinator and two worker nodes with the tables of the dashboard distributed over them. */
export interface CitusCluster {
  /** Returns the URL of the coordinator's database for a role. */
  getUrl(role: string): string;
  stop(): void;
}

/** Starts a cluster whose nodes trust connections from this machine. */
export async function startCitusCluster(bin: string): Promise<CitusCluster> {
  const folder = createTempFolder();
  const account = getPostgresAccount([bin, folder]);
  const run = (program: string, args: string[]) => {
    const { command, options } = buildCommand(account, join(bin, program), args);
    const [file = '', ...rest] = command;
    const { status, stderr } = spawnSync(file, rest, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  };
  const ports: number[] = [];
  for (const node of ['coordinator', 'worker-1', 'worker-2']) {
    const data = join(folder, node);
    mkdirSync(data, { mode: 0o700 });
    if (account.owner) chownSync(data, account.owner.uid, account.owner.gid);
    const port = await findFreePort();
    run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']);
    const flags = [...parameters, `port=${port}`].map((parameter) => `-c ${parameter}`).join(' ');
    run('pg_ctl', ['-D', data, '-w', '-o', flags, '-l', join(data, 'postgres.log'), 'start']);
    ports.push(port);
  }
  const [coordinator = 0, ...workers] = ports;
  const getUrl = (role: string, database = databaseName, port = coordinator) =>
    `postgresql://${role}@127.0.0.1:${port}/${database}`;
  await ensureDatabase((database) => getUrl('postgres', database), databaseName, 'unused');
  await createQueues(getUrl(productRole));
  for (const port of workers) {
    await runStatements(getUrl('postgres', 'postgres', port), [`CREATE DATABASE ${databaseName}`]);
  }
  for (const port of ports) {
    await runStatements(getUrl('postgres', databaseName, port), ['CREATE EXTENSION citus']);
  }
  await runStatements(getUrl('postgres'), [
    `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator})`,
    ...workers.map((port) => `SELECT citus_add_node('127.0.0.1', ${port})`),
  ]);
  await distributeTables(getUrl('postgres'), () => {});
  return {
    getUrl,
    stop() {
      for (const node of ['coordinator', 'worker-1', 'worker-2']) {
        run('pg_ctl', ['-D', join(folder, node), '-m', 'immediate', 'stop']);
      }
      deleteTempFolder(folder);
    },
  };
}

/** Creates the job queues, which stay on the coordinator, as the first start of a worker does. */
async function createQueues(url: string): Promise<void> {
  const db = openDatabase(url, { max: 1 });
  const handlers = createJobHandlers(createService({ db, settings: parseEnv({}) }));
  await createJobQueues(
    url,
    handlers.map(({ job }) => job),
  );
  await db.$client.end();
}

async function runStatements(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
