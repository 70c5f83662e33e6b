import { escapeIdentifier, escapeLiteral } from 'pg';
import { withConnection } from '#lib/db/connection';
import { grantAccess, migrate } from '#lib/db/migrate';
import { productRole } from '#scripts/postgres/product-role';

/**
 * The role that owns the database and its tables. The superuser migrates on its behalf. It cannot sign in, except on
 * a Citus cluster, where `npm run citus -- distribute` allows it so that the nodes can connect to each other.
 */
export const ownerRole = 'answerscope_owner';

/**
 * Creates the product's role, the owner and a database, if they are missing, and migrates the database.
 * @param getAdminUrl returns the URL that connects to a database as a superuser
 * @param password password of the product's role; set on every start, so that it always matches the secrets file
 */
export async function ensureDatabase(
  getAdminUrl: (database: string) => string,
  database: string,
  password: string,
): Promise<void> {
  const [role, owner, name] = [productRole, ownerRole, database].map(escapeIdentifier);
  await withConnection({ connectionString: getAdminUrl('postgres') }, async (client) => {
    for (const [wanted, options] of [
      [productRole, 'LOGIN NOSUPERUSER NOCREATEDB NOBYPASSRLS'],
      [ownerRole, 'NOLOGIN NOSUPERUSER NOCREATEDB NOBYPASSRLS'],
    ] as const) {
      const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [wanted]);
      if (found.rowCount === 0) await client.query(`CREATE ROLE ${escapeIdentifier(wanted)} ${options}`);
    }
    await client.query(`ALTER ROLE ${role} PASSWORD ${escapeLiteral(password)}`);
    const existing = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (existing.rowCount === 0) {
      await client.query(`CREATE DATABASE ${name} OWNER ${owner} ENCODING 'UTF8' TEMPLATE template0`);
    }
    // Migrations may also change the job queue, which the product's role owns.
    await client.query(`GRANT ${role} TO ${owner}`);
    // pg-boss creates and changes the schema of the job queue itself.
    await client.query(`GRANT CREATE ON DATABASE ${name} TO ${role}`);
  });
  const adminUrl = getAdminUrl(database);
  await withConnection({ connectionString: adminUrl }, async (client) => {
    await client.query(`ALTER SCHEMA public OWNER TO ${owner}`);
  });
  await migrate(adminUrl, { role: ownerRole });
  await grantAccess(adminUrl, { owner: ownerRole, user: productRole });
}

/** Returns whether row-level security applies to the role of a URL. Superusers bypass it. */
export async function isBoundByRowSecurity(databaseUrl: string): Promise<boolean> {
  return withConnection({ connectionString: databaseUrl }, async (client) => {
    const { rowCount } = await client.query(
      'SELECT FROM pg_roles WHERE rolname = current_user AND NOT rolsuper AND NOT rolbypassrls',
    );
    return rowCount === 1;
  });
}
