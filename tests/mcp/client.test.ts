import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, expect, test } from 'vitest';
import type { ApiScope } from '#lib/contract/plans';
import { listDays } from '#lib/core/time';
import { createProject } from '#lib/dashboard/projects/project';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';
import { type Context, createOperatorContext } from '#lib/db/context';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { listRequests } from '#lib/service/request-log/list-requests';
import {
  createObservedProject,
  firstDay,
  type Observation,
  ownBrandId,
  prompts,
  storeAnswers,
  storeRollups,
  storeRuns,
} from '#tests/dashboard/analytics/support/observations';
import { send, startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

const testService = await startService();
const { db } = testService;
const tenant = await testService.createTenant({ credits: 1_000 });
const operator = createOperatorContext(testService.service, tenant.id);
const { projectId } = await createObservedProject(db, tenant.id);
const scope = { organizationId: tenant.id, projectId };
const observations = Array.from(
  { length: 60 },
  (_, index): Observation => ({
    day: index % 10,
    prompt: index % 6,
    engine: 'chat',
    country: 'US',
    status: 'answered',
    ranks: [index % 6 < 2 ? 1 : null, index % 6 > 2 ? 1 : null, null],
    sources: [{ domain: 'news.example', citations: 1 }],
  }),
);
await storeRollups(db, scope, observations);
await storeRuns(db, scope, listDays(firstDay, '2026-03-10'));
await storeAnswers(db, scope, observations);
const filters = { project: projectId, from: firstDay, to: '2026-03-10' };

const clients: Client[] = [];
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await testService.stop();
});

