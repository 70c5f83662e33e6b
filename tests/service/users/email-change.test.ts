import { expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { getUser } from '#lib/dashboard/session/session';
import { attemptLimits } from '#lib/db/attempt-limits';
import { createToken } from '#lib/service/users/account-tokens';
import { changePassword } from '#lib/service/users/change-password';
import { confirmEmail, getEmailConfirmation, requestEmailChange } from '#lib/service/users/email-change';
import { resendVerification } from '#lib/service/users/email-verification';
import { getPasswordReset, resetPassword, sendPasswordReset } from '#lib/service/users/password-reset';
import { signUp } from '#lib/service/users/users';
import { openTestDatabase } from '#tests/support/database';
import { listSubjects, readNewestEmail, readToken } from '#tests/support/emails';
import { createEmail, noon, password } from '#tests/support/owners';

const db = await openTestDatabase();

const minutesAfterNoon = (minutes: number) => ({
  db,
  clock: createFixedClock(new Date(noon.getTime() + minutes * 60_000)),
});
const client = { ipAddress: '192.0.2.1', userAgent: '' };
const invalidLink = { code: 'RESOURCE_NOT_FOUND', message: expect.stringContaining('used or has expired') };

/** Signs up and returns the user with the context in which the user acts, a minute after noon. */
async function createAccount() {
  const { user, owner } = await signUp(minutesAfterNoon(0), {
    name: 'Ada',
    email: createEmail(),
    password,
    organization: 'Acme',
  });
  const context = { ...owner, ...minutesAfterNoon(1), client };
  return {
    user,
    context,
    confirm: (token: string, minutes = 2) =>
      confirmEmail(minutesAfterNoon(minutes), { token }, { userId: user.id, client }),
  };
}

const readAccount = async (userId: string) => (await getUser(db, userId))?.user;

test('a new account is unverified until its user opens the link in the email', async () => {
  const { user, context, confirm } = await createAccount();
  expect(await readAccount(user.id)).toMatchObject({ isEmailVerified: false });
  expect(await listSubjects(db, user.email)).toEqual(['Verify your email address']);
  const token = await readToken(db, user.email);
  expect(await getEmailConfirmation(minutesAfterNoon(1), token)).toEqual({
    userId: user.id,
    email: user.email,
    isNew: false,
  });
  expect(await confirm(token)).toEqual({ email: user.email, isNew: false });
  expect(await readAccount(user.id)).toMatchObject({ isEmailVerified: true });
  await expect(confirm(token, 3)).rejects.toMatchObject(invalidLink);
  await expect(resendVerification({ ...context, ...minutesAfterNoon(3) })).rejects.toMatchObject({
    message: 'Your email address is already verified.',
  });
});

test('a link works for 24 hours, and up to five new links can be requested per hour', async () => {
  const { user, context, confirm } = await createAccount();
  const token = await readToken(db, user.email);
  await expect(confirm(token, 24 * 60)).rejects.toMatchObject(invalidLink);
  for (let count = 0; count < attemptLimits.verification.attempts; count++) await resendVerification(context);
  await expect(resendVerification(context)).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
  });
  await confirm(await readToken(db, user.email));
});

test('a new address replaces the old one only when confirmed, and both are notified', async () => {
  const { user, context, confirm } = await createAccount();
  const email = createEmail();
  await requestEmailChange(context, { email: ` ${email.toUpperCase()}`, password });
  expect(await readAccount(user.id)).toMatchObject({ email: user.email });
  expect(await readNewestEmail(db, user.email)).toContain(`change its email address to ${email}`);
  const token = await readToken(db, email);
  expect(await confirm(token)).toEqual({ email, isNew: true });
  expect(await readAccount(user.id)).toMatchObject({ email, isEmailVerified: true });
  expect(await readNewestEmail(db, user.email)).toContain(`Sign in to your account with ${email}`);
  await expect(confirm(token)).rejects.toMatchObject(invalidLink);
});

test('records the change of the address in the audit log of the user’s organization', async () => {
  const { user, context, confirm } = await createAccount();
  const email = createEmail();
  await requestEmailChange(context, { email, password });
  await confirm(await readToken(db, email));
  const { rows } = await db.$client.query(
    "SELECT target, before, after, ip_address FROM audit_log WHERE organization_id = $1 AND action = 'member.email-changed'",
    [context.organizationId],
  );
  expect(rows).toEqual([
    { target: email, before: { email: user.email }, after: { email }, ip_address: client.ipAddress },
  ]);
});

