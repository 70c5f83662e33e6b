import { getEnv } from '#lib/core/env';
import { openDatabase, type PooledDatabase } from '#lib/db/client';

declare global {
  /** Next.js may load a module more than once in a process; the pool must not be opened with it. */
  var answerscopeDatabase: PooledDatabase | undefined;
}

/** Returns this process's database, opened at the first call. @throws Error when DATABASE_URL is missing */
export function getDatabase(): PooledDatabase {
  if (globalThis.answerscopeDatabase) return globalThis.answerscopeDatabase;
  const { DATABASE_URL, DATABASE_POOL } = getEnv();
  if (!DATABASE_URL) {
    throw new Error('DATABASE_URL is missing. Set it, or use npm start, which runs its own database.');
  }
  globalThis.answerscopeDatabase = openDatabase(DATABASE_URL, {
    max: DATABASE_POOL,
    name: 'answerscope web',
  });
  return globalThis.answerscopeDatabase;
}
