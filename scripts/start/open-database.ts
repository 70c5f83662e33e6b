import { resolve } from 'node:path';
import type { Settings } from '#lib/core/settings';
import { migrate } from '#lib/db/migrate';
import { loopbackUrl } from '#scripts/start/postgres/cluster';
import { keepCluster } from '#scripts/start/postgres/keep-running';
import { ensureDatabase, isBoundByRowSecurity, productRole } from '#scripts/start/postgres/role';
import { readSecrets } from '#scripts/start/secrets';

export interface OpenedDatabase {
  url: string;
  /** Stops what was started for it. */
  close(): Promise<void>;
}

const databaseName = 'answerscope';
const unboundRole =
  'The role of DATABASE_URL passes by row-level security, the second wall between organizations. ' +
  'Use one without SUPERUSER and BYPASSRLS.';

/**
 * Brings up the instance's database at the present schema: the one of DATABASE_URL, or the embedded one. The
 * caller holds the lock on the data folder.
 * @param say hears what a person should know of it
 */
export async function openDatabase(settings: Settings, say: (line: string) => void): Promise<OpenedDatabase> {
  if (settings.DATABASE_URL) {
    await migrate(settings.DATABASE_URL);
    if (!(await isBoundByRowSecurity(settings.DATABASE_URL))) say(unboundRole);
    return { url: settings.DATABASE_URL, close: async () => {} };
  }
  const secrets = readSecrets(settings.DATA_DIR);
  const folder = resolve(settings.DATA_DIR);
  const cluster = await keepCluster({ folder, password: secrets.postgresPassword }, say);
  try {
    const adminUrl = cluster.url('postgres', 'postgres', secrets.postgresPassword);
    await ensureDatabase(adminUrl, databaseName, secrets.databasePassword);
    const url = embeddedUrl(cluster.port, secrets.databasePassword);
    await migrate(url);
    return { url, close: () => cluster.stop() };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Address of the product's database in the embedded PostgreSQL. */
export function embeddedUrl(port: number, password: string): string {
  return loopbackUrl({ port, database: databaseName, user: productRole, password });
}
