import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { afterAll, inject } from 'vitest';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import { ownerRole } from '#scripts/postgres/role';

export interface TestDatabase {
  /** Connection URL of the product's role `answerscope`, which row-level security applies to. */
  url: string;
  /** Connection URL of a superuser, for faults such as closed connections. */
  adminUrl: string;
  drop(): Promise<void>;
}

/**
 * Creates a database with the current schema by cloning the test run's template, which takes about 50 ms. Use one per
 * test file: `const database = await createDatabase();` and `afterAll(() => database.drop());`
 */
export async function createDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject('postgres').template);
}

/** Creates a database and opens it. After the tests of the file, it is closed and dropped. */
export async function openTestDatabase(options?: { max: number }): Promise<PooledDatabase> {
  const database = await createDatabase();
  const db = openDatabase(database.url, options);
  afterAll(async () => {
    await db.$client.end();
    await database.drop();
  });
  return db;
}

/** Creates a database with data that `fill` stores once per test run, in the template database `template_<name>`. */
export async function createFilledDatabase(
  name: string,
  fill: (database: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  const template = `template_${name}`;
  await runAsAdmin(async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (rowCount) return;
    const database = await createDatabase();
    await fill(database);
    const created = escapeIdentifier(new URL(database.url).pathname.slice(1));
    await client.query(`ALTER DATABASE ${created} RENAME TO ${escapeIdentifier(template)}`);
  });
  return cloneDatabase(template);
}

async function cloneDatabase(template: string): Promise<TestDatabase> {
  const { adminUrl, role, password } = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const identifier = escapeIdentifier(name);
  await runAsAdmin(async (client) => {
    await client.query(
      `CREATE DATABASE ${identifier} TEMPLATE ${escapeIdentifier(template)} OWNER ${escapeIdentifier(ownerRole)}`,
    );
    // A clone does not inherit the privileges on its template.
    await client.query(`GRANT CREATE ON DATABASE ${identifier} TO ${escapeIdentifier(role)}`);
  });
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const productUrl = new URL(url);
  productUrl.username = role;
  productUrl.password = password;
  return {
    url: productUrl.href,
    adminUrl: url.href,
    drop: () => runAsAdmin((client) => client.query(`DROP DATABASE ${identifier} WITH (FORCE)`)),
  };
}

/** Runs statements that change the schema, as the owner of the tables. @param adminUrl of the test's database */
export async function changeSchema(adminUrl: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: adminUrl, options: `-c role=${ownerRole}` });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Runs work on a superuser connection. Closing the connection releases its session locks. */
async function runAsAdmin(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: inject('postgres').adminUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
