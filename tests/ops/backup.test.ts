import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#lib/core/time';
import { openDatabase } from '#lib/db/database';
import { createJobQueues } from '#lib/queue/job-runner';
import { buildCommand, getPostgresAccount } from '#scripts/postgres/account';
import { productRole } from '#scripts/postgres/product-role';
import { ensureDatabase } from '#scripts/postgres/role';
import { findFreePort } from '#scripts/system/free-port';
import { createTenant } from '#tests/security/test-app';
import { root } from '#tests/support/process';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';
import { waitFor } from '#tests/support/wait';

// The embedded PostgreSQL has no pg_dump, and a pg_dump must not be older than its server, so Debian's PostgreSQL is used.
const binFolder = ['18', '17', '16', '15']
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find(existsSync);
const reason = binFolder ? '' : ' (skipped: PostgreSQL with pg_dump is not installed)';

const folder = createTempFolder();
const dataFolder = join(folder, 'data');
const port = await findFreePort();
const password = 'test-only';
const getAdminUrl = (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`;

function runPostgres(program: string, args: string[]) {
  const { command, options } = buildCommand(
    getPostgresAccount([folder]),
    join(binFolder ?? '', program),
    args,
  );
  const [name = '', ...rest] = command;
  return spawnSync(name, rest, { ...options, encoding: 'utf8' });
}

beforeAll(async () => {
  if (!binFolder) return;
  const { owner } = getPostgresAccount([folder]);
  if (owner) spawnSync('chown', [`${owner.uid}:${owner.gid}`, folder]);
  const created = runPostgres('initdb', [
    '-D',
    dataFolder,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
  ]);
  expect([created.status, created.stderr]).toEqual([0, expect.any(String)]);
  const flags = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  runPostgres('pg_ctl', ['start', '-D', dataFolder, '-w', '-o', flags, '-l', join(folder, 'server.log')]);
  await waitFor('PostgreSQL accepts connections', () => runSql('postgres', 'SELECT 1'));
});
afterAll(() => {
  if (binFolder) runPostgres('pg_ctl', ['stop', '-D', dataFolder, '-m', 'immediate']);
  deleteTempFolder(folder);
});

async function runSql(database: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: getAdminUrl(database) });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Counts the rows of every table, and lists policies and owners. */
async function describeDatabase(database: string) {
  const tables = await runSql(
    database,
    `SELECT format('%I.%I', schemaname, tablename) AS name, tableowner AS owner, rowsecurity AS secured,
       (xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM %I.%I', schemaname, tablename), false, true, '')))[1]::text AS rows
     FROM pg_tables WHERE schemaname IN ('public', 'pgboss') ORDER BY 1`,
  );
  const policies = await runSql(
    database,
    'SELECT tablename, policyname, qual, with_check FROM pg_policies ORDER BY tablename, policyname',
  );
  return { tables, policies };
}

function runScript(name: string, file: string, env: Record<string, string>) {
  return spawnSync('sh', [join(root, 'ops', 'backup', name), file], {
    encoding: 'utf8',
    env: { PATH: `${binFolder}:${process.env.PATH}`, NODE_ENV: 'production', ...env },
  });
}

test.skipIf(!binFolder)(
  `restores a backup with every row, owner and policy${reason}`,
  async () => {
    await ensureDatabase(getAdminUrl, 'answerscope', password);
    const url = `postgresql://${productRole}:${password}@127.0.0.1:${port}/answerscope`;
    await createJobQueues(url, []);
    const db = openDatabase(url);
    const tenant = await createTenant(db);
    await db.$client.end();
    const before = await describeDatabase('answerscope');
    expect(before.tables.length).toBeGreaterThan(40);
    expect(before.tables.find(({ name }) => name === 'public.organizations')).toMatchObject({ rows: '1' });
    const file = join(folder, `${systemClock.now().getTime()}.dump`);
    const backup = runScript('backup.sh', file, { BACKUP_URL: getAdminUrl('answerscope') });
    expect([backup.status, backup.stderr]).toEqual([0, '']);
    await runSql('postgres', 'CREATE DATABASE restored OWNER answerscope_owner TEMPLATE template0');
    const restore = () => runScript('restore.sh', file, { RESTORE_URL: getAdminUrl('restored') });
    const restored = restore();
    expect([restored.status, restored.stderr]).toEqual([0, '']);
    expect(await describeDatabase('restored')).toEqual(before);
    const again = restore();
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('is not empty')]);
    // The restored policies hide all projects from a connection that is not scoped to an organization.
    const copy = openDatabase(url.replace(/answerscope$/, 'restored'), { isRestricted: true });
    const { rowCount } = await copy.$client.query('SELECT FROM projects');
    await copy.$client.end();
    expect([tenant.project.id, rowCount]).toEqual([expect.any(String), 0]);
  },
  120_000,
);
