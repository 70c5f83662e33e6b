import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { limits } from '#lib/contract/plans';
import { endOf, isoTime, payload, run, task } from '#tests/http/documented/tasks';

describe('async tasks', () => {
  test('a created task is a 201 with its record, priority 1 and nothing charged', async () => {
    const tenant = await run.newOrganization();
    const { status, body, headers } = await tenant.send('POST', '/v1/async/task', task);
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
    const read = await tenant.send('GET', `/v1/async/task/${body.task.id}`);
    expect([read.status, read.body]).toEqual([200, { task: body.task, credits: body.credits }]);
  });

  test('a key that is taken is a 409 that names its task, before the queue limit and the credits', async () => {
    const tenant = await run.newOrganization({ credits: 4 });
    const mine = { ...task, idempotencyKey: 'run:1' };
    const first = await tenant.send('POST', '/v1/async/task', mine);
    expect(first.body.task.idempotencyKey).toBe('run:1');
    const again = await tenant.send('POST', '/v1/async/task', mine);
    expect([again.status, again.body.error.code, again.body.error.details]).toEqual([
      409,
      'RESOURCE_ALREADY_EXISTS',
      { taskId: first.body.task.id },
    ]);
    const broke = await tenant.send('POST', '/v1/async/task', task);
    expect([broke.status, broke.body.error.code]).toEqual([403, 'INSUFFICIENT_CREDITS']);
    await run.db.$client.query('UPDATE task_queue_stats SET queued = $2 WHERE organization_id = $1', [
      tenant.id,
      limits.queuedTasks,
    ]);
    const full = await tenant.send('POST', '/v1/async/task', task);
    expect([full.status, full.body.error.code, full.body.error.details]).toEqual([
      429,
      'QUEUE_LIMIT_EXCEEDED',
      { limit: 100_000 },
    ]);
    expect((await tenant.send('POST', '/v1/async/task', mine)).status).toBe(409);
    expect((await tenant.send('POST', '/v1/async/task/batch', [task])).status).toBe(429);
    const other = await run.newOrganization();
    expect((await other.send('POST', '/v1/async/task', mine)).status).toBe(201);
  });

  test('a batch succeeds in part, in the order of the input', async () => {
    const tenant = await run.newOrganization({ credits: 9 });
    const { status, body } = await tenant.send('POST', '/v1/async/task/batch', [
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

  test('a batch of none, of 501, or that is no array is a 400; 500 pass', async () => {
    const tenant = await run.newOrganization({ credits: 10_000 });
    for (const body of [[], Array(501).fill(task), task, 'tasks', null]) {
      const answer = await tenant.send('POST', '/v1/async/task/batch', JSON.stringify(body));
      expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    const whole = await tenant.send('POST', '/v1/async/task/batch', Array(500).fill(task));
    expect([whole.status, whole.body.summary.succeeded]).toEqual([200, 500]);
  });

  test('the status counts by priority, highest first; clearing discards, releases and frees keys', async () => {
    const tenant = await run.newOrganization();
    expect((await tenant.send('GET', '/v1/async/status')).body).toEqual({
      queuedTasks: 0,
      processingTasks: 0,
      priorityBreakdown: [],
      concurrency: { used: 0, max: 10 },
    });
    const batch = [3, 10, 3, 1].map((priority) => ({ ...task, priority, idempotencyKey: randomUUID() }));
    const { body } = await tenant.send('POST', '/v1/async/task/batch', batch);
    expect((await tenant.send('GET', '/v1/async/status')).body).toMatchObject({
      queuedTasks: 4,
      priorityBreakdown: [
        { priority: 10, count: 1 },
        { priority: 3, count: 2 },
        { priority: 1, count: 1 },
      ],
    });
    expect((await tenant.send('GET', '/v1/credits')).body).toMatchObject({ remaining: 500, held: 16 });
    const cleared = await tenant.send('DELETE', '/v1/async/queue');
    expect([cleared.status, cleared.body]).toEqual([200, { success: true, cleared: 4 }]);
    expect((await tenant.send('DELETE', '/v1/async/queue')).body.cleared).toBe(0);
    expect((await tenant.send('GET', '/v1/credits')).body).toMatchObject({ remaining: 500, held: 0 });
    const gone = await tenant.send('GET', `/v1/async/task/${body.results[0].task.id}`);
    expect([gone.status, gone.body.error.code, gone.body.error.details]).toEqual([
      404,
      'RESOURCE_NOT_FOUND',
      { id: body.results[0].task.id },
    ]);
    const again = await tenant.send('POST', '/v1/async/task/batch', batch);
    expect(again.body.summary.succeeded).toBe(4);
  });

  test('sync and async are counted apart: taken sync slots stop no task, and tasks take none', async () => {
    const worker = await run.startWorker();
    const tenant = await run.newOrganization({ concurrency: 1, asyncConcurrency: 1 });
    await run.db.$client.query('UPDATE credit_balances SET in_flight = 1 WHERE organization_id = $1', [
      tenant.id,
    ]);
    expect((await tenant.send('POST', '/v1/monitor/gen', payload)).status).toBe(429);
    const { body } = await tenant.send('POST', '/v1/async/task', task);
    expect((await endOf(tenant, body.task.id)).task.status).toBe('COMPLETED');
    expect((await tenant.send('GET', '/v1/async/status')).body.concurrency).toEqual({ used: 0, max: 1 });
    await worker.stop();
  });

  test('null counts as absent, unknown fields are ignored, and a key has up to 255 characters', async () => {
    const tenant = await run.newOrganization();
    const odd = { ...task, priority: null, webhook: null, idempotencyKey: null, colour: 'blue' };
    const { status, body } = await tenant.send('POST', '/v1/async/task', odd);
    expect([status, body.task.priority, 'idempotencyKey' in body.task]).toEqual([201, 1, false]);
    for (const [idempotencyKey, expected] of [
      ['k', 201],
      ['k'.repeat(255), 201],
      ['🏃'.repeat(255), 201],
      ['k'.repeat(256), 400],
      ['', 400],
      [7, 400],
    ] as const) {
      const answer = await tenant.send('POST', '/v1/async/task', { ...task, idempotencyKey });
      expect([idempotencyKey, answer.status]).toEqual([idempotencyKey, expected]);
      if (expected === 201) expect(answer.body.task.idempotencyKey).toBe(idempotencyKey);
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
    'taskType %s takes the fields of its sync request, and names what is wrong with them',
    async (taskType, field) => {
      const tenant = await run.newOrganization();
      const create = (change: object) =>
        tenant.send('POST', '/v1/async/task', {
          taskType,
          payload: { [field]: 'x', country: 'US', ...change },
        });
      expect((await create({})).body.task.taskType).toBe(taskType);
      for (const [change, wrong] of [
        [{ [field]: '' }, field],
        [{ country: 'us' }, 'country'],
        [{ include: { html: 1 } }, 'include.html'],
      ] as const) {
        const { status, body } = await create(change);
        expect([status, body.details.map((one: { field: string }) => one.field)]).toEqual([
          400,
          [`payload.${wrong}`],
        ]);
      }
      const lower = await tenant.send('POST', '/v1/async/task', {
        taskType: taskType.toLowerCase(),
        payload: { [field]: 'x', country: 'US' },
      });
      expect([lower.status, lower.body.details[0].field]).toEqual([400, 'taskType']);
    },
  );

  test('tasks of others are 404s', async () => {
    const [mine, other] = [await run.newOrganization(), await run.newOrganization()];
    const { body } = await mine.send('POST', '/v1/async/task', task);
    expect((await other.send('GET', `/v1/async/task/${body.task.id}`)).status).toBe(404);
    await other.send('DELETE', '/v1/async/queue');
    expect((await mine.send('GET', `/v1/async/task/${body.task.id}`)).status).toBe(200);
  });
});
