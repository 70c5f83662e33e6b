import { afterAll, expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { attemptLimits } from '#lib/db/attempt-limits';
import { openDatabase } from '#lib/db/database';
import { createJobQueues } from '#lib/queue/job-runner';
import { deleteExpiredData } from '#lib/service/retention/delete-expired';
import {
  getPasswordReset,
  passwordResetJob,
  requestPasswordReset,
  resetPassword,
  sendPasswordReset,
} from '#lib/service/users/password-reset';
import { createSession } from '#lib/service/users/sessions';
import { authenticateUser, signUp } from '#lib/service/users/users';
import { createDatabase } from '#tests/support/database';
import { listSubjects, readNewestEmail, readToken } from '#tests/support/emails';
import { createEmail, noon, password } from '#tests/support/owners';

const database = await createDatabase();
const db = openDatabase(database.url);
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const minutesAfterNoon = (minutes: number) => ({
  db,
  clock: createFixedClock(new Date(noon.getTime() + minutes * 60_000)),
});
const client = {
  ipAddress: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
};
const nextPassword = 'another long password';
const invalidLink = { code: 'RESOURCE_NOT_FOUND', message: expect.stringContaining('used or has expired') };

async function createUser() {
  const { user } = await signUp(minutesAfterNoon(0), {
    name: 'Ada',
    email: createEmail(),
    password,
    organization: 'Acme',
  });
  return user;
}

/** Requests a reset a minute after noon. @returns the token of the link */
async function createReset(email: string): Promise<string> {
  await sendPasswordReset(minutesAfterNoon(1), { email });
  return readToken(db, email);
}

test('a link changes the password once, ends all sessions, verifies the address and notifies the user', async () => {
  const user = await createUser();
  await createSession(minutesAfterNoon(0), { userId: user.id, ...client });
  const token = await createReset(user.email);
  expect(await getPasswordReset(minutesAfterNoon(2), token)).toEqual({ email: user.email });
  await resetPassword(minutesAfterNoon(2), { token, password: nextPassword }, client);
  const signIn = (typed: string) =>
    authenticateUser(minutesAfterNoon(2), { email: user.email, password: typed, ipAddress: '192.0.2.2' });
  expect(await signIn(password)).toBeNull();
  expect(await signIn(nextPassword)).toEqual(user);
  const { rows } = await db.$client.query(
    'SELECT email_verified_at, (SELECT count(*) FROM user_sessions WHERE user_id = $1) AS sessions FROM users WHERE id = $1',
    [user.id],
  );
  expect(rows).toEqual([{ email_verified_at: minutesAfterNoon(2).clock.now(), sessions: 0 }]);
  const notice = await readNewestEmail(db, user.email);
  expect(notice).toContain('The password of your account was changed');
  expect(notice).toContain('Browser: Firefox on Linux\nIP address: 192.0.2.1');
  await expect(resetPassword(minutesAfterNoon(3), { token, password }, client)).rejects.toMatchObject(
    invalidLink,
  );
  expect(await getPasswordReset(minutesAfterNoon(3), token)).toBeNull();
});

test('deletes the passkeys of a person who signed up with another person’s address, but keeps those of a verified user', async () => {
  const addPasskey = (userId: string) =>
    db.$client.query(
      `INSERT INTO passkeys (user_id, name, credential_id, public_key, signature_count, transports, is_synced, created_at)
       VALUES ($1, 'Phone', gen_random_uuid(), '', 0, '{}', false, '2026-11-01')`,
      [userId],
    );
  const countPasskeys = async (userId: string) =>
    (await db.$client.query('SELECT FROM passkeys WHERE user_id = $1', [userId])).rowCount;
  const user = await createUser();
  await addPasskey(user.id);
  await resetPassword(
    minutesAfterNoon(2),
    { token: await createReset(user.email), password: nextPassword },
    client,
  );
  expect(await countPasskeys(user.id)).toBe(0);
  await addPasskey(user.id);
  await sendPasswordReset(minutesAfterNoon(3), { email: user.email });
  await resetPassword(minutesAfterNoon(4), { token: await readToken(db, user.email), password }, client);
  expect(await countPasskeys(user.id)).toBe(1);
});

test('only one of several parallel uses of a link succeeds', async () => {
  const { email } = await createUser();
  const token = await createReset(email);
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, (_, index) =>
      resetPassword(minutesAfterNoon(2), { token, password: `${nextPassword} ${index}` }, client),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject(invalidLink);
});

test('a used link invalidates the others', async () => {
  const { email } = await createUser();
  const first = await createReset(email);
  await sendPasswordReset(minutesAfterNoon(2), { email });
  await resetPassword(minutesAfterNoon(3), { token: first, password: nextPassword }, client);
  const { rowCount } = await db.$client.query(
    "SELECT FROM account_tokens WHERE email = $1 AND purpose = 'password-reset'",
    [email],
  );
  expect(rowCount).toBe(0);
});

test('a link expires after an hour, and the email that contains it is then deleted', async () => {
  const { email } = await createUser();
  const token = await createReset(email);
  await expect(
    resetPassword(minutesAfterNoon(61), { token, password: nextPassword }, client),
  ).rejects.toMatchObject(invalidLink);
  await deleteExpiredData(db, { now: minutesAfterNoon(62).clock.now(), retentionHours: 24 });
  expect(await listSubjects(db, email)).toEqual(['Verify your email address']);
});

test('stores neither the token nor the link in plain text', async () => {
  const { email } = await createUser();
  const token = await createReset(email);
  const { rows } = await db.$client.query('SELECT to_jsonb(t)::text AS row FROM account_tokens t');
  const { rows: emails } = await db.$client.query('SELECT to_jsonb(e)::text AS row FROM emails e');
  expect(JSON.stringify([rows, emails])).not.toContain(token);
});

test.each(['too short', 'password1234', 'ada'.padEnd(201, 'x')])(
  'keeps the link valid if the new password is unsuitable: %s',
  async (typed) => {
    const { email } = await createUser();
    const token = await createReset(email);
    await expect(
      resetPassword(minutesAfterNoon(2), { token, password: typed }, client),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: [{ field: 'password' }],
    });
    await resetPassword(minutesAfterNoon(2), { token, password: nextPassword }, client);
  },
);

