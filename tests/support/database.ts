import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  /** Address as the product connects: role `answerscope`, bound by row-level security. */
  url: string;
  /** Address as a superuser, for faults such as ended connections. */
  adminUrl: string;
  drop(): Promise<void>;
}

/**
 * A fresh database with the present schema, cloned from the run's template in some 50 ms. One a test file:
 * `const database = await createDatabase();` and `afterAll(() => database.drop());`
 */
export async function createDatabase(): Promise<TestDatabase> {
  const { adminUrl, role, template, password } = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(
    adminUrl,
    `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)} OWNER ${escapeIdentifier(role)}`,
  );
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const own = new URL(url);
  own.username = role;
  own.password = password;
  return {
    url: own.href,
    adminUrl: url.href,
    drop: () => administer(adminUrl, `DROP DATABASE ${escapeIdentifier(name)} WITH (FORCE)`),
  };
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
