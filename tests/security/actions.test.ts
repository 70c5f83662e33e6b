import { afterAll, describe, expect, test } from 'vitest';
import { removeMember } from '#lib/service/members/members';
import { createMember } from '#tests/support/owners';
import { listActionCalls } from './action-calls';
import { missingId, missingIds, startTwoTenants } from './tenant-data';
import { createCookieHeader, createShownHeader, listBuiltActions, readState } from './test-app';

const { app, tenant, otherTenant, otherIds } = await startTwoTenants();
afterAll(() => app.stop());

describe('server actions', () => {
  test('switch only to organizations of the user', async () => {
    const switchTo = (id: string, cookie: string) =>
      app.callAction('switchOrganizationAction', [id], { cookie });
    const cookie = `answerscope.organization=${tenant.owner.organizationId}`;
    expect((await switchTo(tenant.owner.organizationId, tenant.cookies.viewer)).cookies.join()).toContain(
      cookie,
    );
    for (const id of [otherTenant.owner.organizationId, missingId, 'no-id', '']) {
      const { status, redirect, cookies } = await switchTo(id, tenant.cookies.viewer);
      expect([status < 500, redirect?.split(';')[0], cookies.join()]).toEqual([true, '/reload', '']);
    }
    expect((await switchTo(tenant.owner.organizationId, '')).redirect).toContain('/sign-in');
  });

  test('treat IDs of other organizations like missing ones', async () => {
    const before = await readState(app, otherTenant);
    const cookie = tenant.cookies.owner;
    // A message can contain the requested ID.
    const getMessage = ({ text }: { text: string }) =>
      /"message":"[^"]*"/.exec(text)?.[0].replaceAll(/[0-9a-f-]{36}/g, 'id');
    const known = listActionCalls(otherTenant.project.id, otherIds, otherTenant.userIds.editor);
    const unknown = listActionCalls(missingId, missingIds, missingId);
    // These actions take no ID, so they act on the user’s own organization.
    const withoutId = [
      'createProjectAction',
      'onboardProjectAction',
      'exploreDemoAction',
      'checkBrandNamesAction',
      'readBrandsAction',
      'suggestBrandAction',
      'suggestPromptsAction',
      'readPromptsAction',
      'inviteAction',
      'createKeyAction',
      'setProviderKeysAction',
      'removeProviderKeysAction',
      'renameOrganizationAction',
      'saveBrandingAction',
      'sendTestEventAction',
    ];
    for (const [name, [args]] of Object.entries(known)) {
      if (withoutId.includes(name) || name.endsWith('SigningAction')) continue;
      const response = await app.callAction(name, args, { cookie });
      const reference = await app.callAction(name, unknown[name]?.[0] ?? [], { cookie });
      expect([response.status, getMessage(response)], name).toEqual([
        reference.status,
        getMessage(reference),
      ]);
      expect(response.status, name).toBeLessThan(500);
      expect(response.text, name).not.toContain('Fjordwing');
    }
    expect(await readState(app, otherTenant)).toBe(before);
  });

  test('are forwarded within the instance when they are called from a page that does not contain them, even on a port that is not the default', async () => {
    const { id } = listBuiltActions().get('createKeyAction') ?? {};
    const response = await app.post('/sign-in', JSON.stringify([{ name: 'Forwarded', expiresOn: '' }]), {
      'next-action': id ?? '',
      'content-type': 'text/plain;charset=UTF-8',
      accept: 'text/x-component',
      origin: app.instance.url,
      cookie: otherTenant.cookies.owner,
      ...createShownHeader(otherTenant.cookies.owner),
    });
    expect(await response.text()).toContain('"ok":true');
  });

  test.each(['null', 'https://evil.example'])('reject a request from the origin %s', async (origin) => {
    const before = await readState(app, otherTenant);
    const [args] = listActionCalls(otherTenant.project.id, otherIds, otherTenant.userIds.editor)
      .createKeyAction ?? [[]];
    const cookie = otherTenant.cookies.owner;
    await app.callAction('createKeyAction', args, { cookie, origin });
    expect(await readState(app, otherTenant)).toBe(before);
    const allowed = await app.callAction('createKeyAction', args, { cookie });
    expect(allowed.text).toContain('"ok":true');
  });
});

describe('organizations', () => {
  const createOrganization = (cookie: string, origin = app.instance.url) =>
    app.post('/api/auth/organizations', JSON.stringify({ organization: 'Further' }), {
      'content-type': 'application/json',
      origin,
      cookie,
    });

  test('can be created by anyone who is signed in, including users who were removed from their last one', async () => {
    const { userId } = await createMember(tenant.owner, 'viewer');
    const cookie = await createCookieHeader(app.db, userId);
    expect((await app.get('/members', { cookie })).status).toBe(200);
    await removeMember(tenant.owner, { userId });
    expect((await app.get('/members', { cookie })).headers.get('location')).toBe('/new-organization');
    const page = await app.get('/new-organization', { cookie });
    expect(await page.text()).toContain('You’re not a member of any organization.');
    const response = await createOrganization(cookie);
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie().join()).toContain('answerscope.organization=');
    expect((await app.get('/organization', { cookie })).status).toBe(200);
  });

  test('cannot be created without a session, nor from a page of another site', async () => {
    const cookie = tenant.cookies.viewer;
    for (const response of [
      await createOrganization(''),
      await createOrganization(cookie, 'https://evil.example'),
    ]) {
      expect(response.status).toBe(403);
    }
  });

  test('that are scheduled for deletion can be read and restored, but not changed', async () => {
    const { cookies } = await app.createTenant();
    const asOwner = { cookie: cookies.owner };
    const { text } = await app.callAction('scheduleDeletionAction', [{ name: 'Acme' }], asOwner);
    expect(text).toContain('"ok":true');
    const page = async (cookie: string) => (await app.get('/members', { cookie })).text();
    expect(await page(cookies.owner)).toContain('Restore organization');
    const viewerPage = await page(cookies.viewer);
    expect(viewerPage).toContain('This organization will be deleted on');
    expect(viewerPage).not.toContain('Restore organization');
    const invite = () => app.callAction('inviteAction', [{ role: 'viewer', label: '' }], asOwner);
    expect((await invite()).text).toContain('is scheduled for deletion and can’t be changed');
    expect((await app.callAction('restoreOrganizationAction', [], asOwner)).text).toContain('"ok":true');
    expect((await invite()).text).toContain('"ok":true');
  });

  test('can be left', async () => {
    const { cookies } = await app.createTenant();
    const { redirect } = await app.callAction('leaveOrganizationAction', [], { cookie: cookies.editor });
    expect(redirect).toContain('/reload');
    const { headers } = await app.get('/members', { cookie: cookies.editor });
    expect(headers.get('location')).toBe('/new-organization');
  });
});
