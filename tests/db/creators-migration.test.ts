import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { openDatabase } from '#lib/db/database';
import { acceptInvitation } from '#lib/service/members/accept-invitation';
import { inviteMember } from '#lib/service/members/invitations';
import { createOrganization } from '#lib/service/organizations/organizations';
import { createOwnOrganization } from '#lib/service/organizations/own-organization';
import { ownerRole } from '#scripts/postgres/role';
import { createDatabase } from '#tests/support/database';
import { createEmail, createOwner, getUserId, noon, password } from '#tests/support/owners';
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

test('finds the creators of organizations and the users of invitations of the previous version', async () => {
  const owner = await createOwner(db);
  const userId = getUserId(owner);
  await createOwnOrganization(owner, { userId, name: 'Second' });
  await createOwnOrganization(owner, { userId, name: 'Third' });
  await createOrganization(db, { name: 'Of the operator' });
  const { token } = await inviteMember(owner, { role: 'viewer', label: '' });
  const later = new Date(noon.getTime() + 60_000);
  const user = { name: 'Vera', email: createEmail(), password };
  const { userId: joinedId } = await acceptInvitation(
    { ...owner, clock: createFixedClock(later) },
    { token, user },
  );
  await client.query("SELECT set_config('app.organization', '*', false)");
  await client.query('UPDATE organizations SET created_by = NULL');
  await client.query('UPDATE credit_balances SET free_credits = NULL');
  await client.query('UPDATE invitations SET accepted_by = NULL');
  await client.query('DROP INDEX organizations_creator');

  await applyMigrations(client, (file) => file.includes('creators-of-organizations'));
  const { rows } = await client.query(
    `SELECT created_by, free_credits FROM organizations JOIN credit_balances ON organization_id = id
     ORDER BY free_credits`,
  );
  expect(rows).toEqual([
    { created_by: userId, free_credits: 166 },
    { created_by: userId, free_credits: 167 },
    { created_by: userId, free_credits: 167 },
    { created_by: null, free_credits: null },
  ]);
  const { rows: accepted } = await client.query('SELECT accepted_by FROM invitations');
  expect(accepted).toEqual([{ accepted_by: joinedId }]);
});
