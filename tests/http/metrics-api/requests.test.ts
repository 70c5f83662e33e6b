import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, expect, test } from 'vitest';
import { type RouteName, routes } from '#lib/contract/routes';
import { buildRequestUrl } from '#lib/contract/service-routes';
import { listDays } from '#lib/core/time';
import { getAnswersPage } from '#lib/dashboard/metrics-api/answers';
import { getProjectsPage } from '#lib/dashboard/metrics-api/projects';
import { createOperatorContext } from '#lib/db/context';
import { openDatabase, toDatabase } from '#lib/db/database';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import {
  brandIds,
  countries,
  createObservedProject,
  dayCount,
  engines,
  firstDay,
  type Observation,
  ownBrandId,
  prompts,
  storeAnswers,
  storeRollups,
  storeRuns,
} from '#tests/dashboard/analytics/support/observations';
import { findResponseProblems, routeNames } from '#tests/support/openapi';
import { startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());
const { db } = testService;
const tenant = await testService.createTenant();
const other = await testService.createTenant();
const { projectId } = await createObservedProject(db, tenant.id);
const scope = { organizationId: tenant.id, projectId };
const observations = Array.from({ length: dayCount }, (_, day) =>
  [...prompts.keys()].flatMap((prompt) =>
    engines.flatMap((engine) =>
      countries.map(
        (country): Observation => ({
          day,
          prompt,
          engine,
          country,
          status: 'answered',
          ranks: prompt === 0 ? [1, null, null] : [null, 1, null],
          searchQueries: prompt === 0 ? ['Best  Kayaks'] : [],
          sources: Array.from({ length: 12 }, (_, index) => ({
            domain: `page${index}.example`,
            citations: (index + prompt) % 3,
          })),
        }),
      ),
    ),
  ),
).flat();
await storeRollups(db, scope, observations);
await storeRuns(db, scope, listDays(firstDay, '2026-03-10'));
await storeAnswers(db, scope, observations);
const period = { project: projectId, from: firstDay, to: '2026-03-10' };

type Query = Record<string, string | number | string[]>;
const toPath = (name: RouteName, query: Query) => {
  const { pathname, search } = buildRequestUrl(testService.baseUrl, routes[name].path, { query });
  return pathname + search;
};
const get = (name: RouteName, query: Query, { send } = tenant) => send('GET', toPath(name, query));

const metricsRoutes = routeNames.filter((name) => routes[name].path.startsWith('/v1/metrics/'));
const pagedRequests: [RouteName, Query][] = [
  ['listPrompts', { project: projectId }],
  ['getTimeSeries', period],
  ['getTimeSeries', { ...period, interval: 'week' }],
  ['getBreakdown', { ...period, by: 'prompt' }],
  ['getBreakdown', { ...period, by: 'tag' }],
  ['listSources', period],
  ['listSources', { ...period, order: 'cited' }],
  ['listGaps', period],
  ['listAnswers', { ...period, engine: ['chat'], search: 'names' }],
];

test.each(pagedRequests)(
  '%s %j: the pages together contain every row once, in the order of a single page',
  async (name, query) => {
    const limit = name === 'listAnswers' ? 50 : 4;
    const { body: all } = await get(name, { ...query, limit: 200 });
    expect(all.data.length).toBe(all.total);
    expect(all.total).toBeGreaterThan(query.by === 'tag' ? 1 : 3);
    const rows: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { status, body, headers } = await get(name, { ...query, limit, ...(cursor && { cursor }) });
      expect([status, headers.get('x-next-cursor'), body.total]).toEqual([200, body.nextCursor, all.total]);
      rows.push(...body.data);
      cursor = body.nextCursor;
    }
    // Changes depend on the other rows of a response, because their significance is tested together.
    const omitChanges = (row: unknown) =>
      JSON.parse(JSON.stringify(row, (field, value) => (field === 'change' ? undefined : value)));
    expect(rows.map(omitChanges)).toEqual(all.data.map(omitChanges));
  },
);

test('answers that arrive between two page requests do not make the second page repeat answers of the first', async () => {
  const query = { ...period, limit: 100 };
  const { rows: stored } = await db.$client.query<{ id: string }>('SELECT id FROM answers');
  const { body: before } = await get('listAnswers', query);
  const added = observations.slice(0, 5).map((one) => ({ ...one, day: dayCount - 1 }));
  await storeAnswers(db, scope, added);
  const { body: next } = await get('listAnswers', { ...query, cursor: before.nextCursor });
  const ids = [...before.data, ...next.data].map(({ id }) => id);
  expect(new Set(ids).size).toBe(200);
  await db.$client.query('DELETE FROM answers WHERE id <> ALL ($1)', [stored.map(({ id }) => id)]);
});

