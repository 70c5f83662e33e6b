import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { watchEventLoop } from '#tests/support/event-loop';
import { listKeys } from '#tests/support/hostile-bodies';
import { getP95, measureLatency, runUnderLoad } from '#tests/support/latency';
import { countFileDescriptors, formatUpgrade } from '#tests/support/raw-socket';
import { waitFor } from '#tests/support/wait';
import type { HeavyLoad, HeavyRequest } from './heavy-clients';
import { startTestApp, type Tenant, type TestApp } from './test-app';

/** Length of each load in seconds. Set LOAD_SECONDS to a larger number, such as 60, for a longer test. */
const loadMs = 1000 * Number(process.env.LOAD_SECONDS ?? 2);
/** Length of the phases to compare with. */
const otherMs = Math.min(loadMs, 10_000);
const warmUpMs = 2_000;
const maxBlockedMs = 250;
const maxHealthMs = 250;

const loop = watchEventLoop();
let app: TestApp;
let quiet: Tenant;
let heavy: Tenant;
let quietKey: string;
let heavyKey: string;

beforeAll(async () => {
  app = await startTestApp({ env: loop.env });
  quiet = await app.createTenant();
  heavy = await app.createTenant();
  quietKey = (await createApiKey(quiet.owner, { name: 'Quiet' })).secret;
  heavyKey = (await createApiKey(heavy.owner, { name: 'Heavy' })).secret;
}, 300_000);
afterAll(() => app?.stop());

const task = { taskType: 'GEN', payload: { prompt: 'a', country: 'US' } };
/** 500 tasks with thousands of unknown fields, of which every fifth is valid. */
const batch = `[${Array.from(
  { length: 500 },
  (_, index) =>
    `{"taskType":"${index % 5 === 0 ? 'GEN' : 'NONE'}","payload":{"prompt":"a","country":"US",${listKeys(16_500)}}}`,
).join(',')}]`;
const invalidTasks = [
  `{"taskType":"GEN","payload":{"prompt":"a","country":"US",${listKeys(250_000)}}}`,
  JSON.stringify({ ...task, webhook: { url: `https://${'a.'.repeat(125_000)}` } }),
  JSON.stringify({ ...task, payload: { prompt: 'a'.repeat(250_000), country: 'US' } }),
];
const message = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_projects', arguments: {} },
};
const keysBody = `[{${listKeys(4_900_000)}}]`;

