import { expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import type { Context } from '#lib/db/context';
import {
  completeIdentityLink,
  findIdentityOwner,
  linkIdentity,
  listIdentities,
  removeIdentity,
} from '#lib/service/users/identities';
import { listPasskeys, removePasskey } from '#lib/service/users/passkeys';
import { resetPassword, sendPasswordReset } from '#lib/service/users/password-reset';
import { createSession } from '#lib/service/users/sessions';
import { getAuthenticationTime } from '#lib/service/users/sign-in-methods';
import { openTestDatabase } from '#tests/support/database';
import { listSubjects, readNewestEmail, readToken } from '#tests/support/emails';
import { createOwner, getUserId, noon, password } from '#tests/support/owners';

const db = await openTestDatabase();

const issuer = 'https://id.acme.example';
const hoursAfterNoon = (hours: number) => ({
  db,
  clock: createFixedClock(new Date(noon.getTime() + hours * 3_600_000)),
});

async function addPasskey(owner: Context, createdAt = noon): Promise<string> {
  const { rows } = await db.$client.query(
    `INSERT INTO passkeys (user_id, name, credential_id, public_key, signature_count, transports, is_synced, created_at)
     VALUES ($1, 'Phone', gen_random_uuid(), '', 0, '{}', false, $2) RETURNING id`,
    [getUserId(owner), createdAt],
  );
  return rows[0].id;
}

async function addIdentity(owner: Context, deps = hoursAfterNoon(0)) {
  const identity = { issuer, subject: getUserId(owner), email: 'ada@acme.example' };
  await linkIdentity(deps, { ...identity, userId: getUserId(owner) });
  return identity;
}

const deletePassword = (owner: Context) =>
  db.$client.query('UPDATE users SET password_hash = NULL WHERE id = $1', [getUserId(owner)]);

async function readEmailAddress(owner: Context): Promise<string> {
  const { rows } = await db.$client.query('SELECT email FROM users WHERE id = $1', [getUserId(owner)]);
  return rows[0].email;
}

const onlyWayError = { code: 'VALIDATION_ERROR', message: expect.stringContaining('only way to sign in') };

test('the only way to sign in cannot be removed, not even by two requests at once', async () => {
  const owner = await createOwner(db);
  await deletePassword(owner);
  const id = await addPasskey(owner);
  await expect(removePasskey(owner, { id })).rejects.toMatchObject(onlyWayError);
  const identity = await addIdentity(owner);
  const results = await Promise.allSettled([removePasskey(owner, { id }), removeIdentity(owner, identity)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: onlyWayError });
  expect((await listPasskeys(owner)).length + (await listIdentities(owner)).length).toBe(1);
});

test('users are notified once when an identity is linked and once when it is removed', async () => {
  const owner = await createOwner(db);
  const email = await readEmailAddress(owner);
  const user = { id: getUserId(owner), email, name: 'Olga' };
  const reported = { issuer, subject: user.id, email, isEmailVerified: true, name: 'Olga' };
  for (let count = 0; count < 2; count++) {
    const found = await findIdentityOwner(owner, reported);
    if (found.kind === 'link') expect(await completeIdentityLink(owner, found.linkToken, user)).toBe(true);
  }
  await removeIdentity(owner, { issuer, subject: user.id });
  expect((await listSubjects(db, email)).filter((subject) => subject.startsWith('Sign-in')).sort()).toEqual([
    'Sign-in with id.acme.example was added',
    'Sign-in with id.acme.example was removed',
  ]);
});

test('a password reset deletes sign-in methods added in the last 24 hours and lists the remaining ones', async () => {
  const owner = await createOwner(db);
  const email = await readEmailAddress(owner);
  await db.$client.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [getUserId(owner)]);
  await addIdentity(owner);
  const kept = await addPasskey(owner);
  await addPasskey(owner, hoursAfterNoon(2).clock.now());
  await sendPasswordReset(hoursAfterNoon(25), { email });
  const client = { ipAddress: '192.0.2.1', userAgent: '' };
  await resetPassword(hoursAfterNoon(25.5), { token: await readToken(db, email), password }, client);
  expect((await listPasskeys(owner)).map(({ id }) => id)).toEqual([kept]);
  expect(await readNewestEmail(db, email)).toContain(
    'You can also sign in with: passkey Phone, id.acme.example (ada@acme.example).',
  );
});

test('takes the authentication time from the issuer; without it, a sign-in is recent only for users who have no other sign-in method', async () => {
  const owner = await createOwner(db);
  const userId = getUserId(owner);
  const get = (authTime?: number) => getAuthenticationTime(owner, { userId, authTime });
  const minuteAgo = new Date(noon.getTime() - 60_000);
  expect(await get(minuteAgo.getTime() / 1000)).toEqual(minuteAgo);
  expect(await get(noon.getTime() / 1000 + 3600)).toEqual(noon);
  expect(await get()).toEqual(new Date(0));
  await deletePassword(owner);
  // The sign-in with the issuer is the only way to authenticate this user.
  expect(await get()).toEqual(noon);
  await addPasskey(owner);
  expect(await get()).toEqual(new Date(0));
});

test('a session stores when its user was authenticated', async () => {
  const owner = await createOwner(db);
  const person = { userId: getUserId(owner), ipAddress: '192.0.2.1', userAgent: '' };
  const ids = [
    await createSession(owner, { ...person, authenticatedAt: new Date(0) }),
    await createSession(owner, person),
  ];
  const { rows } = await db.$client.query(
    'SELECT authenticated_at AS at FROM user_sessions WHERE id = ANY($1) ORDER BY authenticated_at',
    [ids],
  );
  expect(rows).toEqual([{ at: new Date(0) }, { at: noon }]);
});