test('a cursor continues only the request that returned it', async () => {
  const { body } = await get('getBreakdown', { ...period, by: 'prompt', limit: 2 });
  const queries: Query[] = [
    { by: 'tag', cursor: body.nextCursor },
    { by: 'prompt', engine: ['gen'], cursor: body.nextCursor },
    { by: 'prompt', cursor: 'nonsense' },
  ];
  for (const query of queries) {
    const { status, body: error } = await get('getBreakdown', { ...period, ...query });
    expect([status, error.details[0].field]).toEqual([400, 'cursor']);
  }
});

test.each<[Query, string]>([
  [{ from: '2026-02-31' }, 'from'],
  [{ from: '2026-03-05', to: '2026-03-01' }, 'from'],
  [{ from: '2024-01-01', to: '2026-01-01' }, 'from'],
  [{ engine: ['chat', 'unknown'] }, 'engine.1'],
  [{ country: ['us'] }, 'country.0'],
  [{ brand: randomUUID() }, 'brand'],
  [{ prompt: ['none'] }, 'prompt.0'],
  [{ compare: 'custom' }, 'compare'],
  [{ compareFrom: '2026-01-01', compareTo: '2026-01-02' }, 'compare'],
  [{ compare: 'custom', compareFrom: '2026-01-03', compareTo: '2026-01-02' }, 'compareFrom'],
  [{ compare: 'custom', compareFrom: '1000-01-01', compareTo: '1000-01-02' }, 'compareFrom'],
  [{ compare: 'custom', compareFrom: '9999-01-01', compareTo: '9999-01-02' }, 'compareFrom'],
  [{ branded: 'maybe' }, 'branded'],
  [{ project: 'none' }, 'project'],
])('rejects %j and names the field %s', async (query, field) => {
  const { status, body } = await get('getMetricsSummary', { ...period, ...query });
  expect([status, body.error.code, body.details[0].field]).toEqual([400, 'VALIDATION_ERROR', field]);
  expect(body.details[0].message).toMatch(/\w{4}/);
});

test.each(['0', '1001', '1e2', '-1', '', 'x'])('rejects the page size %j', async (limit) => {
  const { status, body } = await get('listGaps', { ...period, limit });
  expect([status, body.details]).toEqual([
    400,
    [{ field: 'limit', message: 'Expected an integer from 1 to 1000' }],
  ]);
});

test.each(metricsRoutes)(
  '%s: responds to another organization as if the project did not exist',
  async (name) => {
    const query = { ...period, ...(name === 'getBreakdown' ? { by: 'engine' } : {}) };
    const { status, body } = await get(name, query, other);
    if (name === 'listProjects') {
      expect(body.data).toEqual([]);
      return;
    }
    const missing = randomUUID();
    const unknown = await get(name, { ...query, project: missing });
    expect([status, unknown.status]).toEqual([404, 404]);
    const omitTime = (error: { timestamp: string }) => ({ ...error, timestamp: '' });
    expect(JSON.stringify(omitTime(body.error))).toBe(
      JSON.stringify(omitTime(unknown.body.error)).replaceAll(missing, projectId),
    );
    expect(findResponseProblems(name, 404, body)).toEqual([]);
  },
);

test('text in CSV cannot become a formula, and numbers stay numbers', async () => {
  const texts = ['=HYPERLINK("http://a.example")', '+1', '-1', '@SUM(A1)', '\tx', '\rx'];
  for (const [index, text] of texts.entries()) {
    await db.$client.query('UPDATE prompts SET topic = $1 WHERE organization_id = $2 AND id = $3', [
      text,
      tenant.id,
      prompts[index]?.id,
    ]);
  }
  const path = toPath('getBreakdown', { ...period, by: 'topic' });
  const response = await fetch(testService.baseUrl + path, {
    headers: { authorization: `Bearer ${tenant.secret}`, accept: 'text/csv;q=0.9, application/json;q=0.1' },
  });
  expect(response.headers.get('vary')).toBe('Accept');
  const rows: Record<string, string>[] = parse(await response.text(), { columns: true });
  expect(rows.map(({ key }) => key).sort()).toEqual(texts.map((text) => `'${text}`).sort());
  const differences = rows.map((row) => row.visibility_change_difference ?? '');
  expect(differences.every((value) => value === '' || /^-?\d/.test(value))).toBe(true);
  const answered = await get('getBreakdown', { ...period, by: 'topic' });
  expect(answered.headers.get('content-type')).toBe('application/json');
  expect(answered.body.data.map(({ key: topic }: { key: string }) => topic).sort()).toEqual(texts.sort());
});

