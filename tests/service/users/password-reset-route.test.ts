import { NextRequest } from 'next/server';
import { afterAll, expect, test } from 'vitest';
import { getEnv } from '#lib/core/env';
import { processState } from '#lib/core/process-state';
import { systemClock } from '#lib/core/time';
import { attemptLimits } from '#lib/db/attempt-limits';
import { openDatabase } from '#lib/db/database';
import { createJobQueues } from '#lib/queue/job-runner';
import { passwordResetJob, sendPasswordReset } from '#lib/service/users/password-reset';
import { signUp } from '#lib/service/users/users';
import { createDatabase } from '#tests/support/database';
import { readToken } from '#tests/support/emails';
import { createEmail, password } from '#tests/support/owners';
import { POST as postForgotPassword } from '../../../app/api/auth/forgot-password/route';
import { POST as postResetPassword } from '../../../app/api/auth/reset-password/route';

const database = await createDatabase();
const db = openDatabase(database.url);
// The routes use the database of their process.
processState.databases = { system: db, restricted: db };
await createJobQueues(database.url, [passwordResetJob]);
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const context = { db, clock: systemClock };

function buildRequest(fields: object, ipAddress: string) {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': ipAddress,
    origin: getEnv().APP_URL,
    'user-agent': 'a browser',
  };
  const init = { method: 'POST', headers, body: JSON.stringify(fields) };
  return new NextRequest(`${getEnv().APP_URL}/api/auth/reset`, init);
}

async function requestReset(email: string, ipAddress: string) {
  const response = await postForgotPassword(buildRequest({ email }, ipAddress));
  return { status: response.status, text: await response.text() };
}

test('responds in the same way with and without an account, until the IP address reaches its limit', async () => {
  const email = createEmail();
  await signUp(context, { name: 'Ada', email, password, organization: 'Acme' });
  const { attempts } = attemptLimits['reset-ip'];
  const answers = [await requestReset(email, '192.0.2.1')];
  for (let count = 1; count < attempts; count++) answers.push(await requestReset(createEmail(), '192.0.2.1'));
  expect(answers).toEqual(Array(attempts).fill({ status: 200, text: '{"success":true}' }));
  expect((await requestReset(createEmail(), '192.0.2.1')).status).toBe(429);
  expect((await requestReset(email, '192.0.2.1')).status).toBe(429);
  expect((await requestReset(email, '192.0.2.2')).status).toBe(200);
});

test('sets a password with a link, and limits guesses of links per IP address', async () => {
  const email = createEmail();
  await signUp(context, { name: 'Ada', email, password, organization: 'Acme' });
  await sendPasswordReset(context, { email });
  const reset = async (token: string, ipAddress: string) =>
    (await postResetPassword(buildRequest({ token, password: 'another long password' }, ipAddress))).status;
  const { attempts } = attemptLimits['email-link-ip'];
  const statuses = await Promise.all(
    Array.from({ length: attempts + 1 }, () => reset('a guess', '192.0.2.3')),
  );
  expect(statuses.toSorted()).toEqual([...Array(attempts).fill(404), 429]);
  expect(await reset(await readToken(db, email), '192.0.2.4')).toBe(200);
});

test.each([[{}], [{ email: 5 }], [{ email: 'nobody' }]])(
  'rejects the malformed request %j',
  async (fields) => {
    const response = await postForgotPassword(buildRequest(fields, '192.0.2.5'));
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(/email address/i);
  },
);
