import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withConnection } from '#lib/db/connection';
import { type Cluster, startCluster } from '#scripts/postgres/cluster';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';

const folder = createTempFolder();
const password = 'test-only';
let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ folder, password });
});
afterAll(async () => {
  await cluster?.stop();
  deleteTempFolder(folder);
});

test('the log of the embedded PostgreSQL contains no value of a parameter, a row or a statement', async () => {
  await withConnection(
    { connectionString: cluster.url('postgres', 'postgres', password) },
    async (client) => {
      await client.query('CREATE TABLE people (email text UNIQUE CHECK (length(email) < 40))');
      await client.query('INSERT INTO people VALUES ($1)', ['ada@marker.example']);
      const failing: [string, string[]?][] = [
        ['INSERT INTO people VALUES ($1)', ['ada@marker.example']],
        ["INSERT INTO people VALUES ('ada@marker.example')"],
        ['INSERT INTO people VALUES ($1)', [`${'x'.repeat(40)}@marker.example`]],
        ['SELECT $1::uuid', ['marker']],
        ["SELECT 'marker'::int"],
        ["SELECT 'marker' FROM nowhere"],
        ["DO $$ BEGIN RAISE WARNING 'marker'; RAISE EXCEPTION 'marker'; END $$"],
      ];
      for (const [text, values] of failing) await expect(client.query(text, values)).rejects.toThrow();
    },
  );
  const log = readFileSync(join(folder, 'postgres.log'), 'utf8');
  expect(log).toContain('database system is ready to accept connections');
  expect(log).not.toContain('marker');
});
