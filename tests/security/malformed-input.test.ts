import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { exportedTables } from '#lib/dashboard/exports/export-table';
import { filterKeys } from '#lib/format/answer-links';
import { calls } from './action-calls';
import { startTwoTenants } from './tenant-data';
import { builtPaths } from './test-app';

const { stage, theirs, foreign } = await startTwoTenants();
afterAll(() => stage.stop());
const cookie = theirs.cookies.owner;
const projectId = theirs.project.id;

/** Texts that PostgreSQL refuses, that no address can have, that are no days or ids, or too long for anything. */
const oddTexts = ['a\u0000b', '\ud83d', '', '0000-01-01', '-1', 'x'.repeat(20_000)];
/** What an address may say instead of them. */
const oddParts = ['%00', '%ED%A0%BD', '%25', '0000-01-01', '9999-12-31', 'x%0Ay'];

/** Everything that any page asks of its address: filters, conditions of answers, and the rest. */
const conditions = 'status rank unbranded named unnamed first gap owned run cites lists fanout words';
const others = 'before domain rival experiment page type order next callbackUrl problem';
const parameters = [...filterKeys, ...conditions.split(' '), ...others.split(' ')];
const parts: Record<string, string[]> = {
  projectId: [projectId],
  runId: [foreign.run],
  promptId: [foreign.prompt],
  experimentId: [foreign.experiment],
  domain: ['trail.example'],
  table: [...exportedTables.keys()],
  token: ['nothing'],
};

/** Arguments with one text in them replaced by another, for each of them. */
function* replaced(value: unknown, odd: string): Generator<unknown> {
  if (typeof value === 'string') yield odd;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    for (const now of replaced(one, odd)) {
      yield Array.isArray(value) ? value.with(Number(name), now) : { ...value, [name]: now };
    }
  }
}

/** The addresses of a path of the build, its parts filled in. */
function filled(path: string): string[] {
  const name = /\[(\w+)\]/.exec(path)?.[1];
  if (name === undefined) return [path];
  return (parts[name] ?? []).flatMap((value) => filled(path.replace(`[${name}]`, value)));
}

describe('malformed input never causes a server error', () => {
  const actions = Object.entries(calls(projectId, foreign, theirs.userIds.viewer));
  test.each(actions)('in %s', async (name, [args]) => {
    for (const odd of oddTexts) {
      for (const now of replaced(args, odd)) {
        const { status, text } = await stage.callAction(name, Array.isArray(now) ? now : [], { cookie });
        const about = JSON.stringify(now).slice(0, 300);
        expect(status, about).toBeLessThan(500);
        expect(text, about).not.toContain('Something went wrong');
      }
    }
  });

  test.each(['*', '/%', '/%00', '//', '/%ED%A0%BD'])('in the target %s', async (target) => {
    const { hostname, port } = new URL(stage.instance.address);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 [34]/);
  });

  const pages = builtPaths().filter((path) => !/\/progress$|nextauth|^\/v1|^\/_/.test(path));
  test.each(pages)('in the address %s', async (path) => {
    for (const odd of oddParts) {
      const query = parameters.map((name) => `${name}=${odd}`).join('&');
      const names = path.match(/\[\w+\]/g) ?? [];
      const addresses = [
        ...filled(path).map((address) => `${address}?${query}`),
        ...names.flatMap((name) => filled(path.replace(name, odd)).slice(0, 1)),
      ];
      for (const address of addresses) {
        const response = await stage.get(address, { cookie });
        const text = await response.text();
        expect(response.status, address).toBeLessThan(500);
        // What fails after a page has begun stands in the page, as a number alone.
        expect(text, address).not.toMatch(/digest\\?":\\?"\d/);
      }
    }
  });
});
