import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { filterKeys } from '#lib/contract/filters/page-filters';
import { exportedTables } from '#lib/dashboard/exports/export-table';
import { createMember } from '#tests/support/owners';
import { listActionCalls } from './action-calls';
import { startTwoTenants } from './tenant-data';
import { createSessionCookie, listBuiltPaths } from './test-app';

const { app, otherTenant, otherIds } = await startTwoTenants();
afterAll(() => app.stop());
const projectId = otherTenant.project.id;

/** Fewer than a user is allowed to send per minute, so that every call reaches its action. */
const callsPerMember = 200;
let calls = 0;
let cookie = '';

/** Returns the cookie of a member who is below the limits of actions and pages. */
async function getCookie(): Promise<string> {
  if (calls % callsPerMember === 0) {
    const { userId } = await createMember(otherTenant.owner, 'owner');
    const { name, value } = await createSessionCookie(app.db, userId);
    cookie = `${name}=${value}`;
  }
  calls += 1;
  return cookie;
}

/** Texts that PostgreSQL or URLs reject, that are not dates or IDs, or that are too long. */
const malformedTexts = ['a\u0000b', '\ud83d', '', '0000-01-01', '-1', 'x'.repeat(20_000)];
/** Texts of similar kinds, encoded for URLs. */
const malformedUrlParts = [
  '%00',
  '%ED%A0%BD',
  '%25',
  '0000-01-01',
  '9999-12-31',
  'x%0Ay',
  '1e309',
  '%2B275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z%2000000000-0000-0000-0000-000000000000',
  '9999-99-99T99:99:99.999999Z_00000000-0000-0000-0000-000000000000',
  `99999999999999999%20hold%20${'-'.repeat(36)}`,
];

/** Query parameters of pages: filters, conditions on answers, and others. */
const conditions = 'status rank unbranded mentioned unmentioned first gap owned run cites lists fanout words';
const others =
  'answer before domain competitor direction experiment page paper q sort type order next callbackUrl problem period by kind actor action key task endpoint input uninformative';
const parameters = [...filterKeys, ...conditions.split(' '), ...others.split(' ')];
const pathValues: Record<string, string[]> = {
  projectId: [projectId],
  runId: [otherIds.run],
  promptId: [otherIds.prompt],
  experimentId: [otherIds.experiment],
  eventId: [otherIds.alertEvent],
  domain: ['trail.example'],
  table: [...exportedTables.keys()],
  token: ['nothing'],
};

/** Values of types that most arguments do not have. */
const malformedValues = [null, 1e308, true, [[]], { toString: null }];

/** Yields a copy of a value for each text in it, with that text replaced; with `all`, for each value at any depth. */
function* replaceEach(value: unknown, replacement: unknown, all: boolean): Generator<unknown> {
  if (all || typeof value === 'string') yield replacement;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    for (const changed of replaceEach(item, replacement, all)) {
      yield Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed };
    }
  }
}

/** Yields malformed lists of arguments: an empty one, and copies with a malformed text or a value of another type. */
function* listMalformed(args: unknown[]): Generator<unknown[]> {
  yield [];
  for (const text of malformedTexts) {
    for (const changed of replaceEach(args, text, false)) yield Array.isArray(changed) ? changed : [];
  }
  for (const value of malformedValues) {
    for (const changed of replaceEach(args, value, true)) yield Array.isArray(changed) ? changed : [changed];
  }
}

/** Returns the URLs of a built route, one for each combination of values of its parameters. */
function fillPath(path: string): string[] {
  const name = /\[(\w+)\]/.exec(path)?.[1];
  if (name === undefined) return [path];
  return (pathValues[name] ?? []).flatMap((value) => fillPath(path.replace(`[${name}]`, value)));
}

describe('malformed input never causes a server error', () => {
  const actions = Object.entries(listActionCalls(projectId, otherIds, otherTenant.userIds.viewer));
  test.each(actions)('in arguments of %s', async (name, [args]) => {
    const failures: string[] = [];
    for (const malformed of listMalformed(args)) {
      const { status, text } = await app.callAction(name, malformed, { cookie: await getCookie() });
      const isClear = status < 500 && !/Something went wrong|Too many changes/.test(text);
      if (!isClear) failures.push(`${status} for ${JSON.stringify(malformed).slice(0, 300)}`);
    }
    expect(failures).toEqual([]);
  });

  test.each(['*', '/%', '/%00', '//', '/%ED%A0%BD'])('in the request target %s', async (target) => {
    const { hostname, port } = new URL(app.instance.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 [34]/);
  });

  const pages = listBuiltPaths().filter((path) => !/nextauth|^\/v1|^\/_/.test(path));
  test.each(pages)('in the URL %s', async (path) => {
    for (const malformed of malformedUrlParts) {
      const query = parameters.map((name) => `${name}=${malformed}`).join('&');
      const names = path.match(/\[\w+\]/g) ?? [];
      const urls = [
        ...fillPath(path).map((url) => `${url}?${query}`),
        ...names.flatMap((name) => fillPath(path.replace(name, malformed)).slice(0, 1)),
      ];
      for (const url of urls) {
        const response = await app.get(url, { cookie: await getCookie() });
        const text = await response.text();
        expect(response.status, url).toBeLessThan(500);
        // An error after a page has begun to stream appears in it as a digest.
        expect(text, url).not.toMatch(/digest\\?":\\?"\d/);
      }
    }
  });
});
