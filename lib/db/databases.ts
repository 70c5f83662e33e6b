import { type Env, getEnv } from '#lib/core/env';
import { processState } from '#lib/core/process-state';
import { openDatabase, type PooledDatabase } from '#lib/db/database';

/** The connection pools of a process. */
export interface ProcessDatabases {
  /** For work across organizations, such as signing in and `/v1`, which names the organization in every statement. */
  system: PooledDatabase;
  /** For pages: only `withOrganization` sees rows of an organization. */
  restricted: PooledDatabase;
}

declare module '#lib/core/process-state' {
  interface ProcessState {
    databases?: ProcessDatabases;
  }
}

/** Returns the options of `openDatabase` for the pools of a web process, which share `DATABASE_POOL` connections. */
export function getWebPools({ DATABASE_POOL }: Pick<Env, 'DATABASE_POOL'>) {
  const limits = { name: 'answerscope web', statementSeconds: 30, lockSeconds: 10 };
  const max = Math.ceil(DATABASE_POOL / 2);
  return {
    system: { ...limits, max },
    restricted: { ...limits, max: DATABASE_POOL - max, isRestricted: true },
  };
}

/**
 * Returns the databases of this process. The web process opens them when it starts; where Next.js runs without it, the
 * first call does.
 * @throws Error if DATABASE_URL is missing
 */
export function getDatabases(): ProcessDatabases {
  processState.databases ??= openDatabases();
  return processState.databases;
}

function openDatabases(): ProcessDatabases {
  const settings = getEnv();
  const url = settings.DATABASE_URL;
  if (!url)
    throw new Error('DATABASE_URL is missing. Set it, or use npm start, which runs its own database.');
  const { system, restricted } = getWebPools(settings);
  return { system: openDatabase(url, system), restricted: openDatabase(url, restricted) };
}
