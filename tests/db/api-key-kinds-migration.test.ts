import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import { openDatabase } from '#lib/db/database';
import { createApiKey, createDashboardKey } from '#lib/service/api-keys/api-keys';
import { ownerRole } from '#scripts/postgres/role';
import { createDatabase } from '#tests/support/database';
import { createOwner, noon } from '#tests/support/owners';
import { applyMigrations } from './apply-migrations';

const database = await createDatabase();
const client = new Client({ connectionString: database.adminUrl, options: `-c role=${ownerRole}` });
await client.connect();
const db = openDatabase(database.adminUrl);
afterAll(async () => {
  await client.end();
  await db.$client.end();
  await database.drop();
});

test('finds the keys of the dashboard among those of the previous version', async () => {
  const [owner, other] = [await createOwner(db), await createOwner(db)];
  const { secret: apiKey } = await createDashboardKey(owner);
  await saveApiCredentials(owner, { apiKey, signingSecret: null });
  await createApiKey(owner, { name: 'Reporting' });
  await createApiKey(owner, { name: 'Dashboard', scopes: ['read'] });
  await createApiKey(owner, { name: 'Dashboard', allowedIps: ['192.0.2.0/24'] });
  await createApiKey(owner, { name: 'Dashboard', expiresAt: new Date(noon.getTime() + 86_400_000) });
  // The dashboard has no access to this organization.
  await createApiKey(other, { name: 'Dashboard' });
  await client.query("SELECT set_config('app.organization', '*', false)");
  await client.query('ALTER TABLE api_keys DROP COLUMN kind');

  await applyMigrations(client, (file) => file.includes('api-key-kinds'));
  const { rows } = await client.query("SELECT last_four FROM api_keys WHERE kind = 'dashboard'");
  expect(rows).toEqual([{ last_four: apiKey.slice(-4) }]);
  const { rows: others } = await client.query(
    "SELECT count(*)::int AS count FROM api_keys WHERE kind = 'member'",
  );
  expect(others).toEqual([{ count: 5 }]);
});
