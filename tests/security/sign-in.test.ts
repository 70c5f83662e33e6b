import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visitorAddress } from '#lib/web/page-handler';
import { newEmail, password } from '#tests/support/owners';
import { root } from '#tests/support/process';
import { getSafeRedirectPath } from '../../app/session';
import { startTestApp, type TestApp } from './test-app';

let stage: TestApp;
beforeAll(async () => {
  stage = await startTestApp({ env: { LOG_LEVEL: 'debug' }, worker: true });
}, 300_000);
afterAll(() => stage?.stop());

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
])('after signing in, %j leads to %s', (wanted, path) => {
  expect(getSafeRedirectPath(wanted)).toBe(path);
});

test.each([
  ['198.51.100.1', undefined, 0, '198.51.100.1'],
  ['198.51.100.1', '203.0.113.9', 0, '198.51.100.1'],
  ['10.0.0.1', '203.0.113.9, 198.51.100.1', 1, '198.51.100.1'],
  ['10.0.0.1', '203.0.113.9, 198.51.100.1, 10.0.0.2', 2, '198.51.100.1'],
  ['10.0.0.1', undefined, 1, '10.0.0.1'],
])('a request over %s that claims %s behind %d proxies is of %s', (socket, claimed, proxies, address) => {
  expect(visitorAddress(socket, claimed, proxies)).toBe(address);
});

const form = (fields: object) => JSON.stringify(fields);
const json = (origin: string, more = {}) => ({ 'content-type': 'application/json', origin, ...more });

describe('account form requests', () => {
  test.each(['null', 'https://evil.example', 'http://127.0.0.1'])(
    'from the origin %s do nothing',
    async (origin) => {
      const person = { name: 'Ada', email: newEmail(), password, organization: 'A' };
      for (const path of ['/api/auth/sign-up', '/api/auth/accept-invitation']) {
        expect((await stage.post(path, form({ ...person, token: 'x' }), json(origin))).status).toBe(403);
      }
      const { rowCount } = await stage.db.$client.query('SELECT 1 FROM users WHERE email = $1', [
        person.email,
      ]);
      expect(rowCount).toBe(0);
    },
  );

  test('signing in and out ask for the token of the form', async () => {
    const body = new URLSearchParams({ email: 'a@b.example', password }).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const path of ['/api/auth/callback/credentials', '/api/auth/signout']) {
      const response = await stage.post(path, body, type);
      expect(response.headers.getSetCookie().join()).not.toContain('answerscope.session=');
      expect(response.status).toBeLessThan(500);
    }
  });

  test('no callbackUrl leads to another site', async () => {
    for (const wanted of ['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example']) {
      const asked = `callbackUrl=${encodeURIComponent(wanted)}`;
      for (const path of [`/api/auth/signin?${asked}`, `/api/auth/error?${asked}`, `/sign-in?${asked}`]) {
        const response = await stage.get(path);
        const location = response.headers.get('location') ?? '/';
        const { host, searchParams } = new URL(location, stage.instance.address);
        expect(host, path).toBe(new URL(stage.instance.address).host);
        expect(searchParams.get('callbackUrl') ?? '/', path).not.toBe(wanted);
        expect(await response.text(), path).not.toContain('href="https://evil.example');
      }
    }
  });

  test('attempts are counted by the connection, whatever addresses are claimed', async () => {
    const tries: number[] = [];
    for (let claimed = 0; claimed < 31; claimed++) {
      const headers = json(stage.instance.address, { 'x-forwarded-for': `203.0.113.${claimed}` });
      const body = form({ name: 'Ada', email: newEmail(), password: 'short', organization: 'A' });
      tries.push((await stage.post('/api/auth/sign-up', body, headers)).status);
    }
    expect(tries.slice(0, 30)).toEqual(Array(30).fill(400));
    expect(tries[30]).toBe(429);
  });
});

test('logs contain no secrets from sign-up, failures and invalid tokens', async () => {
  await stage.db.$client.query('DELETE FROM auth_attempts');
  const secret = 'a very secret password';
  const email = newEmail();
  const made = await stage.post(
    '/api/auth/sign-up',
    form({ name: 'Ada', email, password: secret, organization: 'A' }),
    json(stage.instance.address),
  );
  expect(made.status).toBe(200);
  await stage.post('/webhooks/answers/secret-hook-token', '{', {});
  await stage.get('/share/secret-share-token');
  await stage.get('/join/secret-join-token');
  await stage.get('/v1/credits?api_key=sk-secret-in-address', { authorization: 'Bearer secret-bearer' });
  const csrf: { csrfToken: string } = await (await stage.get('/api/auth/csrf')).json();
  await stage.post(
    '/api/auth/callback/credentials',
    new URLSearchParams({ email, password: secret, csrfToken: csrf.csrfToken }).toString(),
    { 'content-type': 'application/x-www-form-urlencoded' },
  );
  const output = stage.instance.web.output() + stage.instance.worker.output();
  expect(output).toContain('web started');
  const { ENCRYPTION_KEY, NEXTAUTH_SECRET, DATABASE_URL } = stage.instance.env;
  for (const kept of [
    secret,
    'secret-',
    'whsec_',
    csrf.csrfToken,
    ENCRYPTION_KEY,
    NEXTAUTH_SECRET,
    DATABASE_URL,
  ]) {
    expect(kept).toBeTruthy();
    expect(output.includes(kept ?? '')).toBe(false);
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
