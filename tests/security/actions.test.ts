import { afterAll, describe, expect, test } from 'vitest';
import { calls } from './action-calls';
import { missing, startTwoTenants } from './tenant-data';
import { builtActions, type Tenant } from './test-app';

const { stage, ours, theirs, foreign } = await startTwoTenants();
afterAll(() => stage.stop());

/** Actions of a share link, which need no session (`shares.test.ts`), and one without a role, tested below. */
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
    const { rows } = await stage.db.$client.query(
      `SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE ${key} = $1 ORDER BY 1`,
      [owner.organizationId],
    );
    parts.push(table, ...rows.map(({ row }) => row));
  }
  return parts.join('\n');
}

describe('server actions', () => {
  test('every action of the build is listed', () => {
    const known = [...Object.keys(calls(missing, foreign, missing)), ...testedElsewhere];
    expect([...builtActions().keys()].sort()).toEqual(known.sort());
  });

  test('switches only to organizations of the user', async () => {
    const choose = (id: string, cookie: string) =>
      stage.callAction('switchOrganizationAction', [id], { cookie });
    const chosen = `answerscope.organization=${ours.owner.organizationId}`;
    expect((await choose(ours.owner.organizationId, ours.cookies.viewer)).cookies.join()).toContain(chosen);
    for (const id of [theirs.owner.organizationId, missing, 'no-id', '']) {
      const { status, redirect, cookies } = await choose(id, ours.cookies.viewer);
      expect([status < 500, redirect?.split(';')[0], cookies.join()]).toEqual([true, '/', '']);
    }
    expect((await choose(ours.owner.organizationId, '')).redirect).toContain('/sign-in');
  });

  test('do nothing without a session', async () => {
    const before = await readState(theirs);
    const all = calls(theirs.project.id, foreign, theirs.userIds.editor);
    for (const [name, [args]] of Object.entries(all)) {
      const { redirect, text } = await stage.callAction(name, args);
      expect(redirect ?? text, name).toMatch(/\/sign-in|"ok":false,"message":"You’ve been signed out/);
    }
    expect(await readState(theirs)).toBe(before);
  });

  test('let viewers change nothing, and editors neither keys nor members', async () => {
    const before = await readState(theirs);
    const all = calls(theirs.project.id, foreign, theirs.userIds.admin);
    for (const [name, [args, least]] of Object.entries(all)) {
      for (const role of ['viewer', 'editor'] as const) {
        if (least === null || (role === 'editor' && least === 'editor')) continue;
        const { text } = await stage.callAction(name, args, { cookie: theirs.cookies[role] });
        expect(text, `${name} as ${role}`).toContain('"ok":false');
        expect(text, `${name} as ${role}`).toMatch(/permission|may not|not allowed|role/i);
      }
    }
    expect(await readState(theirs)).toBe(before);
  });

  test('treat IDs of other organizations like missing ones', async () => {
    const before = await readState(theirs);
    const cookie = ours.cookies.owner;
    // A message can contain the requested ID.
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
    // These have no project ID.
    const own = [
      ...['createProjectAction', 'beginProjectAction', 'readBrandsAction', 'suggestBrandAction'],
      ...['draftPromptsAction', 'readPromptsAction', 'inviteAction', 'createKeyAction'],
      ...['setProviderKeysAction', 'removeProviderKeysAction'],
    ];
    for (const [name, [args]] of Object.entries(known)) {
      if (own.includes(name) || name.endsWith('SigningAction')) continue;
      const answer = await stage.callAction(name, args, { cookie });
      const reference = await stage.callAction(name, unknown[name]?.[0] ?? [], { cookie });
      expect([answer.status, sentence(answer)], name).toEqual([reference.status, sentence(reference)]);
      expect(answer.status, name).toBeLessThan(500);
      expect(answer.text, name).not.toContain('Fjordwing');
    }
    expect(await readState(theirs)).toBe(before);
  });

  test.each(['null', 'https://evil.example'])('reject a request from the origin %s', async (origin) => {
    const before = await readState(theirs);
    const [args] = calls(theirs.project.id, foreign, theirs.userIds.editor).createKeyAction ?? [[]];
    const cookie = theirs.cookies.owner;
    await stage.callAction('createKeyAction', args, { cookie, origin });
    expect(await readState(theirs)).toBe(before);
    const allowed = await stage.callAction('createKeyAction', args, { cookie });
    expect(allowed.text).toContain('"ok":true');
  });
});
