import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Env } from '#lib/core/env';
import { grantAccess, migrate } from '#lib/db/migrate';
import { getDirectUrl } from '#lib/db/pooler';
import { getLoopbackUrl } from '#scripts/postgres/cluster';
import { findRunningPostmaster } from '#scripts/postgres/postmaster';
import { ensureDatabase, isBoundByRowSecurity, productRole } from '#scripts/postgres/role';
import { startWatchedCluster } from '#scripts/postgres/watch-cluster';
import { readSecrets } from '#scripts/start/environment';
import { acquireInstanceLock, readLockHolder } from '#scripts/start/instance-lock';

export interface OpenedDatabase {
  url: string;
  /** Stops the embedded PostgreSQL, unless a running launcher uses it. Does nothing for DATABASE_URL. */
  close(): Promise<void>;
}

const databaseName = 'answerscope';
const rowSecurityWarning =
  'The role of DATABASE_URL bypasses row-level security, which separates organizations. ' +
  'Use a role without SUPERUSER and BYPASSRLS.';

/**
 * Opens and migrates the instance's database: DATABASE_URL, or the embedded one. For the embedded one, the caller must
 * hold the lock on the data folder.
 * @param printLine prints warnings
 */
export async function prepareDatabase(
  settings: Env,
  printLine: (line: string) => void,
): Promise<OpenedDatabase> {
  if (settings.DATABASE_URL) {
    const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = settings;
    await migrate(ownerUrl ?? getDirectUrl(settings));
    if (ownerUrl) await grantAccess(ownerUrl, { user: decodeURIComponent(new URL(url).username) });
    if (!(await isBoundByRowSecurity(settings.DATABASE_URL))) printLine(rowSecurityWarning);
    return { url: settings.DATABASE_URL, close: async () => {} };
  }
  const secrets = readSecrets(settings.DATA_DIR);
  const folder = resolve(settings.DATA_DIR);
  const cluster = await startWatchedCluster({ folder, password: secrets.postgresPassword }, printLine);
  try {
    const getAdminUrl = (database: string) => cluster.url(database, 'postgres', secrets.postgresPassword);
    await ensureDatabase(getAdminUrl, databaseName, secrets.databasePassword);
    const url = getEmbeddedUrl(cluster.port, secrets.databasePassword);
    return { url, close: () => cluster.stop() };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Returns the URL of the product's database in the embedded PostgreSQL. */
function getEmbeddedUrl(port: number, password: string): string {
  return getLoopbackUrl({ port, database: databaseName, user: productRole, password });
}

const timeoutSeconds = 90;

/**
 * Opens the database of an instance for a command: DATABASE_URL, the database of the running launcher, or the embedded
 * one, which runs until `close`. Commands that start the embedded one take turns.
 * @throws Error if the data folder stays locked for 90 seconds
 */
export async function openInstanceDatabase(settings: Env): Promise<OpenedDatabase> {
  if (settings.DATABASE_URL) return prepareDatabase(settings, printLine);
  const deadline = Date.now() + timeoutSeconds * 1000;
  while (Date.now() < deadline) {
    const lock = acquireInstanceLock(settings.DATA_DIR, { kind: 'command', url: settings.APP_URL });
    if (lock) {
      try {
        const database = await prepareDatabase(settings, printLine);
        return { url: database.url, close: () => database.close().finally(() => lock.release()) };
      } catch (error) {
        lock.release();
        throw error;
      }
    }
    const url = findLauncherDatabase(settings);
    if (url) return { url, close: async () => {} };
    await delay(50);
  }
  const holder = readLockHolder(settings.DATA_DIR);
  throw new Error(
    `${settings.DATA_DIR} is in use by process ${holder?.pid ?? 'unknown'}. Try again when this process has finished.`,
  );
}

/** Returns the database URL of the launcher that holds the data folder; undefined until the database is migrated. */
function findLauncherDatabase(settings: Env): string | undefined {
  const holder = readLockHolder(settings.DATA_DIR);
  if (holder?.kind !== 'launcher' || !holder.isDatabaseReady) return undefined;
  const postmaster = findRunningPostmaster(join(settings.DATA_DIR, 'postgres'));
  if (!postmaster?.isReady) return undefined;
  return getEmbeddedUrl(postmaster.port, readSecrets(settings.DATA_DIR).databasePassword);
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
