import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClientAddress } from '#lib/core/ip-address';
import { createEmail, password } from '#tests/support/owners';
import { root } from '#tests/support/process';
import { getSafeRedirectPath, getSignUpRedirectPath } from '../../app/session';
import { startTestApp, type TestApp } from './test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { LOG_LEVEL: 'debug' }, worker: true });
}, 300_000);
afterAll(() => app?.stop());

test.each([
  ['/projects/1/overview?days=7#a', '/projects/1/overview?days=7#a'],
  ['/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/\n\\evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/a/..//evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  [undefined, '/'],
  [['/a', '//evil.example'], '/'],
])('after signing in, %j redirects to %s', (requested, path) => {
  expect(getSafeRedirectPath(requested)).toBe(path);
});

const projectPath = '/projects/0b7c1f0a-5f0e-4c57-9a43-3a1f6a1c2d3e';
test.each([
  [projectPath, '/'],
  [`${projectPath}/overview?days=7`, '/'],
  [`${projectPath}?days=7`, '/'],
  ['/projects/new', '/projects/new'],
  ['/settings/api-keys', '/settings/api-keys'],
  ['/', '/'],
])('after creating an organization, %s redirects to %s', (next, path) => {
  expect(getSignUpRedirectPath(next)).toBe(path);
});

test.each([
  ['198.51.100.1', undefined, 0, '198.51.100.1'],
  ['198.51.100.1', '203.0.113.9', 0, '198.51.100.1'],
  ['10.0.0.1', '203.0.113.9, 198.51.100.1', 1, '198.51.100.1'],
  ['10.0.0.1', '203.0.113.9, 198.51.100.1, 10.0.0.2', 2, '198.51.100.1'],
  ['10.0.0.1', undefined, 1, '10.0.0.1'],
])(
  'a request from %s with X-Forwarded-For %s behind %d proxies has the client IP address %s',
  (socketIp, forwardedFor, proxies, ip) => {
    expect(getClientAddress(socketIp, forwardedFor, proxies)).toBe(ip);
  },
);

describe('a page that requires a session', () => {
  const getTarget = async (path: string, headers: Record<string, string> = {}) => {
    const response = await app.get(path, headers);
    return response.headers.get('location') ?? /NEXT_REDIRECT;\w+;([^;"]+)/.exec(await response.text())?.[1];
  };
  const answers = '/projects/0f9a/answers?answer=1&note=a%20b%26c';
  const signIn = `/sign-in?next=${encodeURIComponent(answers)}`;

  test('opens after signing in, with its query', async () => {
    expect(await getTarget(answers)).toBe(signIn);
    expect(await getTarget('/account')).toBe('/sign-in?next=%2Faccount');
    expect(await getTarget('/')).toBe('/sign-in');
    // Links on the sign-in page keep the path and query.
    const page = await (await app.get(signIn)).text();
    expect(page).toContain(`href="/sign-up?next=${encodeURIComponent(answers)}"`);
    expect(await (await app.get(`${signIn}&step=code`)).text()).toContain(`href="${signIn}"`);
  });

  test('opens after signing in if the session of an open tab has ended', async () => {
    const headers = { rsc: '1' };
    // Next.js redirects to the only value of `_rsc` that it accepts for these headers.
    const { searchParams } = new URL((await getTarget('/account', headers)) ?? '', app.instance.url);
    const parameter = `_rsc=${searchParams.get('_rsc')}`;
    expect(await getTarget(`/account?${parameter}`, headers)).toBe('/sign-in?next=%2Faccount');
    expect(await getTarget(`${answers}&${parameter}`, headers)).toBe(signIn);
    expect(await getTarget(answers.replace('?', `?${parameter}&`), headers)).toBe(signIn);
  });

  test.each(['/projects/spoofed', '//evil.example', 'https://evil.example/', '/sign-in'])(
    'opens after signing in even if the client names another page in a header (%s)',
    async (spoofed) => {
      const headers = { 'x-requested-path': spoofed };
      expect(await getTarget(answers, headers)).toBe(signIn);
      expect((await app.callAction('switchOrganizationAction', [''], headers)).redirect).toMatch(
        /^[^?]*\/sign-in(?:;|$)/,
      );
    },
  );

  test('does not open after signing in if its URL is too long', async () => {
    expect(await getTarget(`/account?a=${'x'.repeat(2_000)}`)).toBe('/sign-in');
  });
});

const jsonHeaders = (origin: string, more = {}) => ({ 'content-type': 'application/json', origin, ...more });

describe('account forms', () => {
  test.each(['null', 'https://evil.example', 'http://127.0.0.1'])(
    'from the origin %s have no effect',
    async (origin) => {
      const account = { name: 'Ada', email: createEmail(), password, organization: 'A' };
      const forms = ['sign-up', 'accept-invitation', 'forgot-password', 'reset-password', 'confirm-email'];
      for (const form of [...forms, 'resend-verification']) {
        const body = JSON.stringify({ ...account, token: 'x' });
        const { status } = await app.post(`/api/auth/${form}`, body, jsonHeaders(origin));
        expect(status, form).toBe(403);
      }
      const { rowCount } = await app.db.$client.query('SELECT 1 FROM users WHERE email = $1', [
        account.email,
      ]);
      expect(rowCount).toBe(0);
    },
  );

  test('require the CSRF token to sign in and out', async () => {
    const body = new URLSearchParams({ email: 'a@b.example', password }).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const path of ['/api/auth/callback/credentials', '/api/auth/signout']) {
      const response = await app.post(path, body, type);
      expect(response.headers.getSetCookie().join()).not.toContain('answerscope.session=');
      expect(response.status).toBeLessThan(500);
    }
  });

  test('never redirect to another site because of callbackUrl', async () => {
    for (const target of ['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example']) {
      const query = `callbackUrl=${encodeURIComponent(target)}`;
      for (const path of [`/api/auth/signin?${query}`, `/api/auth/error?${query}`, `/sign-in?${query}`]) {
        const response = await app.get(path);
        const location = response.headers.get('location') ?? '/';
        const { host, searchParams } = new URL(location, app.instance.url);
        expect(host, path).toBe(new URL(app.instance.url).host);
        expect(searchParams.get('callbackUrl') ?? '/', path).not.toBe(target);
        expect(await response.text(), path).not.toContain('href="https://evil.example');
      }
    }
  });

  test.each(['%00', '%ED%A0%BD', '%', 'http://[', 'x'.repeat(4_000), 'a&callbackUrl=b', ''])(
    'never fail for a malformed callbackUrl (%.20s)',
    async (malformed) => {
      for (const path of ['signin', 'signout', 'error', 'callback/credentials', 'csrf', 'session']) {
        const query = `callbackUrl=${malformed}`;
        const got = await app.get(`/api/auth/${path}?${query}`, {
          cookie: `next-auth.callback-url=${malformed}`,
        });
        expect([path, got.status < 500]).toEqual([path, true]);
        const form = { 'content-type': 'application/x-www-form-urlencoded' };
        const posted = await app.post(`/api/auth/${path}`, query, form);
        expect([path, posted.status < 500]).toEqual([path, true]);
      }
      expect((await app.get(`/sign-in?callbackUrl=${malformed}`)).status).toBe(200);
    },
  );

  test('are rate-limited by the IP address of the connection, regardless of X-Forwarded-For', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 31; attempt++) {
      const headers = jsonHeaders(app.instance.url, { 'x-forwarded-for': `203.0.113.${attempt}` });
      const body = JSON.stringify({
        name: 'Ada',
        email: createEmail(),
        password: 'short',
        organization: 'A',
      });
      statuses.push((await app.post('/api/auth/sign-up', body, headers)).status);
    }
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(400));
    expect(statuses[30]).toBe(429);
  });
});

