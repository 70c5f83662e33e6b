import { DatabaseSync } from 'node:sqlite';

export interface FileLock {
  release(): void;
}

/**
 * Takes an exclusive lock on a file; returns undefined if another process holds it. The lock is the operating
 * system's (through SQLite, as Node.js has no call for it), so it ends with its process even if that is killed.
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
