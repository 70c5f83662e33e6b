import { Events, OAuth2Server } from 'oauth2-mock-server';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#lib/core/time';
import type { Context } from '#lib/db/context';
import { inviteMember } from '#lib/service/members/invitations';
import { confirmTotp, startTotp } from '#lib/service/users/totp';
import { signUp } from '#lib/service/users/users';
import { createEmail, password } from '#tests/support/owners';
import { startTestApp, type TestApp } from './test-app';

const issuer = new OAuth2Server();
/** Claims that the issuer reports at the next sign-in. */
let claims: Record<string, unknown> = {};
let app: TestApp;
beforeAll(async () => {
  await issuer.issuer.keys.generate('RS256');
  await issuer.start(0, '127.0.0.1');
  issuer.service.on(Events.BeforeTokenSigning, ({ payload }) => Object.assign(payload, claims));
  app = await startTestApp({
    env: {
      OIDC_ISSUER: issuer.issuer.url ?? '',
      OIDC_CLIENT_ID: 'answerscope',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_NAME: 'Acme ID',
      SIGN_UP_DOMAINS: 'people.example',
    },
  });
}, 300_000);
afterAll(async () => {
  await app?.stop();
  await issuer.stop();
});
beforeEach(() => app.db.$client.query('DELETE FROM auth_attempts'));

/** The cookies of a browser. */
type CookieJar = Map<string, string>;

function keepCookies(jar: CookieJar, response: Response): void {
  for (const header of response.headers.getSetCookie()) {
    const [pair = ''] = header.split(';', 1);
    const [name = ''] = pair.split('=', 1);
    if (/Max-Age=0|Expires=Thu, 01 Jan 1970/i.test(header)) jar.delete(name);
    else jar.set(name, pair);
  }
}

async function postForm(jar: CookieJar, path: string, fields: Record<string, string>): Promise<Response> {
  const csrf = await app.get('/api/auth/csrf', { cookie: [...jar.values()].join('; ') });
  keepCookies(jar, csrf);
  const { csrfToken }: { csrfToken: string } = await csrf.json();
  const response = await app.post(
    path,
    new URLSearchParams({ ...fields, csrfToken, json: 'true' }).toString(),
    {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: [...jar.values()].join('; '),
    },
  );
  keepCookies(jar, response);
  return response;
}

/** Signs in at the issuer, up to its redirect back to the product. @returns the URL of that redirect */
async function visitIssuer(jar: CookieJar, callbackUrl = '/'): Promise<URL> {
  const started: { url: string } = await (
    await postForm(jar, '/api/auth/signin/oidc', { callbackUrl })
  ).json();
  const answered = await fetch(started.url, { redirect: 'manual' });
  return new URL(answered.headers.get('location') ?? '');
}

/** Signs in with the issuer. @returns the path of the page that the browser is sent to */
async function signInWithIssuer(
  jar: CookieJar,
  reported: typeof claims,
  callbackUrl?: string,
): Promise<string> {
  claims = { email_verified: true, name: 'Ada', ...reported };
  const { pathname, search } = await visitIssuer(jar, callbackUrl);
  const response = await app.get(pathname + search, { cookie: [...jar.values()].join('; ') });
  keepCookies(jar, response);
  const location = new URL(response.headers.get('location') ?? '', app.instance.url);
  return location.pathname + location.search;
}

const signInWithPassword = (jar: CookieJar, email: string) =>
  postForm(jar, '/api/auth/callback/credentials', { email, password });

const isSignedIn = async (jar: CookieJar): Promise<boolean> =>
  (await app.get('/members', { cookie: [...jar.values()].join('; ') })).status === 200;

async function createAccount(): Promise<{ email: string; owner: Context }> {
  const email = createEmail();
  const person = { name: 'Ada', email, password, organization: 'Acme' };
  const { owner } = await signUp({ db: app.db, clock: systemClock }, person);
  return { email, owner };
}

