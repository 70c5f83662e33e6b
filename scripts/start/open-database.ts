import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Env } from '#lib/core/env';
import { findRunningPostmaster } from '#scripts/postgres/postmaster';
import type { OpenedDatabase } from '#scripts/start/database';
import { getEmbeddedUrl } from '#scripts/start/embedded-database';
import { readSecrets } from '#scripts/start/environment';
import { acquireInstanceLock, readLockHolder } from '#scripts/start/instance-lock';

const timeoutSeconds = 90;

/**
 * Opens the database of an instance for a command: DATABASE_URL, the database of the running launcher, or the embedded
 * one, which runs until `close`. Commands that start the embedded one take turns.
 * @throws Error if the data folder stays locked for 90 seconds
 */
export async function openInstanceDatabase(settings: Env): Promise<OpenedDatabase> {
  if (settings.DATABASE_URL) return prepare(settings);
  const deadline = Date.now() + timeoutSeconds * 1000;
  while (Date.now() < deadline) {
    const lock = acquireInstanceLock(settings.DATA_DIR, { kind: 'command', url: settings.APP_URL });
    if (lock) {
      try {
        const database = await prepare(settings);
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

/** Prepares the database with code that a command of a running instance does not need, and that takes long to load. */
async function prepare(settings: Env): Promise<OpenedDatabase> {
  const { prepareDatabase } = await import('#scripts/start/database');
  return prepareDatabase(settings, (line) => process.stderr.write(`${line}\n`));
}
