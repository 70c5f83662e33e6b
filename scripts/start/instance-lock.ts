import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileLock, lockFile } from '#scripts/system/file-lock';

/** The process that holds the data folder: a running launcher or a command. */
export interface LockHolder {
  kind: 'launcher' | 'command';
  pid: number;
  url: string;
  /** True once the database is migrated and commands may use it. */
  isDatabaseReady: boolean;
}

export interface InstanceLock extends FileLock {
  /** Lets commands use the database. */
  markDatabaseReady(): void;
}

const fileName = 'instance.json';

/** Locks the data folder for this process; returns undefined if another process holds it. */
export function acquireInstanceLock(
  dataFolder: string,
  holder: Pick<LockHolder, 'kind' | 'url'>,
): InstanceLock | undefined {
  mkdirSync(dataFolder, { recursive: true });
  const lock = lockFile(join(dataFolder, 'instance.lock'));
  if (!lock) return undefined;
  const file = join(dataFolder, fileName);
  const write = (isDatabaseReady: boolean) => {
    const content: LockHolder = { ...holder, pid: process.pid, isDatabaseReady };
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

/**
 * Reads the process that locked the data folder last; undefined if it released the lock or is writing its file. A killed
 * process is still returned until the next holder has written its file.
 */
export function readLockHolder(dataFolder: string): LockHolder | undefined {
  const file = join(dataFolder, fileName);
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The file was read while it was being written.
    return undefined;
  }
}