test('sends nothing to an address without an account, and at most five emails an hour to one with an account', async () => {
  const stranger = createEmail();
  await sendPasswordReset(minutesAfterNoon(1), { email: stranger });
  expect(await listSubjects(db, stranger)).toEqual([]);
  const { email } = await createUser();
  for (let count = 0; count < attemptLimits['reset-account'].attempts + 3; count++) {
    await sendPasswordReset(minutesAfterNoon(1), { email });
  }
  const subjects = await listSubjects(db, email);
  expect(subjects.filter((subject) => subject === 'Reset your password')).toHaveLength(5);
  // The newest link still works, so requests by others, which use up the limit, do not lock the user out.
  await resetPassword(
    minutesAfterNoon(2),
    { token: await readToken(db, email), password: nextPassword },
    client,
  );
});

test('a request runs the same statements with and without an account, and is limited per IP address', async () => {
  await createJobQueues(database.url, [passwordResetJob]);
  const { email } = await createUser();
  const statements: string[][] = [];
  for (const address of [email, createEmail()]) {
    const recorded: string[] = [];
    const recording = new Proxy(db.$client, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name);
        return (query: { text: string }, ...rest: unknown[]) => {
          recorded.push(query.text);
          return Reflect.apply(target.query, target, [query, ...rest]);
        };
      },
    });
    await requestPasswordReset(
      { ...minutesAfterNoon(0), db: Object.assign(Object.create(db), { $client: recording }) },
      { email: address },
      client,
    );
    statements.push(recorded);
  }
  expect(statements[0]?.length).toBeGreaterThan(0);
  expect(statements[1]).toEqual(statements[0]);
  const requests = Array.from({ length: attemptLimits['reset-ip'].attempts }, () =>
    requestPasswordReset(minutesAfterNoon(0), { email: createEmail() }, client),
  );
  const results = await Promise.allSettled(requests);
  const refused = results.filter(({ status }) => status === 'rejected');
  // The two requests above count toward the limit.
  expect(refused).toHaveLength(2);
  expect(refused[0]).toMatchObject({ reason: { code: 'RATE_LIMIT_EXCEEDED' } });
});
