import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { processState } from '#lib/core/process-state';
import { createFixedClock } from '#lib/core/time';
import type { Context } from '#lib/db/context';
import { deleteExpiredData } from '#lib/service/retention/delete-expired';
import { reauthenticate } from '#lib/service/users/reauthentication';
import { completeSecondStep, startSecondStep } from '#lib/service/users/second-step';
import { createSession } from '#lib/service/users/sessions';
import {
  confirmTotp,
  disableTotp,
  getTotpStatus,
  regenerateRecoveryCodes,
  startTotp,
} from '#lib/service/users/totp';
import { openTestDatabase } from '#tests/support/database';
import { createOwner, getUserId, noon } from '#tests/support/owners';

const db = await openTestDatabase();

const secondsLater = (seconds: number) => createFixedClock(new Date(noon.getTime() + seconds * 1000));
const generateCode = (secret: string, at: { now: () => Date }) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.now().getTime() });

/** Creates a user with an authenticator app. */
async function createUserWithTotp() {
  const owner = await createOwner(db);
  const { secret } = await startTotp(owner);
  const recoveryCodes = await confirmTotp(owner, { code: generateCode(secret, owner.clock) });
  return { owner, secret, recoveryCodes };
}

let lastIpAddress = 0;

/** Enters a code at the second step of a sign-in. */
async function enterCode(owner: Context, code: string, { clock = owner.clock, deviceId = '' } = {}) {
  const token = (await startSecondStep({ db, clock }, getUserId(owner))) ?? '';
  return completeSecondStep(
    { db, clock },
    { token, code, ipAddress: `192.0.2.${++lastIpAddress}`, findDevice: async () => deviceId || undefined },
  );
}

test('no code is required until the user confirms the authenticator app with one', async () => {
  const owner = await createOwner(db);
  expect(await startSecondStep(owner, getUserId(owner))).toBeNull();
  const { secret, uri } = await startTotp(owner);
  expect(uri).toContain(`secret=${secret}`);
  expect(await startSecondStep(owner, getUserId(owner))).toBeNull();
  for (const code of ['000000', '００００００', '😀😀😀', '']) {
    await expect(confirmTotp(owner, { code })).rejects.toThrow('This code is wrong');
  }
  const codes = await confirmTotp(owner, { code: generateCode(secret, owner.clock) });
  expect(new Set(codes).size).toBe(10);
  expect(await startSecondStep(owner, getUserId(owner))).toMatch(/^[\w-]{43}$/);
  expect(await getTotpStatus(owner)).toEqual({ isEnabled: true, recoveryCodeCount: 10 });
  await expect(startTotp(owner)).rejects.toThrow('already enabled');
});

test('secrets are encrypted, and recovery codes are stored as hashes', async () => {
  const { owner, secret, recoveryCodes } = await createUserWithTotp();
  const { rows } = await db.$client.query(
    `SELECT secret_encrypted, array_agg(encode(code_hash, 'escape')) AS hashes
     FROM totp_factors JOIN recovery_codes USING (user_id) WHERE user_id = $1 GROUP BY 1`,
    [getUserId(owner)],
  );
  expect(rows[0].hashes.length).toBe(10);
  const stored = JSON.stringify(rows);
  for (const value of [secret, ...recoveryCodes]) expect(stored.includes(value)).toBe(false);
});

test('the secret of one user does not work when it is copied to another in the database', async () => {
  const [{ owner: victim }, { owner: attacker, secret }] = [
    await createUserWithTotp(),
    await createUserWithTotp(),
  ];
  await db.$client.query(
    `UPDATE totp_factors SET secret_encrypted = other.secret_encrypted FROM totp_factors other
     WHERE totp_factors.user_id = $1 AND other.user_id = $2`,
    [getUserId(victim), getUserId(attacker)],
  );
  const clock = secondsLater(60);
  await expect(enterCode(victim, generateCode(secret, clock), { clock })).rejects.toThrow();
});

test('a code works once, and earlier codes no longer work', async () => {
  const { owner, secret } = await createUserWithTotp();
  const clock = secondsLater(60);
  const code = generateCode(secret, clock);
  // The code that confirmed the app has already been used.
  expect(await enterCode(owner, generateCode(secret, owner.clock))).toBeNull();
  expect(await enterCode(owner, ` ${code.slice(0, 3)} ${code.slice(3)}`, { clock })).toMatchObject({
    id: getUserId(owner),
  });
  expect(await enterCode(owner, code, { clock })).toBeNull();
  expect(await enterCode(owner, generateCode(secret, secondsLater(30)), { clock })).toBeNull();
  const later = secondsLater(90);
  expect(await enterCode(owner, generateCode(secret, later), { clock: later })).not.toBeNull();
});

