import type pg from 'pg';
import { settings } from '#lib/core/settings';
import { openPool } from '#lib/db/connection';

declare global {
  /** Next.js may load a module more than once in a process; the pool must not be opened with it. */
  var answerscopePool: pg.Pool | undefined;
}

/** The one pool of this process, opened at the first call. @throws Error when DATABASE_URL is missing */
export function sharedPool(): pg.Pool {
  if (globalThis.answerscopePool) return globalThis.answerscopePool;
  const { DATABASE_URL, DATABASE_POOL } = settings();
  if (!DATABASE_URL) {
    throw new Error(
      'Setting DATABASE_URL is missing. Set it, or use npm start, which runs a database of its own.',
    );
  }
  globalThis.answerscopePool = openPool(DATABASE_URL, { max: DATABASE_POOL, name: 'answerscope web' });
  return globalThis.answerscopePool;
}
