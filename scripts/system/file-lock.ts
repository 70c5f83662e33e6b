import { DatabaseSync } from 'node:sqlite';

export interface FileLock {
  release(): void;
}

/**
 * Locks a file exclusively; returns undefined if another process holds the lock. Node.js has no API for this, so SQLite
 * locks the file. The operating system releases the lock even if the process is killed.
 */
export function lockFile(path: string): FileLock | undefined {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    const busyCode = 5;
    if (error instanceof Error && 'errcode' in error && error.errcode === busyCode) return undefined;
    throw error;
  }
}
