import { createServer } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { type Client, ClientError, createClient } from '#lib/client/client';
import { createMetricsClient } from '#lib/client/metrics-client';
import { createObservedProject, firstDay } from '#tests/dashboard/analytics/support/observations';
import { getServerUrl, startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());
const organization = await testService.createTenant();
const client = createClient({ baseUrl: `${testService.baseUrl}/`, apiKey: organization.secret });
const payload = { prompt: 'Which trail shoes last longest?', country: 'US' };

test('sends body, path parameters and query of endpoints', async () => {
  const { task, credits } = await client.call('createTask', { body: { taskType: 'CHAT', payload } });
  expect([task.status, credits]).toEqual(['QUEUED', { creditsToCharge: 5, creditsCharged: null }]);
  const record = await client.call('getTask', { params: { taskId: task.id } });
  expect(record.task).toEqual(task);
  // 50 states and the District of Columbia.
  expect((await client.call('listStates', { query: { country: 'US' } })).length).toBe(51);
  expect((await client.call('getQueueStatus', {})).queuedTasks).toBe(1);
  const answer = await client.call('monitor:gen', { body: payload });
  expect(answer.result.text).toBeTypeOf('string');
});

test('reads metrics with typed queries, page by page', async () => {
  const { projectId } = await createObservedProject(testService.db, organization.id);
  const metrics = createMetricsClient({ baseUrl: testService.baseUrl, apiKey: organization.secret });
  const { data } = await metrics.call('listProjects', { query: {} });
  expect(data.map(({ id }) => id)).toEqual([projectId]);
  const period = { project: projectId, from: firstDay, to: '2026-03-02' };
  const query = { ...period, engine: ['chat' as const, 'gen' as const], interval: 'day' as const, limit: 4 };
  const first = await metrics.call('getTimeSeries', { query });
  expect([first.total, first.data.length, first.data[0]?.brand]).toEqual([6, 4, 'Brand 0']);
  const second = await metrics.call('getTimeSeries', { query: { ...query, cursor: first.nextCursor ?? '' } });
  expect([second.data.length, second.nextCursor]).toEqual([2, null]);
  expect((await metrics.call('getMetricsSummary', { query: period })).data).toHaveLength(3);
  await expect(metrics.call('listGaps', { query: { project: organization.id } })).rejects.toMatchObject({
    status: 404,
    code: 'RESOURCE_NOT_FOUND',
  });
  expect((await metrics.call('getQueueStatus', {})).queuedTasks).toBe(1);
});

test('throws an error with the code, details and fields of the response', async () => {
  const invalid = client.call('monitor:chat', { body: { ...payload, prompt: '' } });
  await expect(invalid).rejects.toMatchObject({
    status: 400,
    code: 'VALIDATION_ERROR',
    isRetryable: false,
    fields: [{ field: 'prompt', message: 'Prompt cannot be empty' }],
  });
  const id = crypto.randomUUID();
  await expect(client.call('getTask', { params: { taskId: id } })).rejects.toMatchObject({
    status: 404,
    code: 'RESOURCE_NOT_FOUND',
    details: { id },
  });
});

test('distinguishes unreachable services from invalid responses', async () => {
  const unreachable = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'x' }).call('getQueueStatus', {});
  await expect(unreachable).rejects.toMatchObject({
    status: 0,
    code: 'NO_VALID_RESPONSE',
    isRetryable: true,
  });
  const server = createServer((_, response) => response.writeHead(503).end('<html>'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const other = createClient({ baseUrl: getServerUrl(server), apiKey: 'x' }).call('getQueueStatus', {});
  await expect(other).rejects.toBeInstanceOf(ClientError);
  await expect(other).rejects.toMatchObject({ status: 503, code: 'NO_VALID_RESPONSE' });
  server.close();
});

describe('with retries', () => {
  const buildTask = (key: string) => ({ taskType: 'CHAT' as const, payload, idempotencyKey: key });

  /**
   * Calls a service that closes the connection of the first request, and responds to the second with 503 and to the third
   * with 404.
   * @returns the number of requests, and the status of the result, 0 if there is no response
   */
  async function callFailingService(call: (client: Client) => Promise<unknown>) {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      if (requests === 1) response.destroy();
      else if (requests === 2) response.writeHead(503).end('restarting');
      else response.writeHead(404).end('{}');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const outcome = call(createClient({ baseUrl: getServerUrl(server), apiKey: 'x', retries: 3 }));
    const status = await outcome.then(
      () => 200,
      (error) => error.status,
    );
    server.closeAllConnections();
    server.close();
    return [requests, status];
  }

  test.each<[string, (client: Client) => Promise<unknown>, number[]]>([
    ['reads', (other) => other.call('getQueueStatus', {}), [3, 404]],
    [
      'tasks with an idempotency key',
      (other) => other.call('createTask', { body: buildTask('a') }),
      [3, 404],
    ],
    [
      'batches of tasks with idempotency keys',
      (other) => other.call('createTasks', { body: [buildTask('a'), buildTask('b')] }),
      [3, 404],
    ],
  ])('retries %s after a closed connection and after a 503', async (_, call, expected) => {
    expect(await callFailingService(call)).toEqual(expected);
  });

  test.each<[string, (client: Client) => Promise<unknown>]>([
    ['sync requests', (other) => other.call('monitor:chat', { body: payload })],
    [
      'tasks without an idempotency key',
      (other) => other.call('createTask', { body: { taskType: 'CHAT', payload } }),
    ],
    [
      'batches that contain a task without an idempotency key',
      (other) => other.call('createTasks', { body: [buildTask('a'), { taskType: 'CHAT', payload }] }),
    ],
  ])('sends %s once', async (_, call) => {
    expect(await callFailingService(call)).toEqual([1, 0]);
  });

  test('stops waiting when the caller aborts', async () => {
    const unreachable = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'x', retries: 1_000 });
    const reason = new Error('aborted by the caller');
    const call = unreachable.call('getQueueStatus', {}, { signal: abortSoon(reason) });
    await expect(call).rejects.toBe(reason);
  });
});

function abortSoon(reason: Error): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 50);
  return controller.signal;
}

test.each(['before its headers', 'in the middle of its body'])(
  'times out when a service hangs %s, and stops immediately when the caller aborts',
  async (when) => {
    const server = createServer((_, response) => {
      if (when !== 'before its headers') response.writeHead(200).write('{"queuedTasks":');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const hanging = createClient({ baseUrl: getServerUrl(server), apiKey: 'x', timeoutMs: 200 });
    await expect(hanging.call('getQueueStatus', {})).rejects.toMatchObject({
      status: 0,
      code: 'NO_VALID_RESPONSE',
      isRetryable: true,
      message: expect.stringContaining('within 200 ms'),
    });
    const abortController = new AbortController();
    const clientWithoutTimeout = createClient({ baseUrl: getServerUrl(server), apiKey: 'x' });
    const aborted = clientWithoutTimeout.call('getQueueStatus', {}, { signal: abortController.signal });
    abortController.abort(new Error('aborted by the caller'));
    await expect(aborted).rejects.toThrow('aborted by the caller');
    server.closeAllConnections();
    server.close();
  },
);
