import { Client } from 'pg';
import { changeSchema } from '#tests/support/database';

/**
 * Counts the queries of a test's database that find a share link by its token.
 * @param adminUrl of the database
 */
export async function observeShareLookups(
  adminUrl: string,
): Promise<{ count: () => Promise<number>; stop: () => Promise<void> }> {
  await changeSchema(
    adminUrl,
    'CREATE SEQUENCE share_lookups MINVALUE 0',
    `CREATE FUNCTION count_share_lookup() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
     BEGIN
       IF current_query() ILIKE 'select%token_hash%' THEN PERFORM nextval('public.share_lookups'); END IF;
       RETURN true;
     END $$`,
    // Evaluated for each link that a query reads.
    'CREATE POLICY count_lookups ON shares AS RESTRICTIVE FOR SELECT USING (count_share_lookup())',
    "SELECT setval('share_lookups', 0)",
  );
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  return {
    count: async () =>
      (await client.query('SELECT last_value::int AS count FROM share_lookups')).rows[0].count,
    stop: () => client.end(),
  };
}
