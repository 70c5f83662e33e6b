import { join } from 'node:path';
import { wait } from '#lib/core/backoff';
import type { Settings } from '#lib/core/settings';
import { readHolder, takeInstanceLock } from '#scripts/start/instance-lock';
import { embeddedUrl, type OpenedDatabase, openDatabase } from '#scripts/start/open-database';
import { livePostmaster } from '#scripts/start/postgres/postmaster';
import { readSecrets } from '#scripts/start/secrets';

const patienceSeconds = 90;

/**
 * The database of an instance, for a command beside it: the one of DATABASE_URL, the embedded one of the
 * launcher that runs, or else the embedded one started until `close`. Commands that start it take turns.
 * @throws Error when the data folder stays taken for 90 seconds
 */
export async function databaseUrlOf(settings: Settings): Promise<OpenedDatabase> {
  if (settings.DATABASE_URL) return openDatabase(settings, say);
  const deadline = Date.now() + patienceSeconds * 1000;
  while (Date.now() < deadline) {
    const lock = takeInstanceLock(settings.DATA_DIR, { kind: 'command', address: settings.APP_URL });
    if (lock) {
      try {
        const database = await openDatabase(settings, say);
        return { url: database.url, close: () => database.close().finally(() => lock.release()) };
      } catch (error) {
        lock.release();
        throw error;
      }
    }
    const url = urlOfLauncher(settings);
    if (url) return { url, close: async () => {} };
    await wait(50);
  }
  const holder = readHolder(settings.DATA_DIR);
  throw new Error(
    `${settings.DATA_DIR} is in use by process ${holder?.pid ?? 'unknown'}. Wait for it and try again.`,
  );
}

/** The database of the launcher that holds the data folder, once its `npm start` has brought it to the schema. */
function urlOfLauncher(settings: Settings): string | undefined {
  const holder = readHolder(settings.DATA_DIR);
  if (holder?.kind !== 'launcher' || !holder.databaseReady) return undefined;
  const postmaster = livePostmaster(join(settings.DATA_DIR, 'postgres'));
  if (!postmaster?.ready) return undefined;
  return embeddedUrl(postmaster.port, readSecrets(settings.DATA_DIR).databasePassword);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