test('a CSV has a file name with the project, the endpoint, the period and the filters', async () => {
  const today = testService.service.clock.now().toISOString().slice(0, 10);
  const days = `${firstDay} to 2026-03-10`;
  const names: [RouteName, Query, string][] = [
    ['listProjects', {}, `projects ${today}`],
    ['listPrompts', { project: projectId, search: 'names' }, `prompts ${today} names`],
    ['getMetricsSummary', period, `Observed summary ${days}`],
    [
      'getTimeSeries',
      { ...period, interval: 'week', engine: ['chat', 'gen'], country: ['JP'] },
      `Observed timeseries ${days} week chat gen JP`,
    ],
    [
      'getBreakdown',
      { ...period, by: 'topic', brand: brandIds[1] ?? '', branded: 'only' },
      `Observed breakdown ${days} topic Brand 1 only branded`,
    ],
    [
      'listAnswers',
      { ...period, cites: 'own.example', mentioned: ownBrandId },
      `Observed answers ${days} own.example filtered`,
    ],
  ];
  for (const [name, query, fileName] of names) {
    const headers = { authorization: `Bearer ${tenant.secret}`, accept: 'text/csv' };
    const response = await fetch(testService.baseUrl + toPath(name, query), { headers });
    expect(await response.text()).toMatch(/^\w+,/);
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="${fileName}.csv"; filename*=UTF-8''${encodeURIComponent(`${fileName}.csv`)}`,
    );
  }
  const json = await get('getMetricsSummary', period);
  expect(json.headers.get('content-disposition')).toBe(null);
});

test('answers can be filtered by a brand that they mention or do not mention', async () => {
  const { body: mentioned } = await get('listAnswers', { ...period, mentioned: ownBrandId, limit: 200 });
  expect(mentioned.total).toBe(mentioned.data.length);
  for (const { brands } of mentioned.data)
    expect(brands.map(({ id }: { id: string }) => id)).toContain(ownBrandId);
  const { body: missing } = await get('listAnswers', { ...period, missingBrand: ownBrandId, limit: 200 });
  expect(missing.data.length).toBeGreaterThan(0);
  for (const { brands } of missing.data) expect(brands).toMatchObject([{ id: brandIds[1] }]);
});

test('answers can be filtered by a search query with the same capitals and spaces as in the answers', async () => {
  const { body } = await get('listAnswers', { ...period, searchQuery: 'Best  Kayaks', limit: 200 });
  expect(body.data).toHaveLength(observations.filter(({ prompt }) => prompt === 0).length);
  for (const { searchQueries } of body.data) expect(searchQueries).toEqual(['Best  Kayaks']);
});

test('a key without the scope "read" cannot read metrics', async () => {
  const context = createOperatorContext(testService.service, tenant.id);
  const { secret } = await createApiKey(context, { name: 'sync', scopes: ['sync', 'tasks', 'admin'] });
  const { status, body } = await tenant.send('GET', toPath('getMetricsSummary', period), undefined, {
    authorization: `Bearer ${secret}`,
  });
  expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_PERMISSIONS']);
});

test('uses indexes to read rollups and answers', async () => {
  const separate = openDatabase(testService.databaseUrl, { max: 1 });
  const client = await separate.$client.connect();
  const statements: { text: string; values: unknown[] | undefined }[] = [];
  const query = client.query.bind(client);
  Object.assign(client, {
    query: (text: string, values?: unknown[]) => {
      statements.push({ text, values });
      return query(text, values);
    },
  });
  const context = { ...createOperatorContext(testService.service, tenant.id), db: toDatabase(client) };
  await getProjectsPage(context, {});
  await getAnswersPage(context, { ...period, mentioned: ownBrandId });
  // PostgreSQL prefers sequential scans of small tables. With this setting, it uses an index wherever it can.
  await query('SET enable_seqscan = off');
  const plans: string[] = [];
  for (const { text, values } of statements.filter(({ text }) => /daily_|answers/.test(text))) {
    const { rows } = await query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  client.release();
  await separate.$client.end();
  expect(plans.length).toBeGreaterThanOrEqual(3);
  for (const plan of plans)
    expect(plan).not.toMatch(/Seq Scan on (?:daily_|answers|answer_sources|mentions)/);
});
