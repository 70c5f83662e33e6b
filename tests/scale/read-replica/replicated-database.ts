import { spawnSync } from 'node:child_process';
import { chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Cluster, startCluster } from '#scripts/postgres/cluster';
import { productRole } from '#scripts/postgres/product-role';
import { ensureDatabase } from '#scripts/postgres/role';
import { findFreePort } from '#scripts/system/free-port';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';

const password = 'test-only';
const databaseName = 'answerscope';
const parameters = { fsync: 'off', max_connections: '60', shared_buffers: '64MB' };

/** A PostgreSQL server with the product's database, and its streaming replica. */
export interface ReplicatedDatabase {
  url: string;
  replicaUrl: string;
  /** URL of the replica as a superuser. */
  replicaAdminUrl: string;
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a primary and a replica that is created from its base backup. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folders = [createTempFolder(), createTempFolder()] as const;
  const primary = await startCluster({ folder: folders[0], password, parameters });
  await ensureDatabase((name) => primary.url(name, 'postgres', password), databaseName, password);
  await copyData(primary, folders);
  const port = await findFreePort();
  const connection = `host=127.0.0.1 port=${primary.port} user=postgres password=${password}`;
  const startReplica = () =>
    startCluster({
      folder: folders[1],
      password,
      port,
      parameters: { ...parameters, primary_conninfo: connection, wal_receiver_timeout: '2s' },
    });
  let replica = await startReplica();
  const replicaAdminUrl = replica.url(databaseName, 'postgres', password);
  return {
    url: primary.url(databaseName, productRole, password),
    replicaUrl: replica.url(databaseName, productRole, password),
    replicaAdminUrl,
    pauseReplay: () => runOn(replicaAdminUrl, 'SELECT pg_wal_replay_pause()'),
    resumeReplay: () => runOn(replicaAdminUrl, 'SELECT pg_wal_replay_resume()'),
    stopReplica: () => replica.stop(),
    async startReplica() {
      replica = await startReplica();
    },
    async stop() {
      await replica.stop();
      await primary.stop();
      for (const folder of folders) deleteTempFolder(folder);
    },
  };
}

/** Makes a base backup as the PostgreSQL manual describes, because the npm package does not contain pg_basebackup. */
async function copyData(primary: Cluster, [from, to]: readonly [string, string]): Promise<void> {
  const client = new Client({ connectionString: primary.url('postgres', 'postgres', password) });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('replica', true)");
    const data = join(to, 'postgres');
    const { status, stderr } = spawnSync('cp', ['-a', join(from, 'postgres'), data]);
    if (status !== 0) throw new Error(`The data could not be copied: ${stderr.toString()}`);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    const { uid, gid } = statSync(data);
    for (const [name, content] of Object.entries({
      backup_label: rows[0]?.labelfile ?? '',
      'standby.signal': '',
    })) {
      writeFileSync(join(data, name), content);
      chownSync(join(data, name), uid, gid);
    }
    rmSync(join(data, 'postmaster.pid'));
  } finally {
    await client.end();
  }
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
