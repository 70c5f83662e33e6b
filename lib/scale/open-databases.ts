import type { Env } from '#lib/core/env';
import { observePools } from '#lib/core/process-metrics';
import { processState } from '#lib/core/process-state';
import { extendDatabase, type PooledDatabase } from '#lib/db/database';
import { getWebPools, type ProcessDatabases } from '#lib/db/databases';
import { checkDistributedRowSecurity } from '#lib/scale/citus/row-security';
import { limitConnections } from '#lib/scale/fair-share/connection-limits';
import { getDirectUrl, openPool } from '#lib/scale/pooler/pooler';
import { openReadReplica } from '#lib/scale/read-replica/read-replica';
import { observeReplica } from '#lib/scale/read-replica/replica-metrics';

/**
 * Opens the databases of a process that serves pages (`getDatabases`), with what is configured for scaling: PgBouncer,
 * a read replica and Citus. Each organization uses only a few connections of `restricted`.
 * @throws Error if the settings are incomplete, or PgBouncer or Citus does not separate organizations
 */
export async function openWebDatabases(
  settings: Env,
): Promise<ProcessDatabases & { close: () => Promise<void> }> {
  const pools = getWebPools(settings);
  const system = await openPool(settings, pools.system);
  const pages = limitConnections(await openPool(settings, pools.restricted));
  await checkDistributedRowSecurity({ system, restricted: pages });
  const replica = openReadReplica(settings, system);
  const restricted = extendDatabase(pages, { staleReads: replica });
  processState.databases = { system, restricted };
  observePools({
    service: system.$client,
    pages: restricted.$client,
    ...(replica ? { replica: replica.db.$client } : {}),
  });
  if (replica) observeReplica(() => replica.getState());
  const close = async () => {
    await Promise.all([system.$client.end(), restricted.$client.end(), replica?.close()]);
  };
  return { system, restricted, close };
}

/**
 * Opens the database of a worker process.
 * @returns also the URL for work that needs a dedicated session
 * @throws Error if the settings are incomplete, or PgBouncer or Citus does not separate organizations
 */
export async function openWorkerDatabase(
  settings: Env,
): Promise<{ db: PooledDatabase; directUrl: string; close: () => Promise<void> }> {
  const directUrl = getDirectUrl(settings);
  const db = await openPool(settings, { name: 'answerscope worker', max: settings.DATABASE_POOL });
  await checkDistributedRowSecurity({ system: db });
  observePools({ worker: db.$client });
  return { db, directUrl, close: () => db.$client.end() };
}
