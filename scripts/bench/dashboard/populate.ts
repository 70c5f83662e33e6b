import { once } from 'node:events';
import type { Writable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  getSiteDomain,
  type PopulatedTable,
  populatedTables,
  writeDay,
} from '#scripts/bench/dashboard/daily-rows';
import {
  type BenchProject,
  createSeededRandom,
  type Fixtures,
  listProjects,
} from '#scripts/bench/dashboard/fixtures';

const chunkCharacters = 1 << 18;

/**
 * Populates a database day by day with COPY. Indexes are dropped first and rebuilt at the end.
 * @param adminUrl URL as the superuser, because PostgreSQL refuses COPY into tables with row-level security
 */
export async function populateDatabase(adminUrl: string, fixtures: Fixtures): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const projects = listProjects(fixtures);
    for (const project of projects) await insertProject(client, project);
    await client.query(
      `SELECT ensure_answer_partitions(month::date) FROM generate_series($1::date, $2::date, interval '1 month') month`,
      [`${getFirstDay(projects).slice(0, 7)}-01`, fixtures.measured.days.at(-1)],
    );
    const restoreStatements = await dropIndexes(client);
    await copyRows(adminUrl, projects);
    await Promise.all(restoreStatements.map((statements) => buildIndexes(adminUrl, statements)));
  } finally {
    await client.end();
  }
}

async function insertProject(client: pg.Client, project: BenchProject): Promise<void> {
  const { organizationId, projectId, prompts, brands, days, runs, engines, countries } = project;
  await client.query(
    `INSERT INTO organizations (id, name, sync_concurrency) VALUES ($1, 'Shoes', 10) ON CONFLICT (id) DO NOTHING`,
    [organizationId],
  );
  await client.query('INSERT INTO projects (organization_id, id, name) VALUES ($1, $2, $3)', [
    organizationId,
    projectId,
    'Shoes',
  ]);
  await client.query(
    `INSERT INTO brands (organization_id, project_id, id, name, role, domains, color_index)
     SELECT $1, $2, id, 'Brand ' || number, CASE WHEN number = 1 THEN 'own' ELSE 'competitor' END,
       CASE WHEN number <= 2 THEN ARRAY[$4 || (number - 1)::text || '.com'] ELSE '{}' END, number - 1
     FROM unnest($3::uuid[]) WITH ORDINALITY AS input (id, number)`,
    [organizationId, projectId, brands, getSiteDomain(0).replace(/0\.com$/, '')],
  );
  await client.query(
    `INSERT INTO prompts (organization_id, project_id, id, text, topic, tags)
     SELECT $1, $2, id, 'Which shoes are best, ' || number || '?', 'Topic ' || number % 3, ARRAY['tag ' || number % 2]
     FROM unnest($3::uuid[]) WITH ORDINALITY AS input (id, number)`,
    [organizationId, projectId, prompts],
  );
  await client.query(
    `INSERT INTO runs (organization_id, project_id, id, kind, requested_at, engines, countries, samples, item_count, status,
       created_at, completed_at)
     SELECT $1, $2, id, 'scheduled', run_at, $5, $6, $7, $8, 'completed', run_at, run_at
     FROM unnest($3::uuid[], $4::date[]) AS input (id, day), LATERAL (SELECT day + interval '6 hours' AS run_at) times`,
    [
      organizationId,
      projectId,
      runs,
      days,
      engines,
      countries,
      project.samples,
      prompts.length * engines.length * countries.length * project.samples,
    ],
  );
}

/** Copies the rows over one connection per table, so that the database works while rows are generated. */
async function copyRows(adminUrl: string, projects: readonly BenchProject[]): Promise<void> {
  const copies = new Map<PopulatedTable, Copy>();
  for (const [table, columns] of Object.entries(populatedTables)) {
    copies.set(table as PopulatedTable, await startCopy(adminUrl, table, columns));
  }
  const random = createSeededRandom(7);
  const maxDays = Math.max(...projects.map(({ days }) => days.length));
  for (let daysAgo = maxDays - 1; daysAgo >= 0; daysAgo -= 1) {
    for (const project of projects) {
      const dayIndex = project.days.length - 1 - daysAgo;
      if (dayIndex < 0) continue;
      writeDay((table, row) => copies.get(table)?.write(row), project, dayIndex, random);
      for (const copy of copies.values()) await copy.waitForDrain();
    }
  }
  await Promise.all([...copies.values()].map((copy) => copy.end()));
}

interface Copy {
  write(row: string): void;
  /** Waits until the stream accepts more rows. */
  waitForDrain(): Promise<void>;
  end(): Promise<void>;
}

async function startCopy(adminUrl: string, table: string, columns: string): Promise<Copy> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query("SET session_replication_role = 'replica'");
  await client.query('BEGIN');
  // With `wal_level=minimal`, PostgreSQL writes no WAL for a table that was truncated in the same transaction.
  await client.query(`TRUNCATE ${table}`);
  const stream: Writable = client.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN`));
  let chunk = '';
  let isStreamFull = false;
  return {
    write(row) {
      chunk += `${row}\n`;
      if (chunk.length < chunkCharacters) return;
      isStreamFull = !stream.write(chunk);
      chunk = '';
    },
    async waitForDrain() {
      if (isStreamFull) await once(stream, 'drain');
      isStreamFull = false;
    },
    async end() {
      stream.end(chunk);
      await once(stream, 'finish');
      await client.query('COMMIT');
      await client.end();
    },
  };
}

function getFirstDay(projects: readonly BenchProject[]): string {
  return projects.map(({ days }) => days[0] ?? '').sort()[0] ?? '';
}

/** Drops the primary keys and indexes of the tables to populate. @returns the statements that restore them, by table */
async function dropIndexes(client: pg.Client): Promise<string[][]> {
  const restoreStatements: string[][] = [];
  for (const table of Object.keys(populatedTables)) {
    const { rows: keys } = await client.query<{ name: string; definition: string }>(
      `SELECT conname AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'p' AND conrelid = $1::regclass`,
      [table],
    );
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index WHERE indrelid = $1::regclass AND NOT indisprimary`,
      [table],
    );
    for (const { name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    restoreStatements.push([
      ...keys.map(({ name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`),
      // With ONLY, the index of a partitioned table would stay invalid.
      ...indexes.map(({ definition }) => definition.replace(' ON ONLY ', ' ON ')),
      `VACUUM (ANALYZE) ${table}`,
    ]);
  }
  return restoreStatements;
}

/** Rebuilds the indexes and statistics of one table over a separate connection. */
async function buildIndexes(adminUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query("SET maintenance_work_mem = '256MB'");
  for (const statement of statements) await client.query(statement);
  await client.end();
}
