import pLimit from 'p-limit';
import { afterAll, describe, expect, test } from 'vitest';
import { scheduleDeletion } from '#lib/service/organizations/deletion';
import { listUrls, pageAccess } from './access';
import { listActionCalls } from './action-calls';
import { readActionOutcome, readPageOutcome } from './outcome';
import { createSubjects } from './subjects';
import { missingId, missingIds, startTwoTenants } from './tenant-data';
import { listBuiltActions, listBuiltPaths, readState } from './test-app';

const { app, tenant, otherTenant, otherIds } = await startTwoTenants();
afterAll(() => app.stop());
const subjects = await createSubjects(app, otherTenant);

/** Actions that other tests cover: those of share and subscription links, and one that changes a cookie. */
const actionsTestedElsewhere = [
  'confirmRecipientAction',
  'unsubscribeRecipientAction',
  'getSharedAnswerAction',
  'getSharedSpotCheckAction',
  'listSharedCitingAnswersAction',
  'unlockShareAction',
  'switchOrganizationAction',
];
const secrets = /ask_\w{46}|whsec_[\w+/]{20}|\$argon2/;
const concurrent = pLimit(6);

/** Opens a URL and reads the response. */
async function openUrl(url: string, cookie: string): Promise<{ response: Response; text: string }> {
  const response = await app.get(url, { cookie });
  return { response, text: await response.text() };
}

describe('every page, handler, export and action of the build is listed in the permission table', () => {
  test('pages and handlers', () => {
    const paths = listBuiltPaths();
    const missing = paths.filter((path) => !(path in pageAccess));
    expect(missing, 'Add these paths to pageAccess in tests/security/access.ts').toEqual([]);
    const stale = Object.keys(pageAccess).filter((path) => !paths.includes(path));
    expect(stale, 'Remove these paths from pageAccess in tests/security/access.ts').toEqual([]);
  });

  test('actions', () => {
    const actions = [...listBuiltActions().keys()];
    const rows = [...Object.keys(listActionCalls(missingId, otherIds, missingId)), ...actionsTestedElsewhere];
    const missing = actions.filter((name) => !rows.includes(name));
    expect(missing, 'Add these actions to listActionCalls in tests/security/action-calls.ts').toEqual([]);
    const stale = rows.filter((name) => !actions.includes(name));
    expect(stale, 'Remove these actions from listActionCalls or actionsTestedElsewhere').toEqual([]);
  });
});

test('every page, handler and export opens only for users whom the permission table allows, and leaks nothing', async () => {
  const urls = listUrls(otherTenant.project.id, otherIds, otherTenant.owner.organizationId);
  const problems = await Promise.all(
    subjects.flatMap((subject) =>
      urls.map(({ url, access }) =>
        concurrent(async () => {
          const { response, text } = await openUrl(url, subject.cookie);
          const [outcome, expected] = [readPageOutcome(response, text), subject.getExpectedOutcome(access)];
          if (outcome !== expected) return `${subject.name}, ${url}: expected ${expected}, got ${outcome}`;
          if (outcome !== 'allowed' && text.includes('Fjordwing'))
            return `${subject.name}, ${url}: leaks data`;
          return secrets.test(text) ? `${subject.name}, ${url}: contains a secret` : null;
        }),
      ),
    ),
  );
  expect(problems.length).toBeGreaterThan(400);
  expect(problems.filter(Boolean)).toEqual([]);
});

test('an owner can open the pages of their organization, but none of a project that belongs to another one or does not exist', async () => {
  const problems = await Promise.all(
    [otherTenant.project.id, missingId, 'no-id'].flatMap((projectId) =>
      listUrls(projectId, otherIds, tenant.owner.organizationId).map(({ url }) =>
        concurrent(async () => {
          const { response, text } = await openUrl(url, tenant.cookies.owner);
          const outcome = readPageOutcome(response, text);
          // For a project that the owner cannot read, `/progress` responds like for a project without work.
          const isForeign = url.includes(projectId) || url.includes(otherIds.delivery);
          const expected = isForeign && !url.endsWith('/progress') ? 'not found' : 'allowed';
          if (outcome !== expected) return `${url}: expected ${expected}, got ${outcome}`;
          const isLeak = [otherTenant.owner.organizationId, otherIds.key].some((id) => text.includes(id));
          return isLeak ? `${url}: leaks data` : null;
        }),
      ),
    ),
  );
  expect(problems.filter(Boolean)).toEqual([]);
});

test('the owner of an organization that is scheduled for deletion can open every page except the new-project form, and restore the organization', async () => {
  const { cookies, owner, project } = otherTenant;
  await scheduleDeletion(owner, { name: 'Acme' });
  const problems = await Promise.all(
    listUrls(project.id, otherIds, owner.organizationId).map(({ url }) =>
      concurrent(async () => {
        const { response, text } = await openUrl(url, cookies.owner);
        const outcome = readPageOutcome(response, text);
        const expected = url === '/projects/new' ? 'denied' : 'allowed';
        if (outcome !== expected) return `${url}: expected ${expected}, got ${outcome}`;
        // An error after a page has begun to stream appears in it as a digest.
        return /digest\\?":\\?"\d/.test(text) ? `${url}: shows an error` : null;
      }),
    ),
  );
  expect(problems.filter(Boolean)).toEqual([]);
  const { text } = await openUrl('/organization', cookies.owner);
  expect(text).toContain('Restore organization');
  // Controls are disabled, with the reason.
  for (const url of ['/members', '/developers', `/projects/${project.id}/prompts`]) {
    expect((await openUrl(url, cookies.owner)).text, url).toContain(
      'is scheduled for deletion and can’t be changed',
    );
  }
  const restored = await app.callAction('restoreOrganizationAction', [], { cookie: cookies.owner });
  expect(restored.text).toContain('"ok":true');
  expect((await openUrl('/organization', cookies.owner)).text).not.toContain('Restore organization');
});

test('every action works only for users whom the permission table allows, and changes nothing for others', async () => {
  const { userIds, project } = otherTenant;
  const known = Object.entries(listActionCalls(project.id, otherIds, userIds.admin));
  const unknown = listActionCalls(missingId, missingIds, missingId);
  const problems: string[] = [];
  const call = async (
    subject: (typeof subjects)[number],
    name: string,
    args: unknown[],
    expected: string,
  ) => {
    const outcome = readActionOutcome(await app.callAction(name, args, { cookie: subject.cookie }));
    if (outcome !== expected) problems.push(`${subject.name}, ${name}: expected ${expected}, got ${outcome}`);
  };
  const before = await readState(app, otherTenant);
  const denied: Promise<void>[] = [];
  const allowed: (() => Promise<void>)[] = [];
  // Leaving needs no ID and succeeds, so it comes last.
  const leaving: (() => Promise<void>)[] = [];
  for (const [name, [args, access]] of known) {
    const list = name === 'leaveOrganizationAction' ? leaving : allowed;
    for (const subject of subjects) {
      const expected = subject.getExpectedOutcome(access);
      if (expected !== 'allowed') denied.push(concurrent(() => call(subject, name, args, expected)));
      // Uses IDs that do not exist, so that one subject’s action does not change what the next ones see.
      else list.push(() => call(subject, name, unknown[name]?.[0] ?? [], 'allowed'));
    }
  }
  await Promise.all(denied);
  expect(await readState(app, otherTenant)).toBe(before);
  for (const run of [...allowed, ...leaving]) await run();
  expect(allowed.length).toBeGreaterThan(100);
  expect(problems).toEqual([]);
}, 600_000);
