import { expect, test } from 'vitest';
import { toNetwork } from '#lib/core/ip-address';
import { createFixedClock } from '#lib/core/time';
import { getUser } from '#lib/dashboard/session/session';
import { attemptLimits } from '#lib/db/attempt-limits';
import { createDeviceCookie, verifyDeviceCookie } from '#lib/service/users/known-devices';
import { authenticateUser, signUp } from '#lib/service/users/users';
import { openTestDatabase } from '#tests/support/database';
import { createEmail, noon, password } from '#tests/support/owners';

const db = await openTestDatabase();

const context = { db, clock: createFixedClock(noon) };
let lastIpAddress = 0;
const createIpAddress = () => `192.0.2.${++lastIpAddress}`;
const buildSignUp = (email = createEmail()) => ({ name: 'Ada', email, password, organization: 'Acme' });

test('signs up the owner of a free organization, who can then sign in', async () => {
  const email = createEmail();
  const { user, owner } = await signUp(context, { ...buildSignUp(), email: ` ${email.toUpperCase()} ` });
  expect(user).toMatchObject({ email, name: 'Ada' });
  expect(await getUser(db, user.id)).toEqual({
    user: { ...user, isEmailVerified: false },
    memberships: [
      {
        organizationId: owner.organizationId,
        organizationName: 'Acme',
        role: 'owner',
        deletesAt: null,
        requiresSecondFactor: false,
      },
    ],
  });
  expect(
    await authenticateUser(context, { email: email.toUpperCase(), password, ipAddress: createIpAddress() }),
  ).toEqual(user);
});

test('rolls back a sign-up that cannot be completed', async () => {
  const countRows = async () =>
    (
      await db.$client.query(
        'SELECT (SELECT count(*) FROM users) AS users, count(*) AS organizations FROM organizations',
      )
    ).rows;
  const before = await countRows();
  const fail = () => Promise.reject(new Error('The credentials could not be saved.'));
  await expect(signUp(context, buildSignUp(), fail)).rejects.toThrow('The credentials could not be saved.');
  expect(await countRows()).toEqual(before);
});

test('stores passwords only as argon2id hashes of the configured cost', async () => {
  const { user } = await signUp(context, buildSignUp());
  const { rows } = await db.$client.query('SELECT * FROM users WHERE id = $1', [user.id]);
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(JSON.stringify(rows)).not.toContain(password);
});

test('accepts a password in either Unicode normalization form', async () => {
  const { user } = await signUp(context, { ...buildSignUp(), password: 'caf\u00e9 au lait' });
  const typed = { email: user.email, password: 'cafe\u0301 au lait', ipAddress: createIpAddress() };
  expect(await authenticateUser(context, typed)).toEqual(user);
});

test('rejects a second sign-up with the same email address, even in parallel', async () => {
  const email = createEmail();
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => signUp(context, buildSignUp(email))),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const attempt of results) {
    if (attempt.status === 'rejected')
      expect(attempt.reason).toMatchObject({ code: 'RESOURCE_ALREADY_EXISTS' });
  }
  const { rows } = await db.$client.query(
    `SELECT count(*) AS n FROM organizations o
     WHERE NOT EXISTS (SELECT 1 FROM memberships m WHERE m.organization_id = o.id)`,
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test.each([
  ['name', { name: ' ' }],
  ['email', { email: 'nobody' }],
  // The sign for Kelvin and, in the next line, a Cyrillic а.
  ['email', { email: 'ada@exam\u212Aple.example' }],
  ['email', { email: 'аda@example.com' }],
  ['password', { password: 'too short' }],
  ['password', { password: 'x'.repeat(201) }],
  ['organization', { organization: '' }],
])('rejects a sign-up with an invalid %s: %j', async (field, change) => {
  await expect(signUp(context, { ...buildSignUp(), ...change })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: [{ field }],
  });
});

async function measureMs(attempt: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await attempt();
  return performance.now() - start;
}

test('rejects an unknown email address in the same way and time as a wrong password', async () => {
  const { user } = await signUp(context, buildSignUp());
  const wrongPassword = 'not the password';
  const known = { email: user.email, password: wrongPassword, ipAddress: createIpAddress() };
  const unknown = { email: createEmail(), password: wrongPassword, ipAddress: createIpAddress() };
  expect(await authenticateUser(context, known)).toBeNull();
  expect(await authenticateUser(context, unknown)).toBeNull();
  // Measures alternately and compares the fastest runs, to reduce the influence of other work on the machine.
  const times: { knownMs: number; unknownMs: number }[] = [];
  for (let count = 0; count < 8; count++) {
    const knownMs = await measureMs(() => authenticateUser(context, known));
    times.push({ knownMs, unknownMs: await measureMs(() => authenticateUser(context, unknown)) });
  }
  const knownMs = Math.min(...times.map((time) => time.knownMs));
  const unknownMs = Math.min(...times.map((time) => time.unknownMs));
  expect(unknownMs).toBeGreaterThan(knownMs / 3);
  expect(unknownMs).toBeLessThan(knownMs * 3);
});

