import { afterAll, beforeAll, expect, test } from 'vitest';
import { sensitivePermissions } from '#lib/core/permissions';
import { password } from '#tests/support/owners';
import { listActionCalls } from './action-calls';
import { missingIds } from './tenant-data';
import { createCookieHeader, startTestApp, type Tenant, type TestApp } from './test-app';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.createTenant();
}, 300_000);
afterAll(() => app?.stop());

/** Moves the sign-in of all sessions 16 minutes into the past. */
const ageSessions = () =>
  app.db.$client.query(`UPDATE user_sessions SET authenticated_at = now() - interval '16 minutes'`);

const callAction = (name: string, args: unknown[], cookie = tenant.cookies.owner) =>
  app.callAction(name, args, { cookie });

/** Actions on a user's password, linked accounts, authenticator app and passkeys. */
const signInActions = [
  'setPasswordAction',
  'startIdentityLinkAction',
  'startTotpAction',
  'confirmTotpAction',
  'disableTotpAction',
  'regenerateRecoveryCodesAction',
  'startPasskeyRegistrationAction',
  'addPasskeyAction',
  'renamePasskeyAction',
  'removeIdentityAction',
  'removePasskeyAction',
];

test('exactly the actions with a sensitive permission, or that change a user’s sign-in methods, need a recent sign-in', async () => {
  await ageSessions();
  const calls = listActionCalls(tenant.project.id, missingIds, tenant.userIds.editor);
  const [protectedActions, sensitive]: [string[], string[]] = [[], []];
  for (const [name, [args, access]] of Object.entries(calls)) {
    if (sensitivePermissions.some((permission) => permission === access)) sensitive.push(name);
    const { text } = await callAction(name, args);
    if (text.includes('"needsReauthentication":true')) protectedActions.push(name);
  }
  expect(sensitive.length).toBeGreaterThan(15);
  expect(protectedActions.toSorted()).toEqual([...sensitive, ...signInActions].toSorted());
});

test('the role is checked before a recent sign-in is required', async () => {
  await ageSessions();
  const { text } = await callAction(
    'createKeyAction',
    [{ name: 'A key', expiresOn: '' }],
    tenant.cookies.viewer,
  );
  expect(text).toContain('Your role does not allow this');
});

test('pages need no recent sign-in', async () => {
  await ageSessions();
  for (const path of ['/members', '/members/audit', '/developers', '/developers/engines', '/account']) {
    const response = await app.get(path, { cookie: tenant.cookies.owner });
    expect(response.status, path).toBe(200);
    expect(await response.text(), path).not.toContain('Confirm that it’s you');
  }
});

test('entering the password allows sensitive changes in this browser only', async () => {
  await app.db.$client.query('DELETE FROM auth_attempts');
  const otherBrowser = await createCookieHeader(app.db, tenant.userIds.owner);
  await ageSessions();
  const args = [{ name: 'Backups', expiresOn: '' }];
  expect(
    (await callAction('reauthenticateAction', [{ method: 'password', password: 'not the password' }])).text,
  ).toContain('This is not your password.');
  expect((await callAction('createKeyAction', args)).text).toContain('"needsReauthentication":true');
  expect((await callAction('reauthenticateAction', [{ method: 'password', password }])).text).toContain(
    '"ok":true',
  );
  expect((await callAction('createKeyAction', args)).text).toContain('"ok":true');
  const { text } = await callAction('createKeyAction', args, otherBrowser);
  expect(text).toContain('"needsReauthentication":true');
});

test('the number of password guesses is limited', async () => {
  await app.db.$client.query('DELETE FROM auth_attempts');
  await ageSessions();
  for (let guess = 0; guess < 10; guess += 1)
    await callAction('reauthenticateAction', [{ method: 'password', password: `${guess}` }]);
  expect((await callAction('reauthenticateAction', [{ method: 'password', password }])).text).toContain(
    'Too many attempts',
  );
});
