import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { exampleRequests } from '#lib/contract/examples/examples';
import { formatOpenApiDocument } from '#lib/contract/openapi/document';
import { type RouteName, routes } from '#lib/contract/routes';
import { buildRequestUrl, type Route } from '#lib/contract/service-routes';
import { createProject } from '#lib/dashboard/projects/project';
import { createOperatorContext } from '#lib/db/context';
import { createApp } from '#lib/http/app';
import { toRequestListener } from '#lib/http/node-server';
import { findResponseProblems, listMissingHeaders, routeNames } from '#tests/support/openapi';
import { getServerUrl, send, startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());
const organization = await testService.createTenant({ credits: 1_000_000 });

/** Creates a task for paths that contain the ID of a task. @returns its ID */
async function createTask(): Promise<string> {
  const body = { taskType: 'CHAT', payload: { prompt: 'Which trail shoes last longest?', country: 'US' } };
  return (await organization.send('POST', '/v1/async/task', body)).body.task.id;
}

async function getPath(name: RouteName): Promise<string> {
  const { query = {} } = exampleRequests[name];
  const { pathname, search } = buildRequestUrl(testService.baseUrl, routes[name].path, {
    params: { taskId: await createTask() },
    query,
  });
  return pathname + search;
}

// Creates the project that the example requests of metrics read.
await createProject(createOperatorContext(testService.service, organization.id), {
  id: String(exampleRequests.getMetricsSummary.query?.project),
  name: 'Trail shoes',
  own: { name: 'Ridgeline' },
});

test('GET /v1/openapi.json returns the published document without an API key', async () => {
  const response = await fetch(`${testService.baseUrl}/v1/openapi.json`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(await response.text()).toBe(formatOpenApiDocument());
});

test.each(routeNames)('%s: accepts its example request and responds as documented', async (name) => {
  const { method, status }: Route = routes[name];
  const response = await organization.send(method, await getPath(name), exampleRequests[name].body);
  expect(response.status).toBe(name === 'monitor:social' ? 502 : status);
  expect(findResponseProblems(name, response.status, response.body)).toEqual([]);
  expect(listMissingHeaders(name, response.status, response.headers)).toEqual([]);
});

test('completed tasks of every engine and failed tasks match the OpenAPI document', async () => {
  const worker = await testService.startWorker();
  const bodies = routeNames.flatMap((name) => {
    const { engine }: Route = routes[name];
    return engine ? [{ taskType: engine.toUpperCase(), payload: exampleRequests[name].body }] : [];
  });
  const created = await organization.send('POST', '/v1/async/task/batch', bodies);
  expect(created.body.summary).toEqual({ total: bodies.length, succeeded: bodies.length, failed: 0 });
  for (const { task } of created.body.results) {
    await expect
      .poll(async () => (await organization.send('GET', `/v1/async/task/${task.id}`)).body.task.status, {
        timeout: 30_000,
      })
      .toBe(task.taskType === 'SOCIAL' ? 'FAILED' : 'COMPLETED');
    const { status, body } = await organization.send('GET', `/v1/async/task/${task.id}`);
    expect(findResponseProblems('getTask', status, body)).toEqual([]);
  }
  await worker.stop();
});

test('every endpoint responds with the documented 401 without an API key', async () => {
  for (const name of routeNames) {
    const { method }: Route = routes[name];
    const response = await send(`${testService.baseUrl}${await getPath(name)}`, method);
    expect(findResponseProblems(name, response.status, response.body)).toEqual([]);
    expect([response.status, listMissingHeaders(name, 401, response.headers)]).toEqual([401, []]);
  }
});

test('only deprecated endpoints send deprecation headers', async () => {
  const deprecation = {
    since: '2026-11-21T00:00:00Z',
    sunset: '2027-06-01T00:00:00Z',
    link: 'https://answerscope.example/reference#listCountries',
  };
  const table = { ...routes, listCountries: { ...routes.listCountries, deprecation } };
  const server = createServer(toRequestListener(createApp(testService.service, table)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const authorization = `Bearer ${organization.secret}`;
  const rateLimited = await testService.createTenant();
  await rateLimited.send('GET', '/v1/countries');
  await testService.db.$client.query(
    `UPDATE rate_limit_windows SET requests = 5000, started_at = now() + interval '1 minute' WHERE organization_id = $1`,
    [rateLimited.id],
  );
  const get = (path: string, key = authorization) =>
    send(`${getServerUrl(server)}${path}`, 'GET', undefined, { authorization: key });
  for (const [path, key, expected] of [
    ['/v1/countries', authorization, 200],
    ['/v1/countries?model=unknown', authorization, 400],
    ['/v1/countries', '', 401],
    ['/v1/countries', 'Bearer unknown', 401],
    ['/v1/countries', `Bearer ${rateLimited.secret}`, 429],
  ] as const) {
    const { status, headers } = await get(path, key);
    expect(status).toBe(expected);
    // The Unix time of `since`.
    expect(headers.get('deprecation')).toBe('@1795219200');
    expect(headers.get('sunset')).toBe('Tue, 01 Jun 2027 00:00:00 GMT');
    expect(headers.get('link')).toBe(`<${deprecation.link}>; rel="deprecation"`);
  }
  const { headers } = await get('/v1/states?country=US');
  expect([headers.get('deprecation'), headers.get('sunset'), headers.get('link')]).toEqual([
    null,
    null,
    null,
  ]);
  server.closeAllConnections();
  server.close();
});

test('rejects a sunset sooner than six months after the deprecation', () => {
  const deprecation = { since: '2026-11-21T00:00:00Z', sunset: '2027-05-20T23:59:59Z', link: '/reference' };
  const table = { ...routes, listCountries: { ...routes.listCountries, deprecation } };
  expect(() => createApp(testService.service, table)).toThrow(
    '/v1/countries would stop responding less than 6 months after',
  );
});

test('no endpoint is deprecated', () => {
  for (const name of routeNames) {
    const { deprecation }: Route = routes[name];
    expect(deprecation).toBeUndefined();
  }
});
