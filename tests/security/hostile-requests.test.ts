import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#lib/contract/routes';
import type { Route } from '#lib/contract/service-routes';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { watchEventLoop } from '#tests/support/event-loop';
import { listKeys, nestBody } from '#tests/support/hostile-bodies';
import { pageAccess } from './access';
import { listActionCalls } from './action-calls';
import { startTwoTenants, type TwoTenants } from './tenant-data';
import { listBuiltActions } from './test-app';

const maxBlockedMs = 250;
const loop = watchEventLoop();
let tenants: TwoTenants;
let apiKey: string;

beforeAll(async () => {
  tenants = await startTwoTenants(loop.env);
  apiKey = (await createApiKey(tenants.tenant.owner, { name: 'Hostile' })).secret;
  // The process, pages and tools load their code when they are first used.
  await tenants.app.get('/sign-in');
  await tenants.app.get('/', { cookie: tenants.tenant.cookies.owner });
  await listTools();
  loop.takeLongestMs();
}, 300_000);
afterAll(() => tenants?.app.stop());

/** JSON texts that take long to decode or cannot be decoded, made from a valid one. */
const createBodies = {
  '1 MB of nesting': () => nestBody(1_000_000),
  '5 MB of keys': () => `[{${listKeys(5_000_000)}}]`,
  'a body that is cut off': (valid: string) => valid.slice(0, -1),
};
const kinds = Object.entries(createBodies);

/** Sends a request, again if the server refused a body and closed the connection while the client still wrote. */
async function fetchAgain(url: string, init: RequestInit, tries = 5): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const isClosed = error instanceof Error && /EPIPE|ECONNRESET/.test(String(error.cause));
    if (!isClosed || tries === 1) throw error;
    return fetchAgain(url, init, tries - 1);
  }
}

/** Sends requests in turn, a few at a time. @returns descriptions of the responses that are server errors */
async function sendAll(
  requests: { path: string; init: RequestInit }[],
  isExpected: (status: number, text: string) => boolean,
): Promise<string[]> {
  const failures: string[] = [];
  const waiting = requests.values();
  const send = async () => {
    for (const { path, init } of waiting) {
      const response = await fetchAgain(tenants.app.instance.url + path, { redirect: 'manual', ...init });
      const text = await response.text();
      if (!isExpected(response.status, text))
        failures.push(`${response.status} ${path}: ${text.slice(0, 200)}`);
    }
  };
  await Promise.all([send(), send(), send()]);
  return failures;
}

/** Sends each kind of body. @param create returns the requests with a body */
async function sendHostileBodies(
  create: (kind: (valid: string) => string) => { path: string; init: RequestInit }[],
  isExpected: (status: number, text: string) => boolean,
): Promise<void> {
  for (const [kind, createBody] of kinds) {
    const requests = create(createBody);
    expect(requests.length).toBeGreaterThan(0);
    expect([kind, await sendAll(requests, isExpected)]).toEqual([kind, []]);
  }
  expect(loop.takeLongestMs()).toBeLessThan(maxBlockedMs);
}

describe.each(['without a session', 'from a member of another organization'])('requests %s', (subject) => {
  /** Each request is sent by another member, so that no limit per member is reached. */
  const getCookie = (index: number): Record<string, string> => {
    if (subject === 'without a session') return {};
    const cookies = Object.values(tenants.tenant.cookies);
    return { cookie: cookies[index % cookies.length] ?? '' };
  };

  test('to every server action are rejected, and nothing blocks the event loop', async () => {
    const { app, otherTenant, otherIds } = tenants;
    const calls = listActionCalls(otherTenant.project.id, otherIds, otherTenant.userIds.viewer);
    await sendHostileBodies(
      (createBody) =>
        [...listBuiltActions().keys()].map((name, index) => {
          const [args] = calls[name] ?? [['a']];
          const { path, init } = app.createActionRequest(name, args, getCookie(index));
          return { path, init: { ...init, body: createBody(init.body) } };
        }),
      (status) => status === 400 || status === 413,
    );
  }, 600_000);

  test('to every page and handler get no server error, and nothing blocks the event loop', async () => {
    const { app, otherTenant } = tenants;
    const pages = Object.keys(pageAccess).filter((path) => !path.startsWith('/v1'));
    const paths = pages.map((path) =>
      path.replace('[projectId]', otherTenant.project.id).replaceAll(/\[+[^\]]+\]+/g, 'nothing'),
    );
    await sendHostileBodies(
      (createBody) =>
        paths.map((path, index) => ({
          path,
          init: {
            method: 'POST',
            body: createBody('{"email":"a@b.example"}'),
            headers: {
              'content-type': 'application/json',
              origin: app.instance.url,
              ...getCookie(index),
            },
          },
        })),
      (status) => status < 500,
    );
  }, 600_000);
});

describe.each([true, false])('requests with an API key: %s', (hasKey) => {
  const getHeaders = () => ({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(hasKey ? { authorization: `Bearer ${apiKey}` } : {}),
  });
  const isRejected = (status: number, text: string) => {
    if (!hasKey) return status === 401;
    // A batch reports its tasks individually.
    return status === 400 || status === 413 || text.includes('"succeeded":0,');
  };

  test('to every endpoint with a body are rejected, and nothing blocks the event loop', async () => {
    const valid = '{"taskType":"GEN","payload":{"prompt":"a","country":"US"}}';
    const list: Route[] = Object.values(routes);
    await sendHostileBodies(
      (createBody) =>
        list
          .filter(({ bodyBytes }) => bodyBytes !== undefined)
          .map(({ method, path }) => ({
            path: path.replaceAll(/\{\w+\}/g, 'nothing'),
            init: { method, body: createBody(valid), headers: getHeaders() },
          })),
      isRejected,
    );
  });

  test('to every MCP tool are rejected, and nothing blocks the event loop', async () => {
    const names = await listTools();
    loop.takeLongestMs();
    await sendHostileBodies(
      (createBody) =>
        names.map((name) => {
          const params = `"params":{"name":"${name}","arguments":`;
          const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call",${params}${createBody('{"project":"a"}')}}}`;
          return { path: '/mcp', init: { method: 'POST', body, headers: getHeaders() } };
        }),
      isRejected,
    );
  });
});

async function listTools(): Promise<string[]> {
  const response = await fetch(`${tenants.app.instance.url}/mcp`, {
    method: 'POST',
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${apiKey}`,
    },
  });
  const names = [...(await response.text()).matchAll(/"name":"([a-z_]+)","title"/g)].map(
    ([, name = '']) => name,
  );
  expect(names).toContain('list_projects');
  return names;
}