const post = (path: string, body: string): HeavyRequest => ({
  path,
  init: {
    method: 'POST',
    body,
    headers: {
      authorization: `Bearer ${heavyKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
  },
});
const upgrade = (path: string): HeavyRequest => ({ path, bytes: formatUpgrade(path) });
function call(cookie: string): HeavyRequest {
  const { path, init } = app.createActionRequest('readPromptsAction', [], { cookie });
  return { path, init: { ...init, body: keysBody } };
}

interface Load {
  clients: number;
  listRequests: () => HeavyRequest[];
  statuses: number[];
}

const loads: Record<string, Load> = {
  'a stranger opens WebSockets': {
    clients: 8,
    listRequests: () => ['/', '/nothing', '/_next/hmr', '/v1/countries'].map(upgrade),
    statuses: [401, 404],
  },
  'a stranger sends bodies of 4.9 MB': { clients: 2, listRequests: () => [call('')], statuses: [413] },
  'a member sends bodies of 4.9 MB': {
    clients: 2,
    listRequests: () => [call(heavy.cookies.owner)],
    statuses: [400],
  },
  'an organization sends batches of 8 MB': {
    clients: 2,
    listRequests: () => [post('/v1/async/task/batch', batch)],
    statuses: [200],
  },
  'an organization sends invalid tasks of 250 KB': {
    clients: 20,
    listRequests: () => invalidTasks.map((body) => post('/v1/async/task', body)),
    statuses: [400],
  },
  'an organization sends MCP calls': {
    clients: 8,
    listRequests: () => [post('/mcp', JSON.stringify(message))],
    statuses: [200],
  },
  'an organization sends MCP batches of 100 calls': {
    clients: 8,
    listRequests: () => [post('/mcp', JSON.stringify(Array(100).fill(message)))],
    statuses: [400],
  },
};

async function get(path: string, headers: Record<string, string> = {}): Promise<void> {
  const response = await app.get(path, headers);
  await response.arrayBuffer();
  expect(response.status).toBe(200);
}

let opened = 0;
/** Opens a page as one of four members in turn, so that none of them reaches the limit of pages per minute. */
function openPage(): Promise<void> {
  const cookies = Object.values(quiet.cookies);
  opened += 1;
  return get(`/projects/${quiet.project.id}/prompts`, { cookie: cookies[opened % cookies.length] ?? '' });
}

/** Durations of the requests of another organization and of the health check, in milliseconds. */
interface Times {
  page: number;
  credits: number;
  health: number;
}

/** Returns the 95th percentiles, and the longest time of the health check. */
async function measureRequests(phaseMs: number): Promise<Times> {
  const timing = { phaseMs, intervalMs: 20 };
  const [page, credits, health] = await Promise.all([
    measureLatency(openPage, { ...timing, intervalMs: 200 }),
    measureLatency(() => get('/v1/credits', { authorization: `Bearer ${quietKey}` }), timing),
    measureLatency(() => get('/healthz'), timing),
  ]);
  return { page: getP95(page), credits: getP95(credits), health: Math.max(...health) };
}

/** Returns the fastest of several measurements without load, which other work on the machine can only slow down. */
function selectFastest(times: readonly Times[]): Times {
  const select = (kind: keyof Times) => Math.min(...times.map((time) => time[kind]));
  return { page: select('page'), credits: select('credits'), health: select('health') };
}

interface Attempt {
  idle: Times;
  /** While the same clients request a static route. */
  static: Times;
  loaded: Times;
}

/**
 * A load of a minute is compared with the idle instance. In shorter ones, a few slow requests decide about the 95th percentile,
 * and the clients themselves use the machine: they are also compared with the requests of a static route.
 */
const isFair = ({ idle, static: ofStatic, loaded }: Attempt) =>
  loaded.health < maxHealthMs &&
  (['page', 'credits'] as const).every((kind) => {
    const expected = loadMs < 60_000 ? Math.max(idle[kind], ofStatic[kind]) : idle[kind];
    return loaded[kind] <= Math.max(2 * expected, expected + 50);
  });

test.each(Object.entries(loads))(
  'while %s, other organizations wait hardly longer, nothing blocks the event loop, and nothing stays open',
  async (_, { clients, listRequests, statuses }) => {
    const load: HeavyLoad = { origin: app.instance.url, clients, requests: listRequests() };
    const staticLoad: HeavyLoad = { ...load, requests: [{ path: '/healthz', init: {} }] };
    const quietTimes = [await measureRequests(otherMs)];
    await runUnderLoad(load, () => measureRequests(warmUpMs));
    // Other work on the machine disturbs single comparisons.
    const attempts: (Attempt & { sent: number })[] = [];
    while (attempts.length < 4 && !attempts.some(isFair)) {
      const openWhenIdle = countFileDescriptors(app.instance.web.pid);
      quietTimes.push(await measureRequests(otherMs));
      const idle = selectFastest(quietTimes);
      const { result: ofStatic } = await runUnderLoad(staticLoad, () => measureRequests(otherMs));
      loop.takeLongestMs();
      const { result: loaded, statuses: received } = await runUnderLoad(load, () => measureRequests(loadMs));
      expect(loop.takeLongestMs()).toBeLessThan(maxBlockedMs);
      // A fast client reaches the rate limit.
      expect([...statuses, 429]).toEqual(expect.arrayContaining([...new Set(received)]));
      attempts.push({ idle, static: ofStatic, loaded, sent: received.length });
      await waitFor(
        'the file descriptors are closed',
        () => countFileDescriptors(app.instance.web.pid) <= openWhenIdle + 2,
        { seconds: 10 },
      );
    }
    console.info('p95 in milliseconds, and the longest health check:', attempts);
    expect(attempts.some(isFair), JSON.stringify(attempts)).toBe(true);
  },
  60_000 + 10 * loadMs,
);