test('logs contain no secrets from sign-up, failures and invalid tokens', async () => {
  await app.db.$client.query('DELETE FROM auth_attempts');
  const secret = 'a very secret password';
  const email = createEmail();
  const signedUp = await app.post(
    '/api/auth/sign-up',
    JSON.stringify({ name: 'Ada', email, password: secret, organization: 'A' }),
    jsonHeaders(app.instance.url),
  );
  expect(signedUp.status).toBe(200);
  await app.post('/webhooks/answers/secret-hook-token', '{', {});
  await app.get('/share/secret-share-token');
  await app.get('/join/secret-join-token');
  await app.get('/reset-password/secret-reset-token');
  await app.get('/confirm-email/secret-confirm-token');
  await app.get('/v1/credits?api_key=sk-secret-in-url', { authorization: 'Bearer secret-bearer' });
  const csrf: { csrfToken: string } = await (await app.get('/api/auth/csrf')).json();
  await app.post(
    '/api/auth/callback/credentials',
    new URLSearchParams({ email, password: secret, csrfToken: csrf.csrfToken }).toString(),
    { 'content-type': 'application/x-www-form-urlencoded' },
  );
  const output = app.instance.web.output() + app.instance.worker.output();
  expect(output).toContain('web started');
  const { ENCRYPTION_KEY, NEXTAUTH_SECRET, DATABASE_URL } = app.instance.env;
  for (const value of [
    secret,
    'secret-',
    'whsec_',
    csrf.csrfToken,
    ENCRYPTION_KEY,
    NEXTAUTH_SECRET,
    DATABASE_URL,
  ]) {
    expect(value).toBeTruthy();
    expect(output.includes(value ?? '')).toBe(false);
  }
});

test('client bundles contain no server settings or secrets', () => {
  const folder = join(root, '.next', 'static');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  expect(files.length).toBeGreaterThan(5);
  const names = [
    'DATABASE_URL',
    'ENCRYPTION_KEY',
    'NEXTAUTH_SECRET',
    'OPENAI_API_KEY',
    'postgresql://',
    'argon2',
  ];
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    expect(
      names.filter((name) => text.includes(name)),
      file,
    ).toEqual([]);
  }
});
