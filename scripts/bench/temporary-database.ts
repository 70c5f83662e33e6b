import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#lib/core/time';
import type { Database } from '#lib/db/database';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { createOrganization } from '#lib/service/organizations/organizations';
import { type Cluster, startCluster } from '#scripts/postgres/cluster';
import { productRole } from '#scripts/postgres/product-role';
import { ensureDatabase } from '#scripts/postgres/role';

export interface TemporaryDatabase {
  cluster: Cluster;
  /** Connection URL of the product's role. */
  url: string;
  /** Connection URL of the superuser. */
  adminUrl: string;
}

/**
 * Runs a benchmark on a migrated database of a temporary PostgreSQL, which is deleted afterwards.
 * @param parameters server parameters
 */
export async function withTemporaryDatabase<T>(
  parameters: Record<string, string>,
  run: (database: TemporaryDatabase) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'answerscope-bench-'));
  const password = randomUUID();
  const cluster = await startCluster({ folder, password, parameters });
  try {
    await ensureDatabase((database) => cluster.url(database, 'postgres', password), 'bench', password);
    const url = cluster.url('bench', productRole, password);
    return await run({ cluster, url, adminUrl: cluster.url('bench', 'postgres', password) });
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface BenchOrganization {
  id: string;
  /** API key. */
  secret: string;
}

/** Creates organizations on the largest plan, each with an API key. */
export async function createOrganizations(db: Database, count: number): Promise<BenchOrganization[]> {
  const organizations: BenchOrganization[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await createOrganization(db, { name: `Bench ${index}`, plan: 'scale' });
    const actor = { kind: 'operator' } as const;
    const { secret } = await createApiKey(
      { db, clock: systemClock, organizationId: id, actor },
      { name: 'bench' },
    );
    organizations.push({ id, secret });
  }
  return organizations;
}