test('a wrong code is a security event of the user, without the code', async () => {
  const { owner } = await createUserWithTotp();
  const events: unknown[] = [];
  processState.reportSecurityEvent = (event, fields) => events.push({ event, ...fields });
  try {
    expect(await enterCode(owner, '123456')).toBeNull();
  } finally {
    processState.reportSecurityEvent = undefined;
  }
  const ipAddress = `192.0.2.${lastIpAddress}`;
  expect(events).toEqual([{ event: 'sign-in.failed', method: 'code', userId: getUserId(owner), ipAddress }]);
});

test('only one of ten parallel sign-ins with the same code succeeds', async () => {
  const { owner, secret } = await createUserWithTotp();
  const clock = secondsLater(60);
  const code = generateCode(secret, clock);
  const results = await Promise.all(Array.from({ length: 10 }, () => enterCode(owner, code, { clock })));
  expect(results.filter(Boolean).length).toBe(1);
});

test('a recovery code works once, however it is typed', async () => {
  const { owner, recoveryCodes } = await createUserWithTotp();
  const [first = '', second = ''] = recoveryCodes;
  expect(await enterCode(owner, first.toUpperCase().replaceAll('-', ' '))).not.toBeNull();
  expect(await enterCode(owner, first)).toBeNull();
  expect((await getTotpStatus(owner)).recoveryCodeCount).toBe(9);
  const renewed = await regenerateRecoveryCodes(owner);
  expect(await enterCode(owner, second)).toBeNull();
  const { rows } = await db.$client.query(
    `SELECT subject FROM emails JOIN users ON users.email = emails.recipient
     WHERE users.id = $1 AND subject LIKE '%recovery%'`,
    [getUserId(owner)],
  );
  expect(rows).toEqual([{ subject: 'New recovery codes were created' }]);
  expect(await enterCode(owner, renewed[0] ?? '')).not.toBeNull();
  await disableTotp(owner);
  expect(await getTotpStatus(owner)).toEqual({ isEnabled: false, recoveryCodeCount: 0 });
  expect(await startSecondStep(owner, getUserId(owner))).toBeNull();
});

test('the second step expires and cannot be completed without the first', async () => {
  const { owner, secret } = await createUserWithTotp();
  const token = (await startSecondStep(owner, getUserId(owner))) ?? '';
  const enter = (clock: Context['clock'], usedToken: string) =>
    completeSecondStep(
      { db, clock },
      {
        token: usedToken,
        code: generateCode(secret, clock),
        ipAddress: '192.0.2.250',
        findDevice: async () => undefined,
      },
    );
  await expect(enter(secondsLater(60), '')).rejects.toThrow('This sign-in has expired.');
  await expect(enter(secondsLater(601), token)).rejects.toThrow('This sign-in has expired.');
  expect(await enter(secondsLater(60), token)).not.toBeNull();
  await expect(enter(secondsLater(90), token)).rejects.toThrow('This sign-in has expired.');
});

test('limits guesses, except in a browser that the user has signed in with', async () => {
  const { owner, secret } = await createUserWithTotp();
  const clock = secondsLater(60);
  for (let guess = 0; guess < 10; guess += 1) expect(await enterCode(owner, '000000')).toBeNull();
  const code = generateCode(secret, clock);
  await expect(enterCode(owner, code, { clock })).rejects.toThrow('Too many attempts.');
  expect(await enterCode(owner, code, { clock, deviceId: 'known' })).not.toBeNull();
});

test('a code confirms the user’s identity in one session only', async () => {
  const { owner, secret } = await createUserWithTotp();
  const clock = secondsLater(3600);
  const session = { userId: getUserId(owner), ipAddress: '192.0.2.1', userAgent: '' };
  const [sessionId, otherId] = [await createSession(owner, session), await createSession(owner, session)];
  const context = { ...owner, clock };
  await expect(reauthenticate({ ...context, sessionId }, { method: 'code', code: '000000' })).rejects.toThrow(
    'This code is wrong',
  );
  await reauthenticate({ ...context, sessionId }, { method: 'code', code: generateCode(secret, clock) });
  const { rows } = await db.$client.query(
    'SELECT id, authenticated_at AS at FROM user_sessions WHERE user_id = $1',
    [session.userId],
  );
  expect(new Map(rows.map(({ id, at }) => [id, at.getTime()]))).toEqual(
    new Map([
      [sessionId, clock.now().getTime()],
      [otherId, noon.getTime()],
    ]),
  );
});

test('expired second steps are deleted', async () => {
  const { owner } = await createUserWithTotp();
  await startSecondStep(owner, getUserId(owner));
  await deleteExpiredData(db, { now: secondsLater(3600).now(), retentionHours: 24 });
  const { rows } = await db.$client.query('SELECT count(*) AS left FROM auth_challenges');
  expect(rows).toEqual([{ left: 0 }]);
});
