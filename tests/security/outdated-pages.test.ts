import { afterAll, describe, expect, test } from 'vitest';
import { shownOrganizationHeader } from '#components/layout/shown-organization';
import { organizationTables } from '#lib/registry/organization-tables';
import { removeMember } from '#lib/service/members/members';
import { createMember } from '#tests/support/owners';
import { listActionCalls } from './action-calls';
import { startTwoTenants } from './tenant-data';
import { type ActionResponse, createCookieHeader, readState, type Tenant } from './test-app';

const { app, tenant: second, otherTenant: first, otherIds: firstIds } = await startTwoTenants();
afterAll(() => app.stop());
await app.db.$client.query(`UPDATE organizations SET name = 'Basalt' WHERE id = $1`, [
  second.owner.organizationId,
]);

const actions = Object.entries(listActionCalls(first.project.id, firstIds, first.userIds.editor)).filter(
  ([, [, access]]) => access !== 'user',
);

/** Creates an owner of both organizations, and headers of a page that shows the first one. */
async function createOwnerOfBoth() {
  const { userId } = await createMember(first.owner, 'owner');
  await app.db.$client.query(
    `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'owner')`,
    [second.owner.organizationId, userId],
  );
  const session = await createCookieHeader(app.db, userId);
  const getHeaders = (current: Tenant) => ({
    cookie: `${session}; answerscope.organization=${current.owner.organizationId}`,
    [shownOrganizationHeader]: first.owner.organizationId,
  });
  return { userId, getHeaders };
}

/** Calls every action on an organization; returns those that neither said the sentence nor reloaded the page. */
async function listUnrefused(headers: Record<string, string>, sentence: string): Promise<string[]> {
  const isRefused = ({ text, redirect }: ActionResponse) =>
    (text.includes('"ok":false') && text.includes('"isPageOutdated":true') && text.includes(sentence)) ||
    redirect?.split(';')[0] === '/reload';
  const unrefused: string[] = [];
  for (const [name, [args]] of actions) {
    const response = await app.callAction(name, args, headers);
    if (!isRefused(response)) unrefused.push(`${name}: ${response.status} ${response.text.slice(0, 300)}`);
  }
  return unrefused;
}

const readBothStates = async () => [await readState(app, first), await readState(app, second)];

const { getHeaders } = await createOwnerOfBoth();
/** The headers of a page that shows the first organization, after another tab has switched to the second one. */
const headers = getHeaders(second);
const switchedSentence =
  'You switched to Basalt in another tab. Nothing was changed. Reload the page to continue there.';

/** Loads the data of a page, as Next.js does when a link on the page is clicked. */
async function loadPageData(path: string): Promise<Response> {
  const pageHeaders = { ...headers, rsc: '1' };
  // Next.js redirects to the URL with the parameter `_rsc` that belongs to the headers.
  const { headers: received } = await app.get(path, pageHeaders);
  return app.get(received.get('location') ?? path, pageHeaders);
}

describe('after a switch to another organization in another tab', () => {
  test('every action is refused and changes nothing in either organization', async () => {
    const before = await readBothStates();
    expect(actions.length).toBeGreaterThan(90);
    expect(await listUnrefused(headers, switchedSentence)).toEqual([]);
    expect(await readBothStates()).toEqual(before);
  });

  test('an action works again once the page shows the current organization', async () => {
    const { text } = await app.callAction('inviteAction', [{ role: 'viewer', label: '' }], getHeaders(first));
    expect(text).toContain('"ok":true');
  });

  test.each(['/members', '/developers', '/organization'])(
    'the page %s is loaded anew instead of shown under the name of the other organization',
    async (path) => {
      const response = await loadPageData(path);
      const text = await response.text();
      const reload = `/reload?to=${encodeURIComponent(path)}`;
      expect(text + (response.headers.get('location') ?? '')).toContain(reload);
      expect(text).not.toContain('Basalt');
    },
  );

  test('the page that reloads opens only paths of this site', async () => {
    const getTarget = async (to: string) =>
      (await app.get(`/reload?to=${encodeURIComponent(to)}`)).headers.get('location');
    expect(await getTarget('/members?page=2')).toBe('/members?page=2');
    expect(await getTarget('//evil.example')).toBe('/');
    // Next.js opens a URL as a document if the response is not the data of a page.
    const data = await loadPageData('/reload');
    expect([data.status, data.headers.get('content-type')]).toEqual([200, 'text/plain;charset=UTF-8']);
    expect((await app.get('/reload', headers)).status).toBe(409);
  });

  test.each(['', ...organizationTables.keys()].map((table) => table && `/${table}`))(
    'an export of the organization (/organization/export%s) is refused',
    async (path) => {
      const { cookie } = headers;
      const download = async (query: string) => {
        const response = await app.get(`/organization/export${path}${query}`, { cookie });
        return [response.status, await response.text()];
      };
      const ofFirst = `?organization=${first.owner.organizationId}`;
      expect(await download(ofFirst)).toEqual([404, `${switchedSentence}\n`]);
      expect(await download('')).toEqual([404, expect.stringContaining('doesn’t name an organization')]);
    },
  );
});

test('an action of a page that names no organization is refused', async () => {
  const { cookie } = (await createOwnerOfBoth()).getHeaders(first);
  const before = await readBothStates();
  const sentence = 'The request doesn’t name an organization. Nothing was changed. Reload the page.';
  expect(await listUnrefused({ cookie, [shownOrganizationHeader]: '' }, sentence)).toEqual([]);
  expect(await readBothStates()).toEqual(before);
});

test('every action of a removed member is refused and changes nothing in the other organization either', async () => {
  const member = await createOwnerOfBoth();
  await removeMember(first.owner, { userId: member.userId });
  const before = await readBothStates();
  const sentence =
    'You’re no longer a member of the organization that this page shows. Nothing was changed. Reload the page.';
  expect(await listUnrefused(member.getHeaders(first), sentence)).toEqual([]);
  expect(await readBothStates()).toEqual(before);
});
