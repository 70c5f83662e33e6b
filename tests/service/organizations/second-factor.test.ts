import { expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { getSessionUser } from '#lib/dashboard/session/session';
import type { Context } from '#lib/db/context';
import { listAuditLog } from '#lib/service/organizations/audit-log';
import { getSecondFactorPolicy, setSecondFactorRequired } from '#lib/service/organizations/second-factor';
import { createSession } from '#lib/service/users/sessions';
import { openTestDatabase } from '#tests/support/database';
import { readNewestEmail } from '#tests/support/emails';
import { createMember, createOwner, getUserId, noon } from '#tests/support/owners';

const db = await openTestDatabase();

/** Gives a user an authenticator app whose code was confirmed, or one that was not. */
const addApp = (context: Context, isConfirmed = true) =>
  db.$client.query(
    `INSERT INTO totp_factors (user_id, secret_encrypted, confirmed_at) VALUES ($1, '', CASE WHEN $2 THEN now() END)
     ON CONFLICT (user_id) DO UPDATE SET confirmed_at = excluded.confirmed_at`,
    [getUserId(context), isConfirmed],
  );
const addPasskey = (context: Context) =>
  db.$client.query(
    `INSERT INTO passkeys (user_id, name, credential_id, public_key, signature_count, transports, is_synced)
     VALUES ($1, 'Phone', gen_random_uuid(), '', 0, '{}', false)`,
    [getUserId(context)],
  );

/** Returns whether a new session of a user counts as one with a second factor. */
async function hasSecondFactor(context: Context, options: { isPasskeyVerified?: boolean } = {}) {
  const userId = getUserId(context);
  const sessionId = await createSession(context, {
    userId,
    ipAddress: '192.0.2.1',
    userAgent: '',
    ...options,
  });
  return (await getSessionUser(context, { sessionId, idleHours: 1 }))?.hasSecondFactor;
}

test('an owner requires a second factor only with an own one; the change is audited, and members are notified', async () => {
  const owner = { ...(await createOwner(db)), clock: createFixedClock(new Date(noon.getTime() + 60_000)) };
  const viewer = await createMember({ ...owner, clock: createFixedClock(noon) }, 'viewer');
  await expect(setSecondFactorRequired(owner, { isRequired: true })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('you would lock yourself out'),
  });
  await addApp(owner, false);
  await expect(setSecondFactorRequired(owner, { isRequired: true })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  await addApp(owner);
  await setSecondFactorRequired(owner, { isRequired: true });
  await setSecondFactorRequired(owner, { isRequired: true });
  expect(await getSecondFactorPolicy(viewer)).toEqual({ isRequired: true, memberCount: 2, withoutCount: 1 });
  const { rows } = await db.$client.query('SELECT email FROM users WHERE id = $1', [viewer.userId]);
  expect(await readNewestEmail(db, rows[0].email)).toContain('an authenticator app or a passkey');
  await setSecondFactorRequired(owner, { isRequired: false });
  const { entries } = await listAuditLog(owner);
  expect(
    entries
      .map(({ action }) => action)
      .filter((action) => action.includes('second-factor'))
      .toSorted(),
  ).toEqual(['organization.second-factor-optional', 'organization.second-factor-required']);
});

test('only owners can change whether a second factor is required', async () => {
  const owner = await createOwner(db);
  for (const role of ['admin', 'editor', 'viewer'] as const) {
    const member = await createMember(owner, role);
    await addApp(member);
    await expect(setSecondFactorRequired(member, { isRequired: true })).rejects.toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
    });
  }
});

test('a session counts with an authenticator app, or if a passkey verified the user in it', async () => {
  const owner = await createOwner(db);
  expect(await hasSecondFactor(owner)).toBe(false);
  await addApp(owner, false);
  expect(await hasSecondFactor(owner)).toBe(false);
  await addPasskey(owner);
  expect(await hasSecondFactor(owner)).toBe(false);
  expect(await hasSecondFactor(owner, { isPasskeyVerified: true })).toBe(true);
  await addApp(owner);
  expect(await hasSecondFactor(owner)).toBe(true);

  const other = await createOwner(db);
  expect(await hasSecondFactor(other, { isPasskeyVerified: true })).toBe(false);
});
