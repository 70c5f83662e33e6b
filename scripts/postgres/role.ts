import { Client, escapeIdentifier, escapeLiteral } from 'pg';

/** The role the product connects as; not a superuser, so that row-level security applies. */
export const productRole = 'answerscope';

/**
 * Creates the product's role and a database it owns, if they are missing.
 * @param adminUrl URL of a database as a superuser
 * @param password set on every start, so that it always matches the secrets file
 */
export async function ensureDatabase(adminUrl: string, database: string, password: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const role = escapeIdentifier(productRole);
    const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [productRole]);
    if (found.rowCount === 0)
      await client.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOBYPASSRLS`);
    await client.query(`ALTER ROLE ${role} PASSWORD ${escapeLiteral(password)}`);
    const existing = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (existing.rowCount === 0) {
      await client.query(
        `CREATE DATABASE ${escapeIdentifier(database)} OWNER ${role} ENCODING 'UTF8' TEMPLATE template0`,
      );
    }
  } finally {
    await client.end();
  }
}

/** Returns whether row-level security applies to the role of a URL; superusers bypass it. */
export async function isBoundByRowSecurity(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      'SELECT FROM pg_roles WHERE rolname = current_user AND NOT rolsuper AND NOT rolbypassrls',
    );
    return rowCount === 1;
  } finally {
    await client.end();
  }
}
