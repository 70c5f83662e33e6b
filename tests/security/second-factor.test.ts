import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { setSecondFactorRequired } from '#lib/service/organizations/second-factor';
import { listUrls } from './access';
import { listActionCalls } from './action-calls';
import { missingIds } from './tenant-data';
import { readState, startTestApp, type Tenant, type TestApp } from './test-app';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.createTenant();
  await addApp(tenant.userIds.owner);
  await setSecondFactorRequired(tenant.owner, { isRequired: true });
}, 300_000);
afterAll(() => app?.stop());

const addApp = (userId: string) =>
  app.db.$client.query(
    "INSERT INTO totp_factors (user_id, secret_encrypted, confirmed_at) VALUES ($1, '', now())",
    [userId],
  );

test('without a second factor, no page, file or export shows anything of the organization', async () => {
  const { owner, project } = tenant;
  const cookie = tenant.cookies.admin;
  for (const { url, access } of listUrls(project.id, missingIds, owner.organizationId)) {
    const response = await app.get(url, { cookie });
    const text = await response.text();
    expect(text, url).not.toContain(project.name);
    if (access === 'user' || url === '/account/second-factor') continue;
    const isRefused = response.status === 403 && text.includes('requires a second factor');
    const isRedirected =
      response.headers.get('location')?.includes('/second-factor') || text.includes('/second-factor');
    expect(isRefused || isRedirected, `${url} ${response.status}`).toBe(true);
  }
});

test('without a second factor, no action changes or reveals anything of the organization', async () => {
  const before = await readState(app, tenant);
  const calls = listActionCalls(tenant.project.id, missingIds, tenant.userIds.editor);
  for (const [name, [args, access]] of Object.entries(calls)) {
    if (access === 'user' || access === 'public') continue;
    const { text, redirect } = await app.callAction(name, args, { cookie: tenant.cookies.admin });
    const isRedirected = redirect?.includes('second-factor') || text.includes('second-factor');
    expect(text.includes('requires a second factor') || isRedirected, `${name}: ${text.slice(0, 200)}`).toBe(
      true,
    );
  }
  expect(await readState(app, tenant)).toBe(before);
});

test('the page that members are led to explains it, and the account page stays available', async () => {
  const cookie = tenant.cookies.admin;
  const page = await app.get('/account/second-factor', { cookie });
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text).toContain('Second factor required');
  expect(text).toContain('Enable two-factor authentication');
  const account = await app.get('/account', { cookie });
  expect(account.status).toBe(200);
});

test('a member with a passkey who signed in with the password sees the organization once the passkey has verified them', async () => {
  await app.db.$client.query(
    `INSERT INTO passkeys (user_id, name, credential_id, public_key, signature_count, transports, is_synced)
     VALUES ($1, 'Phone', gen_random_uuid(), '', 0, '{}', false)`,
    [tenant.userIds.viewer],
  );
  const cookie = tenant.cookies.viewer;
  const refused = await app.get('/members', { cookie });
  expect(refused.headers.get('location') ?? (await refused.text())).toContain('/account/second-factor');
  await app.db.$client.query('UPDATE user_sessions SET passkey_verified_at = now() WHERE user_id = $1', [
    tenant.userIds.viewer,
  ]);
  expect((await app.get('/members', { cookie })).status).toBe(200);
});

test('with a second factor, everything is shown; API keys work without one', async () => {
  const page = await app.get('/members', { cookie: tenant.cookies.owner });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Stop requiring a second factor');
  await addApp(tenant.userIds.editor);
  expect((await app.get('/members', { cookie: tenant.cookies.editor })).status).toBe(200);
  const key = await createApiKey(tenant.owner, { name: 'Reporting' });
  const response = await app.get('/v1/credits', { authorization: `Bearer ${key.secret}` });
  expect(response.status).toBe(200);
});

test('what a password reset ended is shown on every page until the user dismisses it', async () => {
  const cookie = tenant.cookies.owner;
  const ended = 'In “Acme”: 2 other members and 1 API key.';
  await app.db.$client.query('UPDATE users SET reset_notice = $2 WHERE id = $1', [
    tenant.userIds.owner,
    JSON.stringify([ended]),
  ]);
  for (const path of ['/members', '/account', '/new-organization']) {
    expect(await (await app.get(path, { cookie })).text(), path).toContain(ended);
  }
  const { text } = await app.callAction('dismissResetNoticeAction', [], { cookie });
  expect(text).toContain('"ok":true');
  expect(await (await app.get('/members', { cookie })).text()).not.toContain(ended);
});
