import type { TestProject } from 'vitest/node';
import { parseEnv } from '#lib/core/env';
import { openDatabase } from '#lib/db/database';
import { createJobQueues } from '#lib/queue/job-runner';
import { createService } from '#lib/service/instance/service';
import { createJobHandlers } from '#lib/worker/jobs';
import { startCluster } from '#scripts/postgres/cluster';
import { productRole } from '#scripts/postgres/product-role';
import { ensureDatabase } from '#scripts/postgres/role';
import { createTempFolder, deleteAbandonedFolders, deleteTempFolder } from '#tests/support/temp-folder';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { adminUrl: string; role: string; password: string; template: string };
  }
}

const template = 'template_answerscope';
const password = 'test-only';

/** Starts PostgreSQL for the test run, with a template database that has the current schema and the job queues. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  deleteAbandonedFolders();
  const folder = createTempFolder();
  // The data is deleted after the run, so it does not have to reach the disk.
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
    await ensureDatabase((database) => cluster.url(database, 'postgres', password), template, password);
    await fillTemplate(cluster.url(template, productRole, password));
    project.provide('postgres', { adminUrl, role: productRole, password, template });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function fillTemplate(url: string): Promise<void> {
  const db = openDatabase(url);
  const handlers = createJobHandlers(createService({ db, settings: parseEnv({}) }));
  await createJobQueues(
    url,
    handlers.map(({ job }) => job),
  );
  await db.$client.end();
}