async function countRows(table: 'users' | 'user_identities', email: string): Promise<number> {
  const { rows } = await app.db.$client.query(`SELECT count(*) FROM ${table} WHERE email = $1`, [email]);
  return rows[0].count;
}

test('the sign-in page offers the configured identity provider', async () => {
  expect(await (await app.get('/sign-in')).text()).toContain('Continue with');
  expect(await (await app.get('/sign-in')).text()).toContain('Acme ID');
});

test('a new user gets an organization and signs in again with the same identity, whatever its email address', async () => {
  const [email, jar, laterJar]: [string, CookieJar, CookieJar] = [createEmail(), new Map(), new Map()];
  expect(await signInWithIssuer(jar, { sub: email, email })).toBe('/');
  expect(await isSignedIn(jar)).toBe(true);
  expect(await signInWithIssuer(laterJar, { sub: email, email: createEmail(), email_verified: false })).toBe(
    '/',
  );
  expect(await isSignedIn(laterJar)).toBe(true);
  expect([await countRows('users', email), await countRows('user_identities', email)]).toEqual([1, 1]);
  expect(await (await app.get('/account', { cookie: [...jar.values()].join('; ') })).text()).toContain(
    'Acme ID',
  );
});

test.each([false, undefined, 'false'])(
  'an address whose email_verified is %s is not accepted',
  async (verified) => {
    const [email, jar]: [string, CookieJar] = [createEmail(), new Map()];
    const path = await signInWithIssuer(jar, { sub: email, email, email_verified: verified });
    expect(path).toBe('/sign-in?problem=identity-unverified');
    expect([await isSignedIn(jar), await countRows('users', email)]).toEqual([false, 0]);
    const failures = app.instance.web
      .output()
      .split('\n')
      .filter((line) => line.includes('"event":"sign-in.failed","method":"identity-provider"'));
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.join()).not.toContain('@');
  },
);

test('an address outside the allowed domains gets no account, unless its user follows an invitation', async () => {
  const [{ owner }, jar, invitedJar]: [{ owner: Context }, CookieJar, CookieJar] = [
    await createAccount(),
    new Map(),
    new Map(),
  ];
  const email = `${createEmail()}.elsewhere.example`;
  expect(await signInWithIssuer(jar, { sub: email, email })).toBe('/sign-in?problem=identity-sign-up');
  expect([await isSignedIn(jar), await countRows('users', email)]).toEqual([false, 0]);
  const { token } = await inviteMember(owner, { role: 'editor' });
  expect(await signInWithIssuer(invitedJar, { sub: email, email }, `/join/${token}`)).toBe(`/join/${token}`);
  const page = await app.get(`/join/${token}`, { cookie: [...invitedJar.values()].join('; ') });
  expect(page.headers.get('location')).toBe('/');
  expect(await isSignedIn(invitedJar)).toBe(true);
  // The invitation is used up.
  const next = `${createEmail()}.elsewhere.example`;
  expect(await signInWithIssuer(new Map(), { sub: next, email: next }, `/join/${token}`)).toBe(
    `/sign-in?problem=identity-sign-up&next=%2Fjoin%2F${token}`,
  );
});

test('new accounts are limited per network', async () => {
  const signUp = () => {
    const email = createEmail();
    return signInWithIssuer(new Map(), { sub: email, email });
  };
  await signUp();
  await app.db.$client.query('UPDATE auth_attempts SET attempts = 30');
  expect(await signUp()).toBe('/sign-in?problem=identity-limit');
});