test.each(['known', 'unknown'])(
  'limits parallel attempts from one network to sign in to a %s account',
  async (kind) => {
    const email = kind === 'known' ? (await signUp(context, buildSignUp())).user.email : createEmail();
    const { attempts, windowMinutes } = attemptLimits['sign-in-account-network'];
    const ipAddress = createIpAddress();
    const signIn = (typedPassword: string, signInContext = context) =>
      authenticateUser(signInContext, { email, password: typedPassword, ipAddress });
    const results = await Promise.allSettled(
      Array.from({ length: attempts + 5 }, () => signIn('not the password')),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(attempts);
    const refusal = {
      code: 'RATE_LIMIT_EXCEEDED',
      message: `Too many attempts. Try again in ${windowMinutes} minutes.`,
    };
    await expect(signIn(password)).rejects.toMatchObject(refusal);
    const laterContext = {
      ...context,
      clock: createFixedClock(new Date(noon.getTime() + windowMinutes * 60_000)),
    };
    const user = await signIn(password, laterContext);
    expect(user?.email).toBe(kind === 'known' ? email : undefined);
  },
);

test('strangers cannot lock out a browser in which the user has signed in before', async () => {
  const { user } = await signUp(context, buildSignUp());
  const { attempts } = attemptLimits['sign-in-account'];
  const device = { secret: 'a secret', email: user.email };
  const cookie = await createDeviceCookie(db, device);
  const guesses = Array.from({ length: attempts }, () =>
    authenticateUser(context, { email: user.email, password: 'a guess at it', ipAddress: createIpAddress() }),
  );
  await Promise.all(guesses);
  const credentials = { email: user.email, password, ipAddress: createIpAddress() };
  await expect(authenticateUser(context, credentials)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  const deviceId = await verifyDeviceCookie(db, device, cookie);
  expect(await authenticateUser(context, { ...credentials, deviceId })).toEqual(user);
});

test('limits attempts from a known browser too', async () => {
  const { user } = await signUp(context, buildSignUp());
  const { attempts } = attemptLimits['sign-in-device'];
  const device = { secret: 'a secret', email: user.email };
  const deviceId = await verifyDeviceCookie(db, device, await createDeviceCookie(db, device));
  const signIn = () =>
    authenticateUser(context, {
      email: user.email,
      password: 'a guess at it',
      ipAddress: createIpAddress(),
      deviceId,
    });
  for (let count = 0; count < attempts; count++) expect(await signIn()).toBeNull();
  await expect(signIn()).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
});

test('the cookie of a known browser is valid for its account, instance and password only', async () => {
  const { email } = (await signUp(context, buildSignUp())).user;
  const device = { secret: 'a secret', email };
  const cookie = await createDeviceCookie(db, device, 'an-id');
  const read = (options: Partial<typeof device>, sent: string | undefined = cookie) =>
    verifyDeviceCookie(db, { ...device, ...options }, sent);
  expect(await read({ email: ` ${email.toUpperCase()}` })).toBe('an-id');
  expect(await read({ email: 'bob@people.example' })).toBe(undefined);
  expect(await read({ secret: 'another secret' })).toBe(undefined);
  for (const forged of ['', 'an-id', 'an-id.', `other${cookie}`, cookie.slice(0, -1)]) {
    expect(await read({}, forged)).toBe(undefined);
  }
  expect(await verifyDeviceCookie(db, device, undefined)).toBe(undefined);
  await db.$client.query("UPDATE users SET password_hash = 'another hash' WHERE email = $1", [email]);
  expect(await read({})).toBe(undefined);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('counts %s as the network %s', (ipAddress, network) => {
  expect(toNetwork(ipAddress)).toBe(network);
});

test('limits an IPv6 network as one client', async () => {
  const { attempts } = attemptLimits['sign-in-ip'];
  const guesses = Array.from({ length: attempts + 1 }, (_, index) =>
    authenticateUser(context, {
      email: createEmail(),
      password: 'a guess at it',
      ipAddress: `2001:db8:7:7:${(index + 1).toString(16)}::1`,
    }),
  );
  const results = await Promise.allSettled(guesses);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(attempts);
});

test('limits failed attempts per IP address across accounts', async () => {
  const { user } = await signUp(context, buildSignUp());
  const { attempts } = attemptLimits['sign-in-ip'];
  const ipAddress = createIpAddress();
  for (let count = 0; count < 5; count++) {
    expect(await authenticateUser(context, { email: user.email, password, ipAddress })).toEqual(user);
  }
  const guesses = Array.from({ length: attempts + 1 }, () =>
    authenticateUser(context, { email: createEmail(), password: 'a guess at it', ipAddress }),
  );
  const results = await Promise.allSettled(guesses);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(attempts);
  await expect(authenticateUser(context, { email: user.email, password, ipAddress })).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
  });
});

test('resets an account’s attempts after a successful sign-in', async () => {
  const { user } = await signUp(context, buildSignUp());
  const { attempts } = attemptLimits['sign-in-account-network'];
  const ipAddress = createIpAddress();
  for (let round = 0; round < 2; round++) {
    for (let count = 1; count < attempts; count++) {
      const credentials = { email: user.email, password: 'not the password', ipAddress };
      expect(await authenticateUser(context, credentials)).toBeNull();
    }
    expect(await authenticateUser(context, { email: user.email, password, ipAddress })).toEqual(user);
  }
});
