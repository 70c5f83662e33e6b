import { once } from 'node:events';
import type { Writable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type FilledTable, filledTables, getSiteDomain, writeDay } from '#scripts/bench/dashboard/daily-rows';
import {
  type BenchProject,
  type Fixtures,
  listProjects,
  seededRandom,
} from '#scripts/bench/dashboard/fixtures';

const chunkCharacters = 1 << 18;

/**
 * Fills a database with a world, day by day, as time would have: by COPY without indexes, which are built
 * afterwards.
 * @param adminUrl of the superuser, for COPY is refused where row-level security binds
 */
export async function fill(adminUrl: string, fixtures: Fixtures): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const projects = listProjects(fixtures);
  for (const project of projects) await insertProject(client, project);
  await client.query(
    `SELECT ensure_answer_partitions(month::date) FROM generate_series($1::date, $2::date, interval '1 month') month`,
    [`${firstDayOf(projects).slice(0, 7)}-01`, fixtures.measured.days.at(-1)],
  );
  const restore = await dropIndexes(client);
  await copyAll(adminUrl, projects);
  await Promise.all(restore.map((statements) => buildIndexes(adminUrl, statements)));
  await client.end();
}

async function insertProject(client: pg.Client, project: BenchProject): Promise<void> {
  const { organizationId, projectId, prompts, brands, days, runs, engines, countries } = project;
  await client.query('INSERT INTO projects (organization_id, id, name) VALUES ($1, $2, $3)', [
    organizationId,
    projectId,
    'Shoes',
  ]);
  await client.query(
    `INSERT INTO brands (organization_id, project_id, id, name, role, domains, color_index)
     SELECT $1, $2, id, 'Brand ' || place, CASE WHEN place = 1 THEN 'own' ELSE 'competitor' END,
       CASE WHEN place <= 2 THEN ARRAY[$4 || (place - 1)::text || '.com'] ELSE '{}' END, place - 1
     FROM unnest($3::uuid[]) WITH ORDINALITY AS given (id, place)`,
    [organizationId, projectId, brands, getSiteDomain(0).replace(/0\.com$/, '')],
  );
  await client.query(
    `INSERT INTO prompts (organization_id, project_id, id, text, topic, tags)
     SELECT $1, $2, id, 'Which shoes for question ' || place, 'Topic ' || place % 3, ARRAY['tag ' || place % 2]
     FROM unnest($3::uuid[]) WITH ORDINALITY AS given (id, place)`,
    [organizationId, projectId, prompts],
  );
  await client.query(
    `INSERT INTO runs (organization_id, project_id, id, kind, requested_at, engines, countries, samples, item_count, status,
       created_at, completed_at)
     SELECT $1, $2, id, 'scheduled', at, $5, $6, $7, $8, 'completed', at, at
     FROM unnest($3::uuid[], $4::date[]) AS given (id, day), LATERAL (SELECT day + interval '6 hours' AS at) a`,
    [
      ...[organizationId, projectId, runs, days, engines, countries, project.samples],
      prompts.length * engines.length * countries.length * project.samples,
    ],
  );
}

/** Every table by a connection of its own, so that the database works while rows are being written out. */
async function copyAll(adminUrl: string, projects: readonly BenchProject[]): Promise<void> {
  const copies = new Map<FilledTable, Copy>();
  for (const [table, columns] of Object.entries(filledTables)) {
    copies.set(table as FilledTable, await beginCopy(adminUrl, table, columns));
  }
  const random = seededRandom(7);
  const longest = Math.max(...projects.map(({ days }) => days.length));
  for (let back = longest - 1; back >= 0; back -= 1) {
    for (const project of projects) {
      const at = project.days.length - 1 - back;
      if (at < 0) continue;
      writeDay((table, row) => copies.get(table)?.put(row), project, at, random);
      for (const copy of copies.values()) await copy.drained();
    }
  }
  await Promise.all([...copies.values()].map((copy) => copy.end()));
}

interface Copy {
  put(row: string): void;
  /** Waits while the database is behind. */
  drained(): Promise<void>;
  end(): Promise<void>;
}

async function beginCopy(adminUrl: string, table: string, columns: string): Promise<Copy> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  // A table made empty in the same transaction is written without a log.
  await client.query("SET session_replication_role = 'replica'");
  await client.query('BEGIN');
  await client.query(`TRUNCATE ${table}`);
  const stream: Writable = client.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN`));
  let chunk = '';
  let behind = false;
  return {
    put(row) {
      chunk += `${row}\n`;
      if (chunk.length < chunkCharacters) return;
      behind = !stream.write(chunk);
      chunk = '';
    },
    async drained() {
      if (behind) await once(stream, 'drain');
      behind = false;
    },
    async end() {
      stream.end(chunk);
      await once(stream, 'finish');
      await client.query('COMMIT');
      await client.end();
    },
  };
}

function firstDayOf(projects: readonly BenchProject[]): string {
  return projects.map(({ days }) => days[0] ?? '').sort()[0] ?? '';
}

/** Drops the keys and indexes of the tables to be filled. @returns by table, what makes them again */
async function dropIndexes(client: pg.Client): Promise<string[][]> {
  const restore: string[][] = [];
  for (const table of Object.keys(filledTables)) {
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
    restore.push([
      ...keys.map(({ name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`),
      // On the parent alone it would stay invalid.
      ...indexes.map(({ definition }) => definition.replace(' ON ONLY ', ' ON ')),
      `VACUUM (ANALYZE) ${table}`,
    ]);
  }
  return restore;
}

/** Makes the indexes of one table again, and its statistics, by a connection of its own. */
async function buildIndexes(adminUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query("SET maintenance_work_mem = '256MB'");
  for (const statement of statements) await client.query(statement);
  await client.end();
}
