import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { limits } from '#lib/contract/plans';
import { isoTime, payload, task, testService, waitForEnd } from '#tests/http/documented/tasks';

describe('async tasks', () => {
  test('creates a task with priority 1, responds with 201 and its record, and charges nothing', async () => {
    const organization = await testService.createTenant();
    const { status, body, headers } = await organization.send('POST', '/v1/async/task', task);
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      task: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        taskType: 'GEN',
        status: 'QUEUED',
        priority: 1,
        createdAt: expect.stringMatching(isoTime),
      },
      credits: { creditsToCharge: 4, creditsCharged: null },
    });
    expect(headers.get('x-ratelimit-limit')).toBe('500');
    const read = await organization.send('GET', `/v1/async/task/${body.task.id}`);
    expect([read.status, read.body]).toEqual([200, { task: body.task, credits: body.credits }]);
  });

  test('rejects a used idempotency key with 409 and the ID of the existing task, before checking queue limit and credits', async () => {
    const organization = await testService.createTenant({ credits: 4 });
    const keyedTask = { ...task, idempotencyKey: 'run:1' };
    const first = await organization.send('POST', '/v1/async/task', keyedTask);
    expect(first.body.task.idempotencyKey).toBe('run:1');
    const repeated = await organization.send('POST', '/v1/async/task', keyedTask);
    expect([repeated.status, repeated.body.error.code, repeated.body.error.details]).toEqual([
      409,
      'RESOURCE_ALREADY_EXISTS',
      { taskId: first.body.task.id },
    ]);
    const withoutCredits = await organization.send('POST', '/v1/async/task', task);
    expect([withoutCredits.status, withoutCredits.body.error.code]).toEqual([403, 'INSUFFICIENT_CREDITS']);
    await testService.db.$client.query('UPDATE task_queue_stats SET queued = $2 WHERE organization_id = $1', [
      organization.id,
      limits.queuedTasks,
    ]);
    const overLimit = await organization.send('POST', '/v1/async/task', task);
    expect([overLimit.status, overLimit.body.error.code, overLimit.body.error.details]).toEqual([
      429,
      'QUEUE_LIMIT_EXCEEDED',
      { limit: 100_000 },
    ]);
    expect((await organization.send('POST', '/v1/async/task', keyedTask)).status).toBe(409);
    expect((await organization.send('POST', '/v1/async/task/batch', [task])).status).toBe(429);
    const other = await testService.createTenant();
    expect((await other.send('POST', '/v1/async/task', keyedTask)).status).toBe(201);
  });

  test('reports each task of a batch in the order of the input, whether it was created or rejected', async () => {
    const organization = await testService.createTenant({ credits: 9 });
    const { status, body } = await organization.send('POST', '/v1/async/task/batch', [
      { ...task, idempotencyKey: 'a' },
      { taskType: 'VIDEO', payload },
      { ...task, idempotencyKey: 'a' },
      { ...task, payload: { ...payload, prompt: '' } },
      { ...task, taskType: 'CHAT' },
      task,
      null,
    ]);
    expect([status, body.success, body.summary]).toEqual([200, true, { total: 7, succeeded: 2, failed: 5 }]);
    type Entry = { index: number; success: boolean; error?: { code: string } };
    expect(body.results.map(({ index, success, error }: Entry) => [index, success, error?.code])).toEqual([
      [0, true, undefined],
      [1, false, 'VALIDATION_ERROR'],
      [2, false, 'RESOURCE_ALREADY_EXISTS'],
      [3, false, 'VALIDATION_ERROR'],
      [4, true, undefined],
      [5, false, 'INSUFFICIENT_CREDITS'],
      [6, false, 'VALIDATION_ERROR'],
    ]);
    expect(body.results[2].error.details).toEqual({ taskId: body.results[0].task.id });
    expect(body.results[3].error.details.fields).toEqual([
      { field: 'payload.prompt', message: 'Prompt cannot be empty' },
    ]);
  });

  test('rejects an empty batch, 501 tasks and a non-array with 400; accepts 500 tasks', async () => {
    const organization = await testService.createTenant({ credits: 10_000 });
    for (const body of [[], Array(501).fill(task), task, 'tasks', null]) {
      const response = await organization.send('POST', '/v1/async/task/batch', JSON.stringify(body));
      expect([response.status, response.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    const accepted = await organization.send('POST', '/v1/async/task/batch', Array(500).fill(task));
    expect([accepted.status, accepted.body.summary.succeeded]).toEqual([200, 500]);
  });

  test('counts queued tasks by priority, highest first; clearing the queue releases credits and idempotency keys', async () => {
    const organization = await testService.createTenant();
    expect((await organization.send('GET', '/v1/async/status')).body).toEqual({
      queuedTasks: 0,
      processingTasks: 0,
      priorityBreakdown: [],
      concurrency: { used: 0, max: 10 },
    });
    const batch = [3, 10, 3, 1].map((priority) => ({ ...task, priority, idempotencyKey: randomUUID() }));
    const { body } = await organization.send('POST', '/v1/async/task/batch', batch);
    expect((await organization.send('GET', '/v1/async/status')).body).toMatchObject({
      queuedTasks: 4,
      priorityBreakdown: [
        { priority: 10, count: 1 },
        { priority: 3, count: 2 },
        { priority: 1, count: 1 },
      ],
    });
    expect((await organization.send('GET', '/v1/credits')).body).toMatchObject({ remaining: 500, held: 16 });
    const cleared = await organization.send('DELETE', '/v1/async/queue');
    expect([cleared.status, cleared.body]).toEqual([200, { success: true, cleared: 4 }]);
    expect((await organization.send('DELETE', '/v1/async/queue')).body.cleared).toBe(0);
    expect((await organization.send('GET', '/v1/credits')).body).toMatchObject({ remaining: 500, held: 0 });
    const deleted = await organization.send('GET', `/v1/async/task/${body.results[0].task.id}`);
    expect([deleted.status, deleted.body.error.code, deleted.body.error.details]).toEqual([
      404,
      'RESOURCE_NOT_FOUND',
      { id: body.results[0].task.id },
    ]);
    const recreated = await organization.send('POST', '/v1/async/task/batch', batch);
    expect(recreated.body.summary.succeeded).toBe(4);
  });

  test('counts sync and async concurrency separately', async () => {
    const worker = await testService.startWorker();
    const organization = await testService.createTenant({ concurrency: 1, asyncConcurrency: 1 });
    await testService.db.$client.query(
      'UPDATE credit_balances SET in_flight = 1 WHERE organization_id = $1',
      [organization.id],
    );
    expect((await organization.send('POST', '/v1/monitor/gen', payload)).status).toBe(429);
    const { body } = await organization.send('POST', '/v1/async/task', task);
    expect((await waitForEnd(organization, body.task.id)).task.status).toBe('COMPLETED');
    expect((await organization.send('GET', '/v1/async/status')).body.concurrency).toEqual({
      used: 0,
      max: 1,
    });
    await worker.stop();
  });

  test('treats null as absent, ignores unknown fields and accepts idempotency keys of up to 255 characters', async () => {
    const organization = await testService.createTenant();
    const unusual = { ...task, priority: null, webhook: null, idempotencyKey: null, unknown: 'blue' };
    const { status, body } = await organization.send('POST', '/v1/async/task', unusual);
    expect([status, body.task.priority, 'idempotencyKey' in body.task]).toEqual([201, 1, false]);
    for (const [idempotencyKey, expected] of [
      ['k', 201],
      ['k'.repeat(255), 201],
      ['🏃'.repeat(255), 201],
      ['k'.repeat(256), 400],
      ['', 400],
      [7, 400],
    ] as const) {
      const response = await organization.send('POST', '/v1/async/task', { ...task, idempotencyKey });
      expect([idempotencyKey, response.status]).toEqual([idempotencyKey, expected]);
      if (expected === 201) expect(response.body.task.idempotencyKey).toBe(idempotencyKey);
    }
  });

  test.each([
    ['CHAT', 'prompt'],
    ['GEN', 'prompt'],
    ['SOCIAL', 'prompt'],
    ['ANSWER', 'prompt'],
    ['OFFICE', 'prompt'],
    ['SEARCHAI', 'prompt'],
    ['OVERVIEW', 'prompt'],
    ['SEARCH', 'query'],
    ['SEARCH/NEWS', 'query'],
  ])(
    'taskType %s accepts the fields of its sync request and reports invalid ones',
    async (taskType, field) => {
      const organization = await testService.createTenant();
      const create = (change: object) =>
        organization.send('POST', '/v1/async/task', {
          taskType,
          payload: { [field]: 'x', country: 'US', ...change },
        });
      expect((await create({})).body.task.taskType).toBe(taskType);
      for (const [change, invalidField] of [
        [{ [field]: '' }, field],
        [{ country: 'us' }, 'country'],
        [{ include: { html: 1 } }, 'include.html'],
      ] as const) {
        const { status, body } = await create(change);
        expect([status, body.details.map((detail: { field: string }) => detail.field)]).toEqual([
          400,
          [`payload.${invalidField}`],
        ]);
      }
      const lowerCase = await organization.send('POST', '/v1/async/task', {
        taskType: taskType.toLowerCase(),
        payload: { [field]: 'x', country: 'US' },
      });
      expect([lowerCase.status, lowerCase.body.details[0].field]).toEqual([400, 'taskType']);
    },
  );

  test('responds with 404 for tasks of other organizations', async () => {
    const [mine, other] = [await testService.createTenant(), await testService.createTenant()];
    const { body } = await mine.send('POST', '/v1/async/task', task);
    expect((await other.send('GET', `/v1/async/task/${body.task.id}`)).status).toBe(404);
    await other.send('DELETE', '/v1/async/queue');
    expect((await mine.send('GET', `/v1/async/task/${body.task.id}`)).status).toBe(200);
  });
});
