import { afterAll, describe, expect, test } from 'vitest';
import { calls } from './action-calls';
import { missing, startTwoTenants } from './tenant-data';
import { builtActions, type Tenant } from './test-app';

const { stage, ours, theirs, foreign } = await startTwoTenants();
afterAll(() => stage.stop());

/** Actions of a shared link, which ask for no session (`shares.test.ts`), and the one below that has no role. */
const askedElsewhere = ['readSharedAnswer', 'readSharedCiting', 'unlock', 'chooseOrganizationAction'];

/** All rows of a tenant that a member could change, as text. */
async function stateOf({ owner }: Tenant): Promise<string> {
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
    const { rows } = await stage.db.$client.query(
      `SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE ${key} = $1 ORDER BY 1`,
      [owner.organizationId],
    );
    parts.push(table, ...rows.map(({ row }) => row));
  }
  return parts.join('\n');
}

describe('server actions', () => {
  test('every one of the build stands in the table above', () => {
    const known = [...Object.keys(calls(missing, foreign, missing)), ...askedElsewhere];
    expect([...builtActions().keys()].sort()).toEqual(known.sort());
  });

  test('an organization of others is not chosen, and an own one is', async () => {
    const choose = (id: string, cookie: string) =>
      stage.callAction('chooseOrganizationAction', [id], { cookie });
    const chosen = `answerscope.organization=${ours.owner.organizationId}`;
    expect((await choose(ours.owner.organizationId, ours.cookies.viewer)).cookies.join()).toContain(chosen);
    for (const id of [theirs.owner.organizationId, missing, 'no-id', '']) {
      const { status, redirect, cookies } = await choose(id, ours.cookies.viewer);
      expect([status < 500, redirect?.split(';')[0], cookies.join()]).toEqual([true, '/', '']);
    }
    expect((await choose(ours.owner.organizationId, '')).redirect).toContain('/sign-in');
  });

  test('without a session none does anything', async () => {
    const before = await stateOf(theirs);
    const all = calls(theirs.project.id, foreign, theirs.userIds.editor);
    for (const [name, [args]] of Object.entries(all)) {
      const { redirect, text } = await stage.callAction(name, args);
      expect(redirect ?? text, name).toMatch(/\/sign-in|"ok":false,"message":"You are signed out/);
    }
    expect(await stateOf(theirs)).toBe(before);
  });

  test('a viewer changes nothing, and an editor neither keys nor members', async () => {
    const before = await stateOf(theirs);
    const all = calls(theirs.project.id, foreign, theirs.userIds.admin);
    for (const [name, [args, least]] of Object.entries(all)) {
      for (const role of ['viewer', 'editor'] as const) {
        if (least === null || (role === 'editor' && least === 'editor')) continue;
        const { text } = await stage.callAction(name, args, { cookie: theirs.cookies[role] });
        expect(text, `${name} as ${role}`).toContain('"ok":false');
        expect(text, `${name} as ${role}`).toMatch(/permission|may not|not allowed|role/i);
      }
    }
    expect(await stateOf(theirs)).toBe(before);
  });

  test('another organization’s ids are answered as missing ones, and change nothing', async () => {
    const before = await stateOf(theirs);
    const cookie = ours.cookies.owner;
    // A sentence may name the id that was asked for.
    const sentence = ({ text }: { text: string }) =>
      /"message":"[^"]*"/.exec(text)?.[0].replaceAll(/[0-9a-f-]{36}/g, 'id');
    const nothing = {
      share: missing,
      key: missing,
      invitation: missing,
      run: missing,
      prompt: missing,
      brand: missing,
      note: missing,
      view: missing,
      experiment: missing,
    };
    const known = calls(theirs.project.id, foreign, theirs.userIds.editor);
    const unknown = calls(missing, nothing, missing);
    // These name no project of anybody's.
    const own = [
      ...['createProjectAction', 'beginProjectAction', 'readBrandsAction', 'suggestBrandAction'],
      ...['draftPromptsAction', 'readPromptsAction', 'inviteAction', 'createKeyAction'],
      ...['setVendorKeysAction', 'removeVendorKeysAction'],
    ];
    for (const [name, [args]] of Object.entries(known)) {
      if (own.includes(name) || name.endsWith('SigningAction')) continue;
      const answer = await stage.callAction(name, args, { cookie });
      const reference = await stage.callAction(name, unknown[name]?.[0] ?? [], { cookie });
      expect([answer.status, sentence(answer)], name).toEqual([reference.status, sentence(reference)]);
      expect(answer.status, name).toBeLessThan(500);
      expect(answer.text, name).not.toContain('Fjordwing');
    }
    expect(await stateOf(theirs)).toBe(before);
  });

  test.each(['null', 'https://evil.example'])('a post from the origin %s is refused', async (origin) => {
    const before = await stateOf(theirs);
    const [args] = calls(theirs.project.id, foreign, theirs.userIds.editor).createKeyAction ?? [[]];
    const cookie = theirs.cookies.owner;
    await stage.callAction('createKeyAction', args, { cookie, origin });
    expect(await stateOf(theirs)).toBe(before);
    const allowed = await stage.callAction('createKeyAction', args, { cookie });
    expect(allowed.text).toContain('"ok":true');
  });
});
