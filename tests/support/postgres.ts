import type { TestProject } from 'vitest/node';
import { migrate } from '#lib/db/migrate';
import { startCluster } from '#scripts/postgres/cluster';
import { ensureDatabase, productRole } from '#scripts/postgres/role';
import { createTempFolder, deleteAbandonedFolders, deleteTempFolder } from '#tests/support/temp-folder';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { adminUrl: string; role: string; password: string; template: string };
  }
}

const template = 'template_answerscope';
const password = 'test-only';

/** Starts one PostgreSQL for the whole test run, with a template database that the schema is applied to once. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  deleteAbandonedFolders();
  const folder = createTempFolder();
  // The data does not outlive the run, so nothing has to reach the disk.
  const parameters = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '400',
  };
  const cluster = await startCluster({ folder, password, parameters });
  const stop = async () => {
    await cluster.stop();
    deleteTempFolder(folder);
  };
  try {
    const adminUrl = cluster.url('postgres', 'postgres', password);
    await ensureDatabase(adminUrl, template, password);
    await migrate(cluster.url(template, productRole, password));
    project.provide('postgres', { adminUrl, role: productRole, password, template });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
