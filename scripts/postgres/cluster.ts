import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Account, buildCommand, getPostgresAccount } from '#scripts/postgres/account';
import { initDataFolder, locateBinaries } from '#scripts/postgres/install';
import { getLoopbackUrl } from '#scripts/postgres/loopback-url';
import {
  findRunningPostmaster,
  isAlive,
  type Postmaster,
  removeStalePidFile,
} from '#scripts/postgres/postmaster';
import { findFreePort } from '#scripts/system/free-port';

export interface ClusterOptions {
  /** Contains `postgres/` (the data) and `postgres.log`. */
  folder: string;
  /** Password of the superuser `postgres`. */
  password: string;
  /** A free port by default. */
  port?: number;
  /** Additional server parameters. */
  parameters?: Record<string, string>;
}

/** A running PostgreSQL server on loopback. */
export interface Cluster {
  pid: number;
  port: number;
  /** Returns the URL of a database. */
  url(database: string, user: string, password: string): string;
  /** Stops the server with a fast shutdown, or an immediate one after 30 seconds. Neither loses committed data. */
  stop(): Promise<void>;
}

const startSeconds = 60;
const stopSeconds = 30;

const defaultParameters = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  // The processes log failed statements without values; the server would quote values of rows and parameters.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
  log_line_prefix: '%m [%p] ',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Starts PostgreSQL on a folder, creating its data if there is none, or adopts the server that already runs there.
 * @throws Error with the end of PostgreSQL's log if it does not start
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const folder = resolve(options.folder);
  const data = join(folder, 'postgres');
  mkdirSync(folder, { recursive: true });
  const running = findRunningPostmaster(data);
  if (running) return toCluster(await waitUntilReady(data, folder, running.pid));
  const binaries = locateBinaries();
  const account = getPostgresAccount([binaries.postgres, folder]);
  if (!existsSync(data)) {
    await initDataFolder({ initdb: binaries.initdb, account, folder, password: options.password });
  }
  await removeStalePidFile(data);
  const parameters = { port: String(options.port ?? (await findFreePort())), ...options.parameters };
  const pid = await launchPostgres(binaries.postgres, account, folder, parameters);
  return toCluster(await waitUntilReady(data, folder, pid));
}

async function launchPostgres(
  postgres: string,
  account: Account,
  folder: string,
  extra: Record<string, string>,
): Promise<number> {
  const parameters = Object.entries({ ...defaultParameters, ...extra });
  const flags = parameters.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { command, options } = buildCommand(account, postgres, ['-D', join(folder, 'postgres'), ...flags]);
  const [program = '', ...rest] = command;
  const logFile = openSync(join(folder, 'postgres.log'), 'w', 0o600);
  try {
    // It gets its own process group, because Ctrl-C in a terminal must not stop it before web and worker.
    const child = spawn(program, rest, {
      ...options,
      detached: true,
      stdio: ['ignore', logFile, logFile],
    });
    await new Promise((done, fail) => {
      child.once('spawn', done);
      child.once('error', fail);
    });
    child.unref();
    return child.pid ?? 0;
  } finally {
    closeSync(logFile);
  }
}

async function waitUntilReady(data: string, folder: string, pid: number): Promise<Postmaster> {
  const deadline = Date.now() + startSeconds * 1000;
  while (Date.now() < deadline) {
    const postmaster = findRunningPostmaster(data);
    if (postmaster?.isReady) return postmaster;
    if (!isAlive(pid)) break;
    await delay(20);
  }
  const logFile = join(folder, 'postgres.log');
  const lastLines = existsSync(logFile)
    ? readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join('\n')
    : '';
  throw new Error(`The embedded PostgreSQL did not start. Its log (${logFile}) ends with:\n${lastLines}`);
}

function toCluster({ pid, port }: Postmaster): Cluster {
  return {
    pid,
    port,
    url: (database, user, password) => getLoopbackUrl({ port, database, user, password }),
    stop: () => stopPostgres(pid),
  };
}

/** Sends SIGINT (fast shutdown) and, after the time limit, SIGQUIT, which makes PostgreSQL recover at its next start. */
async function stopPostgres(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + stopSeconds * 1000;
    while (isAlive(pid) && Date.now() < deadline) await delay(20);
  }
}
