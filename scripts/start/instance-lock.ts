import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileLock, lockFile } from '#scripts/system/file-lock';

/** Who holds the data folder: a launcher for as long as it runs, or a command for the moment. */
export interface Holder {
  kind: 'launcher' | 'command';
  pid: number;
  address: string;
  /** Whether the database is up at the present schema, so that commands may use it. */
  databaseReady: boolean;
}

export interface InstanceLock extends FileLock {
  /** Tells commands that the database may be used. */
  markDatabaseReady(): void;
}

const fileName = 'instance.json';

/**
 * Takes the data folder for this process, or tells that another process has it. The lock is the operating
 * system's own on an open file (by way of SQLite, since Node.js has no call for it): it ends with its process,
 * so a killed holder leaves nothing to clear away.
 */
export function acquireInstanceLock(
  dataFolder: string,
  holder: Pick<Holder, 'kind' | 'address'>,
): InstanceLock | undefined {
  mkdirSync(dataFolder, { recursive: true });
  const lock = lockFile(join(dataFolder, 'instance.lock'));
  if (!lock) return undefined;
  const file = join(dataFolder, fileName);
  const write = (databaseReady: boolean) => {
    const content: Holder = { ...holder, pid: process.pid, databaseReady };
    writeFileSync(file, `${JSON.stringify(content)}\n`);
  };
  write(false);
  return {
    markDatabaseReady: () => write(true),
    release: () => {
      rmSync(file, { force: true });
      lock.release();
    },
  };
}

/** What the holder wrote of itself; absent for the instant before it does. */
export function readLockHolder(dataFolder: string): Holder | undefined {
  const file = join(dataFolder, fileName);
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Read while it was being written: as good as not yet there.
    return undefined;
  }
}
