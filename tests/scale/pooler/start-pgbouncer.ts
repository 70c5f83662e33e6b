import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCommand, getPostgresAccount } from '#scripts/postgres/account';
import { findFreePort } from '#scripts/system/free-port';
import { root } from '#tests/support/process';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';

export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

/** A real PgBouncer in transaction mode, configured by the file in `ops`. */
export interface PgBouncer {
  /** Returns the URL of a database, such as `answerscope_pages`. */
  getUrl(database: string): string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer in front of a database with two connections per database, so that clients have to share them.
 * @param databaseUrl with the user and the password that clients use too
 */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const folder = createTempFolder();
  const { hostname, port, pathname, username, password } = new URL(databaseUrl);
  const listenPort = await findFreePort();
  const config = readFileSync(join(root, 'ops', 'pgbouncer', 'pgbouncer.ini'), 'utf8')
    .replaceAll(
      'host=postgres port=5432 dbname=answerscope',
      `host=${hostname} port=${port} dbname=${pathname.slice(1)}`,
    )
    .replace('listen_addr = 0.0.0.0', 'listen_addr = 127.0.0.1\nunix_socket_dir =')
    .replace('listen_port = 6432', `listen_port = ${listenPort}`)
    .replace('default_pool_size = 20', 'default_pool_size = 2')
    .replace('/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt'));
  writeFileSync(join(folder, 'pgbouncer.ini'), config);
  writeFileSync(join(folder, 'userlist.txt'), `"${username}" "${decodeURIComponent(password)}"\n`);
  chmodSync(folder, 0o755);
  // PgBouncer refuses to run as root.
  const { command, options } = buildCommand(getPostgresAccount([folder]), 'pgbouncer', [
    join(folder, 'pgbouncer.ini'),
  ]);
  const [program = '', ...args] = command;
  const child: ChildProcess = spawn(program, args, { ...options, stdio: 'ignore' });
  return {
    getUrl: (database) => `postgresql://${username}:${password}@127.0.0.1:${listenPort}/${database}`,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGINT');
        await once(child, 'exit');
      }
      deleteTempFolder(folder);
    },
  };
}