test('an existing account is linked only after its user has signed in to it', async () => {
  const { email } = await createAccount();
  const { email: otherEmail } = await createAccount();
  const jar: CookieJar = new Map();
  expect(await signInWithIssuer(jar, { sub: email, email })).toBe('/sign-in?problem=identity-link');
  expect(await isSignedIn(jar)).toBe(false);
  // Signing in to another account does not link the identity.
  const otherJar: CookieJar = new Map(jar);
  await signInWithPassword(otherJar, otherEmail);
  expect([await isSignedIn(otherJar), await countRows('user_identities', email)]).toEqual([true, 0]);
  await signInWithPassword(jar, email);
  expect([await isSignedIn(jar), await countRows('user_identities', email)]).toEqual([true, 1]);
  const laterJar: CookieJar = new Map();
  expect(await signInWithIssuer(laterJar, { sub: email, email })).toBe('/');
  expect(await isSignedIn(laterJar)).toBe(true);
  // The issuer did not report when it authenticated the user, so sensitive changes require the password.
  const { rows } = await app.db.$client.query(
    `SELECT authenticated_at = 'epoch' AS never FROM user_sessions JOIN users ON users.id = user_id
     WHERE email = $1 ORDER BY user_sessions.created_at`,
    [email],
  );
  expect(rows).toEqual([{ never: false }, { never: true }]);
});

test('a signed-in user can link an identity with another email address, and no other account can link it afterwards', async () => {
  const linkWithIssuer = async (jar: CookieJar, reported: typeof claims) => {
    const action = await app.callAction('startIdentityLinkAction', [], {
      cookie: [...jar.values()].join('; '),
    });
    for (const header of action.cookies)
      jar.set(header.split('=', 1)[0] ?? '', header.split(';', 1)[0] ?? '');
    return signInWithIssuer(jar, reported, '/account');
  };
  const [{ email }, { email: otherEmail }] = [await createAccount(), await createAccount()];
  const identity = { sub: createEmail(), email: createEmail(), email_verified: false };
  const [jar, otherJar, laterJar]: [CookieJar, CookieJar, CookieJar] = [new Map(), new Map(), new Map()];
  await signInWithPassword(jar, email);
  expect(await linkWithIssuer(jar, identity)).toBe('/account');
  expect(await isSignedIn(jar)).toBe(true);
  expect(await countRows('user_identities', identity.email)).toBe(1);
  await signInWithPassword(otherJar, otherEmail);
  expect(await linkWithIssuer(otherJar, identity)).toBe('/account?problem=identity-taken');
  expect(await signInWithIssuer(laterJar, identity)).toBe('/');
  const account = await (await app.get('/account', { cookie: [...laterJar.values()].join('; ') })).text();
  expect(account).toContain(email);
});

test('a user with an authenticator app also has to enter a code after signing in with the issuer or a password', async () => {
  const { email, owner } = await createAccount();
  const jar: CookieJar = new Map();
  await signInWithIssuer(jar, { sub: email, email });
  await signInWithPassword(jar, email);
  const { secret } = await startTotp(owner);
  const generateCode = (secondsLater: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + secondsLater * 1000 });
  await confirmTotp(owner, { code: generateCode(0) });
  for (const first of ['issuer', 'password']) {
    const laterJar: CookieJar = new Map();
    if (first === 'password') await signInWithPassword(laterJar, email);
    else expect(await signInWithIssuer(laterJar, { sub: email, email })).toBe('/sign-in?step=code');
    expect([...laterJar.keys()].join()).not.toContain('answerscope.session');
    await postForm(laterJar, '/api/auth/callback/second-step', { code: '000000' });
    expect(await isSignedIn(laterJar)).toBe(false);
    // A code works only once, so there is no valid one left.
    if (first === 'password') continue;
    await postForm(laterJar, '/api/auth/callback/second-step', { code: generateCode(30) });
    expect(await isSignedIn(laterJar)).toBe(true);
  }
});

test('an issuer’s response to another browser signs nobody in', async () => {
  const email = createEmail();
  claims = { sub: email, email, email_verified: true };
  const { pathname, search } = await visitIssuer(new Map());
  const jar: CookieJar = new Map();
  await visitIssuer(jar);
  const response = await app.get(pathname + search, { cookie: [...jar.values()].join('; ') });
  keepCookies(jar, response);
  expect(response.headers.get('location')).toContain('error=OAuthCallback');
  expect([await isSignedIn(jar), await countRows('users', email)]).toEqual([false, 0]);
});
