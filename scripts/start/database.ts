import { resolve } from 'node:path';
import type { Env } from '#lib/core/env';
import { grantAccess, migrate } from '#lib/db/migrate';
import { getDirectUrl } from '#lib/scale/pooler/pooler';
import { ensureDatabase, isBoundByRowSecurity } from '#scripts/postgres/role';
import { startWatchedCluster } from '#scripts/postgres/watch-cluster';
import { databaseName, getEmbeddedUrl } from '#scripts/start/embedded-database';
import { readSecrets } from '#scripts/start/environment';

export interface OpenedDatabase {
  url: string;
  /** Stops the embedded PostgreSQL, unless a running launcher uses it. Does nothing for DATABASE_URL. */
  close(): Promise<void>;
}

const rowSecurityWarning =
  'The role of DATABASE_URL bypasses row-level security, which separates organizations. ' +
  'Use a role without SUPERUSER and BYPASSRLS.';

/**
 * Opens and migrates the instance's database: DATABASE_URL, or the embedded one. For the embedded one, the caller must
 * hold the lock on the data folder.
 * @param printLine prints warnings
 */
export async function prepareDatabase(
  settings: Env,
  printLine: (line: string) => void,
): Promise<OpenedDatabase> {
  if (settings.DATABASE_URL) {
    const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = settings;
    await migrate(ownerUrl ?? getDirectUrl(settings));
    if (ownerUrl) await grantAccess(ownerUrl, { user: decodeURIComponent(new URL(url).username) });
    if (!(await isBoundByRowSecurity(settings.DATABASE_URL))) printLine(rowSecurityWarning);
    return { url: settings.DATABASE_URL, close: async () => {} };
  }
  const secrets = readSecrets(settings.DATA_DIR);
  const folder = resolve(settings.DATA_DIR);
  const cluster = await startWatchedCluster({ folder, password: secrets.postgresPassword }, printLine);
  try {
    const getAdminUrl = (database: string) => cluster.url(database, 'postgres', secrets.postgresPassword);
    await ensureDatabase(getAdminUrl, databaseName, secrets.databasePassword);
    const url = getEmbeddedUrl(cluster.port, secrets.databasePassword);
    return { url, close: () => cluster.stop() };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
