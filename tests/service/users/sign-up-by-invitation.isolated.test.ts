import { NextRequest } from 'next/server';
import { expect, test, vi } from 'vitest';
import { processState } from '#lib/core/process-state';
import { systemClock } from '#lib/core/time';
import { inviteMember } from '#lib/service/members/invitations';
import { openTestDatabase } from '#tests/support/database';
import { createEmail, createOwner, password } from '#tests/support/owners';

const db = await openTestDatabase();
processState.databases = { system: db, restricted: db };

// This process reads its settings once, so the modules that read them are loaded after they are set.
vi.resetModules();
process.env.SIGN_UP = 'invitation';
const { getEnv } = await import('#lib/core/env');
const { POST } = await import('../../../app/api/auth/sign-up/route');

const postSignUp = (fields: object) =>
  POST(
    new NextRequest(`${getEnv().APP_URL}/api/auth/sign-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: getEnv().APP_URL },
      body: JSON.stringify(fields),
    }),
  );

test('only people with an invitation can create an account', async () => {
  const account = () => ({ name: 'Ada', email: createEmail(), password });
  const countUsers = async () => Number((await db.$client.query('SELECT count(*) FROM users')).rows[0].count);
  const before = await countUsers();
  const uninvited = await postSignUp({ ...account(), organization: 'Lovelace' });
  expect(uninvited.status).toBe(403);
  expect(await uninvited.json()).toMatchObject({
    error: { code: 'INSUFFICIENT_PERMISSIONS', message: expect.stringContaining('by invitation') },
  });
  expect(await countUsers()).toBe(before);
  const owner = { ...(await createOwner(db)), clock: systemClock };
  const { token } = await inviteMember(owner, { role: 'editor' });
  const invited = await postSignUp({ ...account(), invitation: token });
  expect(await invited.json()).toEqual({ success: true, organizationId: owner.organizationId });
});
