import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteExpiredData } from '#lib/service/retention/delete-expired';
import { createEmail, password } from '#tests/support/owners';
import { startTestApp, type TestApp } from './test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { SESSION_IDLE_HOURS: '2' } });
}, 300_000);
afterAll(() => app?.stop());
beforeEach(() => app.db.$client.query('DELETE FROM auth_attempts'));

const formType = { 'content-type': 'application/x-www-form-urlencoded' };
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Returns the cookies that a response sets, as a Cookie header. */
function toCookieHeader(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

/** Gets a CSRF token with its cookie. */
async function getCsrf(): Promise<{ csrfToken: string; cookie: string }> {
  const response = await app.get('/api/auth/csrf');
  const { csrfToken }: { csrfToken: string } = await response.json();
  return { csrfToken, cookie: toCookieHeader(response) };
}

/** Signs in with the form. @returns the cookies of the response; without `answerscope.session` if it failed */
async function signIn(email: string, typedPassword = password, cookies = ''): Promise<string> {
  const { csrfToken, cookie } = await getCsrf();
  const body = new URLSearchParams({ email, password: typedPassword, csrfToken, json: 'true' }).toString();
  const headers = { ...formType, cookie: `${cookie}; ${cookies}`, 'user-agent': browser };
  return toCookieHeader(await app.post('/api/auth/callback/credentials', body, headers));
}

async function signUp(): Promise<string> {
  const email = createEmail();
  const account = JSON.stringify({ name: 'Ada', email, password, organization: 'A' });
  const headers = { 'content-type': 'application/json', origin: app.instance.url };
  expect((await app.post('/api/auth/sign-up', account, headers)).status).toBe(200);
  return email;
}

/** Returns whether a cookie opens a page. */
async function isSignedIn(cookie: string): Promise<boolean> {
  const response = await app.get('/members', { cookie });
  return response.status === 200;
}

async function readSessions(email: string): Promise<{ id: string; user_agent: string }[]> {
  const { rows } = await app.db.$client.query(
    `SELECT user_sessions.* FROM user_sessions JOIN users ON users.id = user_id WHERE email = $1
     ORDER BY user_sessions.created_at`,
    [email],
  );
  return rows;
}

test('a cookie copied before signing out does not work afterwards', async () => {
  const email = await signUp();
  const cookie = await signIn(email);
  expect(await isSignedIn(cookie)).toBe(true);
  const csrf = await getCsrf();
  const body = new URLSearchParams({ csrfToken: csrf.csrfToken, json: 'true' }).toString();
  await app.post('/api/auth/signout', body, { ...formType, cookie: `${csrf.cookie}; ${cookie}` });
  expect(await isSignedIn(cookie)).toBe(false);
  expect(await readSessions(email)).toEqual([]);
  const session = await app.get('/api/auth/session', { cookie });
  expect(await session.json()).toEqual({});
});

test('a session ends when it is not used for a while, and at the latest when it expires', async () => {
  const email = await signUp();
  const cookie = await signIn(email);
  const update = (columns: string) => app.db.$client.query(`UPDATE user_sessions SET ${columns}`);
  await update(`last_seen_at = now() - interval '119 minutes'`);
  expect(await isSignedIn(cookie)).toBe(true);
  // The page view above counts as use.
  await update(`last_seen_at = last_seen_at - interval '119 minutes'`);
  expect(await isSignedIn(cookie)).toBe(true);
  await update(`last_seen_at = now() - interval '121 minutes'`);
  expect(await isSignedIn(cookie)).toBe(false);
  await update(`last_seen_at = now(), expires_at = now() - interval '1 second'`);
  expect(await isSignedIn(cookie)).toBe(false);
});

test('the account page lists only sessions that have not ended, and expired ones are deleted', async () => {
  const email = await signUp();
  const cookie = await signIn(email);
  await signIn(email);
  await signIn(email);
  const [, unused, expired] = await readSessions(email);
  const update = (columns: string, id?: string) =>
    app.db.$client.query(`UPDATE user_sessions SET ${columns} WHERE id = $1`, [id]);
  await update(`last_seen_at = now() - interval '121 minutes'`, unused?.id);
  await update(`expires_at = now() - interval '1 second'`, expired?.id);
  const page = await (await app.get('/account', { cookie })).text();
  expect(page).toContain('Signed in on 1 browser.');
  await deleteExpiredData(app.db, { now: new Date(), retentionHours: 24 });
  expect((await readSessions(email)).map(({ id }) => id)).not.toContain(expired?.id);
  expect(await isSignedIn(cookie)).toBe(true);
});

test('the account page lists the browsers and signs out one or all others', async () => {
  const email = await signUp();
  const cookies = [await signIn(email), await signIn(email), await signIn(email)];
  const [own = '', other = '', last = ''] = cookies;
  const page = await (await app.get('/account', { cookie: own })).text();
  expect(page.match(/Firefox on Linux/g)?.length).toBeGreaterThanOrEqual(3);
  expect(page).toContain('This browser');
  const [, second] = await readSessions(email);
  expect((await app.callAction('endSessionAction', [{ id: second?.id }], { cookie: own })).text).toContain(
    '"ok":true',
  );
  expect(await Promise.all(cookies.map(isSignedIn))).toEqual([true, false, true]);
  await app.callAction('endOtherSessionsAction', [], { cookie: last });
  expect(await Promise.all(cookies.map(isSignedIn))).toEqual([false, false, true]);
  expect(other).not.toBe(own);
});

test('a user cannot end the sessions of another user', async () => {
  const [victim, attacker] = [await signUp(), await signUp()];
  const victimCookie = await signIn(victim);
  const [session] = await readSessions(victim);
  const cookie = await signIn(attacker);
  const result = await app.callAction('endSessionAction', [{ id: session?.id }], { cookie });
  expect(result.text).toContain('This session has already ended.');
  expect(await isSignedIn(victimCookie)).toBe(true);
});

test('changing the password signs out every other browser, and afterwards only the new password works', async () => {
  const email = await signUp();
  const own = await signIn(email);
  const other = await signIn(email);
  const change = (current: string, next: string) =>
    app.callAction('changePasswordAction', [{ current, next }], { cookie: own });
  expect((await change('not the password', 'a new long password')).text).toContain(
    'This is not your current password.',
  );
  expect((await change(password, 'short')).text).toContain('at least 10 characters');
  expect(await isSignedIn(other)).toBe(true);
  expect((await change(password, 'a new long password')).text).toContain('"ok":true');
  expect([await isSignedIn(own), await isSignedIn(other)]).toEqual([true, false]);
  expect(await signIn(email, password)).not.toContain('answerscope.session=');
  expect(await signIn(email, 'a new long password')).toContain('answerscope.session=');
});

test('strangers who guess a password lock out other strangers, not the user’s browser', async () => {
  const email = await signUp();
  const device = /answerscope\.device=[^;]+/.exec(await signIn(email))?.[0] ?? '';
  expect(device).not.toBe('');
  for (let guess = 0; guess < 11; guess += 1) await signIn(email, 'a guess at it');
  expect(await signIn(email)).not.toContain('answerscope.session=');
  expect(await signIn(email, password, device)).toContain('answerscope.session=');
});

test('the log endpoint of next-auth accepts nothing', async () => {
  const response = await app.post('/api/auth/_log', 'level=error&code=forged', formType);
  expect(response.status).toBe(404);
  expect(app.instance.web.output()).not.toContain('forged');
});

test.each(['http://', '::', 'javascript:alert(1)', 'http://[', '%'])(
  'a callbackUrl of %j does not cause an internal error',
  async (callbackUrl) => {
    const query = `callbackUrl=${encodeURIComponent(callbackUrl)}`;
    for (const path of [`/api/auth/signin?${query}`, `/api/auth/signout?${query}`, `/sign-in?${query}`]) {
      expect((await app.get(path)).status, path).toBeLessThan(500);
    }
    const { csrfToken, cookie } = await getCsrf();
    const body = new URLSearchParams({ email: 'a@b.example', password, csrfToken, callbackUrl }).toString();
    const response = await app.post('/api/auth/callback/credentials', body, { ...formType, cookie });
    expect(response.status).toBeLessThan(500);
    const withCookie = { cookie: `next-auth.callback-url=${encodeURIComponent(callbackUrl)}` };
    expect((await app.get('/api/auth/signin', withCookie)).status).toBeLessThan(500);
  },
);