test.each([
  ['the current address', (own: string) => ({ email: own, password }), 'email'],
  ['a wrong password', () => ({ email: createEmail(), password: 'not the password' }), 'password'],
  ['an invalid address', () => ({ email: 'nobody', password }), 'email'],
])('rejects a change of the address with %s', async (_, build, field) => {
  const { user, context } = await createAccount();
  await expect(requestEmailChange(context, build(user.email))).rejects.toMatchObject({ fields: [{ field }] });
  expect(await listSubjects(db, user.email)).toEqual(['Verify your email address']);
});

test('limits guesses of the password that a change of the address requires', async () => {
  const { context } = await createAccount();
  const guess = () => requestEmailChange(context, { email: createEmail(), password: 'a guess at it' });
  for (let count = 0; count < attemptLimits['password-change'].attempts; count++) {
    await expect(guess()).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  }
  await expect(guess()).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
});

test('a person who receives the email cannot verify the address for another person’s account', async () => {
  const squatter = await createAccount();
  const token = await readToken(db, squatter.user.email);
  for (const userId of [null, (await createAccount()).user.id]) {
    await expect(confirmEmail(minutesAfterNoon(2), { token }, { userId, client })).rejects.toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
      message: expect.stringContaining('Sign in with the account that requested this link'),
    });
  }
  expect(await readAccount(squatter.user.id)).toMatchObject({ isEmailVerified: false });
});

test('a password reset link stops working when the email address changes', async () => {
  const { user, context, confirm } = await createAccount();
  const email = createEmail();
  await requestEmailChange(context, { email, password });
  const changeToken = await readToken(db, email);
  await sendPasswordReset(minutesAfterNoon(2), { email: user.email });
  const resetToken = await readToken(db, user.email);
  await confirm(changeToken, 3);
  expect(await getPasswordReset(minutesAfterNoon(4), resetToken)).toBeNull();
  const reset = () =>
    resetPassword(minutesAfterNoon(4), { token: resetToken, password: 'another long password' }, client);
  await expect(reset()).rejects.toMatchObject(invalidLink);
  // A token that was created while the address changed does not work either.
  const { token } = await createToken(minutesAfterNoon(4), {
    userId: user.id,
    purpose: 'password-reset',
    email: user.email,
  });
  expect(await getPasswordReset(minutesAfterNoon(5), token)).toBeNull();
  await expect(
    resetPassword(minutesAfterNoon(5), { token, password: 'another long password' }, client),
  ).rejects.toMatchObject(invalidLink);
});

test('only the user can confirm a new address', async () => {
  const { user, context } = await createAccount();
  const stranger = await createAccount();
  const email = createEmail();
  await requestEmailChange(context, { email, password });
  const token = await readToken(db, email);
  for (const userId of [null, stranger.user.id]) {
    await expect(confirmEmail(minutesAfterNoon(2), { token }, { userId, client })).rejects.toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
    });
  }
  expect(await readAccount(user.id)).toMatchObject({ email: user.email });
});

test('an address that another account has taken in the meantime is refused, even when confirmed in parallel', async () => {
  const [first, second] = [await createAccount(), await createAccount()];
  const email = createEmail();
  await requestEmailChange(first.context, { email, password });
  const firstToken = await readToken(db, email);
  await requestEmailChange({ ...second.context, ...minutesAfterNoon(2) }, { email, password });
  const secondToken = await readToken(db, email);
  const results = await Promise.allSettled([first.confirm(firstToken), second.confirm(secondToken)]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      code: 'RESOURCE_ALREADY_EXISTS',
      message: expect.stringContaining('belongs to another account'),
    },
  });
});

test('changing or resetting the password cancels a requested change of the address', async () => {
  const { user, context, confirm } = await createAccount();
  const email = createEmail();
  await requestEmailChange(context, { email, password });
  const first = await readToken(db, email);
  const next = 'another long password';
  await changePassword(context, { current: password, next });
  await expect(confirm(first)).rejects.toMatchObject(invalidLink);
  expect(await listSubjects(db, user.email)).toContain('Your password was changed');
  await requestEmailChange({ ...context, ...minutesAfterNoon(2) }, { email, password: next });
  const second = await readToken(db, email);
  await sendPasswordReset(minutesAfterNoon(3), { email: user.email });
  await resetPassword(minutesAfterNoon(4), { token: await readToken(db, user.email), password }, client);
  await expect(confirm(second, 5)).rejects.toMatchObject(invalidLink);
});