/** Connects with a new API key. @param revision the protocol revision; by default, one that `initialize` negotiates */
async function connect({
  context = operator,
  scopes,
  revision,
}: {
  context?: Context;
  scopes?: ApiScope[];
  revision?: string;
} = {}) {
  const { secret } = await createApiKey(context, { name: 'agent', ...(scopes ? { scopes } : {}) });
  const mode = revision ? { pin: revision } : ('legacy' as const);
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  clients.push(client);
  const url = new URL(`${testService.baseUrl}/mcp`);
  const requestInit = { headers: { Authorization: `Bearer ${secret}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

/** Calls a tool; the client validates the result against the output schema of the tool. */
async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  await client.listTools();
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: input });
  // biome-ignore lint/suspicious/noExplicitAny: results have the shape that each tool declares
  return { result: structuredContent as any, text: JSON.stringify(content), isError: isError === true };
}

/** Returns the rows of a table as objects. */
function toObjects({ columns, rows }: { columns: string[]; rows: unknown[][] }): Record<string, unknown>[] {
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
}

const readTools = [
  'list_projects',
  'list_prompts',
  'get_metrics',
  'compare_periods',
  'get_time_series',
  'get_breakdown',
  'list_sources',
  'list_gaps',
  'search_answers',
];

test.each([
  ['a protocol revision before 2026-07-28', undefined],
  ['the protocol revision 2026-07-28', '2026-07-28'],
])('a client that uses %s lists and calls tools', async (_, revision) => {
  const client = await connect(revision ? { revision } : {});
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...readTools, 'ask_engine', 'start_run']);
  for (const { name, annotations, outputSchema, description } of tools) {
    expect([name, annotations?.readOnlyHint]).toEqual([name, readTools.includes(name)]);
    expect([outputSchema?.type, (description ?? '').length > 40]).toEqual(['object', true]);
  }
  const withEngines = tools.filter(({ inputSchema }) => 'engine' in (inputSchema.properties ?? {}));
  expect(withEngines.map(({ name }) => name)).toEqual([
    ...readTools.filter((name) => !['list_projects', 'list_prompts'].includes(name)),
    'ask_engine',
    'start_run',
  ]);
  for (const { name, inputSchema } of withEngines) {
    expect(JSON.stringify(inputSchema.properties?.engine), name).toContain('answer = Perplexity');
  }
  expect(tools[0]?.description).toContain('answer = Perplexity');
  expect(client.getInstructions()).toContain('list_projects');
  const { result } = await call(client, 'list_projects', { search: 'brand 1' });
  expect(toObjects(result)).toMatchObject([{ id: projectId, engines: ['chat', 'gen'] }]);
  expect(result.rows[0][4]).toContain(`Brand 0 = ${ownBrandId} (own)`);
});

test('list_projects searches all projects, including those of later pages', async () => {
  const other = await testService.createTenant();
  const context = createOperatorContext(testService.service, other.id);
  for (const name of ['Fjordwing', 'Lakewing', 'Seawing']) {
    await createProject(context, { name, own: { name, domains: [] }, competitors: [] });
  }
  const client = await connect({ context });
  const { result } = await call(client, 'list_projects', { search: 'seaw', limit: 1 });
  expect([result.total, result.rows.length, result.nextCursor]).toEqual([1, 1, null]);
  expect(result.rows[0][1]).toBe('Seawing');
});

test('read tools return metrics, sources, gaps, answers and prompts as tables with totals', async () => {
  const client = await connect({ scopes: ['read'] });
  const metrics = (await call(client, 'get_metrics', filters)).result;
  // 3 brands × 8 metrics.
  expect(metrics).toMatchObject({ total: 24, brand: 'Brand 0', period: '2026-03-01 to 2026-03-10' });
  expect(toObjects(metrics)).toContainEqual(
    expect.objectContaining({ brand: 'Brand 0', metric: 'visibility', numerator: 20, denominator: 60 }),
  );
  const secondHalf = { ...filters, from: '2026-03-06' };
  const compared = toObjects((await call(client, 'compare_periods', secondHalf)).result);
  expect(compared.find(({ metric }) => metric === 'visibility')).toMatchObject({
    verdict: 'not_enough_data',
    result: 'not_comparable',
    reason: 'weekdays_differ',
  });
  // The second value of position has no change.
  expect(metrics.rows.flat()).toContain('trackedPosition');
  expect(compared.map(({ metric }) => metric)).not.toContain('trackedPosition');
  const series = (
    await call(client, 'get_time_series', { ...filters, metric: 'visibility', interval: 'week', limit: 2 })
  ).result;
  // 3 brands × 3 weeks: Sunday 1 March, 2 to 8 March, and 9 to 10 March.
  expect([series.total, series.rows.length]).toEqual([9, 2]);
  const next = { ...filters, metric: 'visibility', interval: 'week', limit: 2, cursor: series.nextCursor };
  expect((await call(client, 'get_time_series', next)).result.rows).toHaveLength(2);
  const breakdown = (await call(client, 'get_breakdown', { ...filters, by: 'prompt' })).result;
  expect(breakdown.total).toBe(prompts.length);
  const ranks = { ...filters, by: 'prompt', metric: 'trackedPosition' };
  const { result: rankRows } = await call(client, 'get_breakdown', ranks);
  expect(toObjects(rankRows).some(({ value }) => typeof value === 'number' && value >= 1)).toBe(true);
  const sources = toObjects((await call(client, 'list_sources', filters)).result);
  expect(sources).toMatchObject([{ domain: 'news.example', citations: 60, citingAnswers: 60 }]);
  const gaps = toObjects((await call(client, 'list_gaps', filters)).result);
  expect(gaps.map(({ competitors }) => competitors)).toEqual([
    ['Brand 1 (10)'],
    ['Brand 1 (10)'],
    ['Brand 1 (10)'],
  ]);
  const answers = (await call(client, 'search_answers', { ...filters, search: 'friends', limit: 3 })).result;
  expect([answers.total, answers.rows.length]).toEqual([60, 3]);
  for (const { quote } of toObjects(answers)) expect(quote).toMatch(/friends/);
  const found = toObjects(
    (await call(client, 'list_prompts', { project: projectId, search: 'prompt 3' })).result,
  );
  expect(found).toMatchObject([{ id: prompts[2]?.id, topic: 'gamma' }]);
});

test('errors are sentences that name the cause', async () => {
  const client = await connect({ scopes: ['read'] });
  const unknown = await call(client, 'get_metrics', { project: tenant.id });
  expect([unknown.isError, unknown.text]).toEqual([true, expect.stringContaining('Project not found')]);
  const invalid = await call(client, 'get_metrics', { ...filters, from: '2026-13-01' });
  expect([invalid.isError, invalid.text]).toEqual([true, expect.stringContaining('from: Expected a date')]);
  const missing = await call(client, 'get_time_series', filters);
  expect([missing.isError, missing.text]).toEqual([true, expect.stringContaining('metric')]);
});

test('a read-only key sees only read tools, and calling another is refused', async () => {
  const client = await connect({ scopes: ['read'] });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(readTools);
  const input = { engine: 'chat', prompt: 'Which kayak is best?', maxCredits: 100 };
  const refused = client.callTool({ name: 'ask_engine', arguments: input });
  await expect(refused).rejects.toThrow('ask_engine');
  const sync = await connect({ scopes: ['sync'] });
  expect((await sync.listTools()).tools.map(({ name }) => name)).toEqual(['ask_engine']);
});

const getBalance = async () => (await tenant.send('GET', '/v1/credits')).body.remaining;

test('asking an engine states the cost first, and spends no more than accepted', async () => {
  const client = await connect({ scopes: ['sync'] });
  const input = { engine: 'chat', prompt: 'Which kayak is best?' };
  const before = await getBalance();
  for (const maxCredits of [undefined, 4]) {
    const { result } = await call(client, 'ask_engine', { ...input, maxCredits });
    expect(result).toMatchObject({ credits: 5, isAnswered: false, text: null });
    expect(result.message).toContain('costs 5 credits');
  }
  expect(await getBalance()).toBe(before);
  const { result } = await call(client, 'ask_engine', { ...input, maxCredits: 5 });
  expect(result).toMatchObject({ credits: 5, isAnswered: true, text: expect.stringMatching(/\w/) });
  expect(result.sources.length).toBeGreaterThan(0);
  expect(await getBalance()).toBe(before - 5);
  const search = await call(client, 'ask_engine', { engine: 'search', prompt: 'best kayak', maxCredits: 3 });
  expect(search.result.text).toMatch(/^1\. /);
});

test('the request log shows the credits charged for asking an engine, even if the client disconnects', async () => {
  const organization = await testService.createTenant({ credits: 100 });
  const context = createOperatorContext(testService.service, organization.id);
  const readCharges = async (count: number) =>
    waitFor('the requests are logged', async () => {
      const { entries } = await listRequests(context);
      return entries.length >= count ? entries.map(({ creditsCharged }) => creditsCharged) : undefined;
    });
  const askRequest = {
    name: 'ask_engine',
    arguments: { engine: 'gen', prompt: 'Best kayak?', maxCredits: 9 },
  };
  const request = (method: string, params: object, signal: AbortSignal | null = null) =>
    fetch(`${testService.baseUrl}/mcp`, {
      method: 'POST',
      signal,
      headers: {
        authorization: `Bearer ${organization.secret}`,
        'mcp-protocol-version': '2025-11-25',
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  expect(await (await request('tools/list', {})).text()).toContain('ask_engine');
  expect(await (await request('tools/call', askRequest)).text()).toContain('It cost 4 credits');
  expect(await readCharges(2)).toEqual([4, 0]);
  const abandoned = await request('tools/call', askRequest);
  await abandoned.body?.cancel();
  const [charged] = await readCharges(3);
  const { body } = await organization.send('GET', '/v1/credits');
  expect(body.remaining).toBe(100 - 4 - (charged ?? 0));
});

test('starting a run states its cost first and needs a schedule', async () => {
  const client = await connect({ scopes: ['tasks'] });
  const unscheduled = await call(client, 'start_run', { project: projectId });
  expect([unscheduled.isError, unscheduled.text]).toEqual([true, expect.stringContaining('has no schedule')]);
  await saveSchedule(operator, {
    projectId,
    engines: ['chat', 'gen'],
    countries: ['US'],
    samples: 1,
    addOns: false,
    cadence: 'daily',
    timeZone: 'UTC',
    hour: 6,
    weekday: 1,
    enabled: false,
  });
  const { rows: runsBefore } = await db.$client.query('SELECT id FROM runs');
  const quoted = (await call(client, 'start_run', { project: projectId })).result;
  // 6 prompts × 2 engines, which cost 5 and 4 credits.
  expect(quoted).toMatchObject({ credits: 54, answers: 12, runId: null });
  expect((await db.$client.query('SELECT id FROM runs')).rowCount).toBe(runsBefore.length);
  const started = (await call(client, 'start_run', { project: projectId, maxCredits: 54 })).result;
  const { rows } = await db.$client.query('SELECT kind, item_count FROM runs WHERE id = $1', [started.runId]);
  expect(rows).toEqual([{ kind: 'manual', item_count: 12 }]);
});

test('requires an API key and rejects requests from other websites', async () => {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const url = `${testService.baseUrl}/mcp`;
  const accept = 'application/json, text/event-stream';
  const unauthenticated = await send(url, 'POST', body, { accept });
  expect([unauthenticated.status, unauthenticated.body.error.code]).toEqual([401, 'MISSING_API_KEY']);
  const foreign = await fetch(url, {
    method: 'POST',
    headers: {
      accept,
      origin: 'https://evil.example',
      authorization: `Bearer ${tenant.secret}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(foreign.status).toBe(403);
});
