import { expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { listOrganizations } from '#lib/service/organizations/list-organizations';
import { createOrganization } from '#lib/service/organizations/organizations';
import { openTestDatabase } from '#tests/support/database';
import { createMember, createOwner, noon } from '#tests/support/owners';

const db = await openTestDatabase();

test('finds organizations by name or by the email address of an owner, newest first', async () => {
  const owner = await createOwner(db);
  const editor = await createMember(owner, 'editor');
  const later = createFixedClock(new Date(noon.getTime() + 1000));
  const { id } = await createOrganization(db, { name: '100% Kayaks', plan: 'team' }, later);
  const { rows } = await db.$client.query(
    `SELECT (SELECT email FROM users WHERE id = $1) AS editor,
       (SELECT email FROM users WHERE id <> $1) AS owner`,
    [editor.userId],
  );
  const [emails] = rows;
  const kayaks = { id, name: '100% Kayaks', plan: 'team', owners: [], createdAt: later.now() };
  const acme = {
    id: owner.organizationId,
    name: 'Acme',
    plan: 'free',
    owners: [emails.owner],
    createdAt: noon,
  };
  expect(await listOrganizations({ db })).toEqual([kayaks, acme]);
  expect(await listOrganizations({ db }, { limit: 1 })).toEqual([kayaks]);
  expect(await listOrganizations({ db }, { search: 'acm' })).toEqual([acme]);
  expect(await listOrganizations({ db }, { search: emails.owner.toUpperCase() })).toEqual([acme]);
  expect(await listOrganizations({ db }, { search: emails.editor })).toEqual([]);
  expect(await listOrganizations({ db }, { search: '0%' })).toEqual([kayaks]);
  expect(await listOrganizations({ db }, { search: '1%s' })).toEqual([]);
});
