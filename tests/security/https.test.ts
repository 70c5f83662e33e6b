import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmail, password } from '#tests/support/owners';
import { startTestApp, type TestApp } from './test-app';

/* An instance behind a proxy with TLS: APP_URL is https, and the web process gets plain HTTP. */

const origin = 'https://answers.example';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { APP_URL: origin, NEXTAUTH_URL: origin, HSTS_INCLUDE_SUBDOMAINS: 'on' } });
}, 300_000);
afterAll(() => app?.stop());

const formType = { 'content-type': 'application/x-www-form-urlencoded' };
const toCookieHeader = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

test.each([
  ['a page', '/sign-in', 200],
  ['a redirect', '/members', 307],
  ['a missing page', '/nothing-here', 404],
  ['an error of the API', '/v1/countries', 401],
  ['a stored page', '/storage/results/x/page-1.html', 403],
  ['a health check', '/healthz', 200],
  ['the reference', '/reference', 200],
  ['a path that cannot be decoded', '/%E0%A4%A', 404],
])('%s tells browsers to use only HTTPS', async (_, path, status) => {
  const response = await app.get(path);
  expect([response.status, response.headers.get('strict-transport-security')]).toEqual([
    status,
    'max-age=31536000; includeSubDomains',
  ]);
});

test('responses to invalid requests and foreign hosts tell browsers so too', async () => {
  const exchange = (head: string) =>
    new Promise<string>((done, fail) => {
      const { port } = new URL(app.instance.url);
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(`${head}\r\n\r\n`));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', fail);
      socket.on('close', () => done(text));
    });
  for (const [head, status] of [
    ['HELLO', 400],
    ['GET / HTTP/1.1', 400],
    ['GET / HTTP/1.1\r\nHost: evil.example', 421],
  ] as const) {
    const response = await exchange(head);
    expect(response).toContain(`HTTP/1.1 ${status} `);
    expect(response).toMatch(/\r\nStrict-Transport-Security: max-age=31536000; includeSubDomains\r\n/i);
  }
});

test('every cookie of a sign-in belongs to this host only, and opens pages', async () => {
  const email = createEmail();
  const account = JSON.stringify({ name: 'Ada', email, password, organization: 'A' });
  const headers = { 'content-type': 'application/json', origin };
  expect((await app.post('/api/auth/sign-up', account, headers)).status).toBe(200);
  const csrf = await app.get('/api/auth/csrf');
  const { csrfToken }: { csrfToken: string } = await csrf.json();
  const body = new URLSearchParams({ email, password, csrfToken, json: 'true' }).toString();
  const response = await app.post('/api/auth/callback/credentials', body, {
    ...formType,
    cookie: toCookieHeader(csrf),
  });
  const set = [...csrf.headers.getSetCookie(), ...response.headers.getSetCookie()];
  expect(set.map((cookie) => cookie.split('=', 1)[0])).toEqual(
    expect.arrayContaining(['__Host-answerscope.session', '__Host-answerscope.device']),
  );
  for (const cookie of set) {
    expect(cookie).toMatch(/^__Host-/);
    expect(cookie).toMatch(/; Path=\/(?:;|$)/i);
    expect(cookie).toMatch(/; Secure(?:;|$)/i);
    expect(cookie).toMatch(/; HttpOnly(?:;|$)/i);
    expect(cookie).not.toMatch(/; Domain=/i);
  }
  const session = toCookieHeader(response);
  expect((await app.get('/members', { cookie: session })).status).toBe(200);
  const old = session.replaceAll('__Host-answerscope.session', '__Secure-answerscope.session');
  expect((await app.get('/members', { cookie: old })).status).toBe(307);
});
