import { afterAll, describe, expect, test } from 'vitest';
import { listActionCalls } from './action-calls';
import { missingId, startTwoTenants } from './tenant-data';
import { listBuiltActions, type Tenant } from './test-app';

const { app, tenant, otherTenant, otherIds } = await startTwoTenants();
afterAll(() => app.stop());

/** Actions of a share link, which need no session (see `shares.test.ts`), and one that is tested below. */
const testedElsewhere = [
  'getSharedAnswerAction',
  'listSharedCitingAnswersAction',
  'unlockShareAction',
  'switchOrganizationAction',
];

/** Returns all rows of a tenant that a member could change, as text. */
async function readState({ owner }: Tenant): Promise<string> {
  const tables = [
    'projects',
    'brands',
    'prompts',
    'schedules',
    'runs',
    'shares',
    'domain_types',
    'annotations',
    'saved_views',
    'experiments',
    'api_keys',
    'provider_keys',
    'invitations',
  ];
  const parts: string[] = [];
  for (const table of [...tables, 'memberships', 'organizations', 'service_credentials']) {
    const key = table === 'organizations' ? 'id' : 'organization_id';
    const { rows } = await app.db.$client.query(
      `SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE ${key} = $1 ORDER BY 1`,
      [owner.organizationId],
    );
    parts.push(table, ...rows.map(({ row }) => row));
  }
  return parts.join('\n');
}

describe('server actions', () => {
  test('every action of the build is listed', () => {
    const known = [...Object.keys(listActionCalls(missingId, otherIds, missingId)), ...testedElsewhere];
    expect([...listBuiltActions().keys()].sort()).toEqual(known.sort());
  });

  test('switches only to organizations of the user', async () => {
    const switchTo = (id: string, cookie: string) =>
      app.callAction('switchOrganizationAction', [id], { cookie });
    const cookie = `answerscope.organization=${tenant.owner.organizationId}`;
    expect((await switchTo(tenant.owner.organizationId, tenant.cookies.viewer)).cookies.join()).toContain(
      cookie,
    );
    for (const id of [otherTenant.owner.organizationId, missingId, 'no-id', '']) {
      const { status, redirect, cookies } = await switchTo(id, tenant.cookies.viewer);
      expect([status < 500, redirect?.split(';')[0], cookies.join()]).toEqual([true, '/', '']);
    }
    expect((await switchTo(tenant.owner.organizationId, '')).redirect).toContain('/sign-in');
  });

  test('have no effect without a session', async () => {
    const before = await readState(otherTenant);
    const all = listActionCalls(otherTenant.project.id, otherIds, otherTenant.userIds.editor);
    for (const [name, [args]] of Object.entries(all)) {
      const { redirect, text } = await app.callAction(name, args);
      expect(redirect ?? text, name).toMatch(/\/sign-in|"ok":false,"message":"You’ve been signed out/);
    }
    expect(await readState(otherTenant)).toBe(before);
  });

  test('let viewers change nothing, and editors no keys or members', async () => {
    const before = await readState(otherTenant);
    const all = listActionCalls(otherTenant.project.id, otherIds, otherTenant.userIds.admin);
    for (const [name, [args, minRole]] of Object.entries(all)) {
      for (const role of ['viewer', 'editor'] as const) {
        if (minRole === null || (role === 'editor' && minRole === 'editor')) continue;
        const { text } = await app.callAction(name, args, { cookie: otherTenant.cookies[role] });
        expect(text, `${name} as ${role}`).toContain('"ok":false');
        expect(text, `${name} as ${role}`).toMatch(/permission|may not|not allowed|role/i);
      }
    }
    expect(await readState(otherTenant)).toBe(before);
  });

  test('treat IDs of other organizations like missing ones', async () => {
    const before = await readState(otherTenant);
    const cookie = tenant.cookies.owner;
    // A message can contain the requested ID.
    const getMessage = ({ text }: { text: string }) =>
      /"message":"[^"]*"/.exec(text)?.[0].replaceAll(/[0-9a-f-]{36}/g, 'id');
    const missingIds = {
      share: missingId,
      key: missingId,
      invitation: missingId,
      run: missingId,
      prompt: missingId,
      brand: missingId,
      note: missingId,
      view: missingId,
      experiment: missingId,
    };
    const known = listActionCalls(otherTenant.project.id, otherIds, otherTenant.userIds.editor);
    const unknown = listActionCalls(missingId, missingIds, missingId);
    // These have no project ID.
    const withoutProject = [
      ...[
        'createProjectAction',
        'onboardProjectAction',
        'exploreDemoAction',
        'readBrandsAction',
        'suggestBrandAction',
      ],
      ...['draftPromptsAction', 'readPromptsAction', 'inviteAction', 'createKeyAction'],
      ...['setProviderKeysAction', 'removeProviderKeysAction', 'renameOrganizationAction'],
    ];
    for (const [name, [args]] of Object.entries(known)) {
      if (withoutProject.includes(name) || name.endsWith('SigningAction')) continue;
      const response = await app.callAction(name, args, { cookie });
      const reference = await app.callAction(name, unknown[name]?.[0] ?? [], { cookie });
      expect([response.status, getMessage(response)], name).toEqual([
        reference.status,
        getMessage(reference),
      ]);
      expect(response.status, name).toBeLessThan(500);
      expect(response.text, name).not.toContain('Fjordwing');
    }
    expect(await readState(otherTenant)).toBe(before);
  });

  test('reach their own process from a page that does not contain them, whatever its port', async () => {
    const { id } = listBuiltActions().get('createKeyAction') ?? {};
    const response = await app.post('/sign-in', JSON.stringify([{ name: 'Forwarded', expiresOn: '' }]), {
      ...{ 'next-action': id ?? '', 'content-type': 'text/plain;charset=UTF-8', accept: 'text/x-component' },
      ...{ origin: app.instance.url, cookie: otherTenant.cookies.owner },
    });
    expect(await response.text()).toContain('"ok":true');
  });

  test.each(['null', 'https://evil.example'])('reject a request from the origin %s', async (origin) => {
    const before = await readState(otherTenant);
    const [args] = listActionCalls(otherTenant.project.id, otherIds, otherTenant.userIds.editor)
      .createKeyAction ?? [[]];
    const cookie = otherTenant.cookies.owner;
    await app.callAction('createKeyAction', args, { cookie, origin });
    expect(await readState(otherTenant)).toBe(before);
    const allowed = await app.callAction('createKeyAction', args, { cookie });
    expect(allowed.text).toContain('"ok":true');
  });
});
