import { afterAll, expect, test } from 'vitest';
import { startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());

const payload = { prompt: 'Which trail shoes last longest?', country: 'US' };
const task = { taskType: 'CHAT', payload };

async function readState(organizationId: string) {
  const { rows } = await testService.db.$client.query(
    `SELECT (SELECT count(*) FROM tasks WHERE organization_id = $1) AS tasks, queued, balance, held
     FROM task_queue_stats q JOIN credit_balances a USING (organization_id) WHERE organization_id = $1`,
    [organizationId],
  );
  return rows[0];
}

test('creates one task and one hold for 100 identical parallel requests', async () => {
  const tenant = await testService.createTenant();
  const responses = await Promise.all(
    Array.from({ length: 100 }, () =>
      tenant.send('POST', '/v1/async/task', { ...task, idempotencyKey: 'same' }),
    ),
  );
  const created = responses.filter(({ status }) => status === 201);
  const rejected = responses.filter(({ status }) => status === 409);
  expect([created.length, rejected.length]).toEqual([1, 99]);
  const { id } = created[0]?.body.task ?? {};
  for (const { body } of rejected) {
    expect(body.error).toMatchObject({ code: 'RESOURCE_ALREADY_EXISTS', details: { taskId: id } });
  }
  expect(await readState(tenant.id)).toEqual({ tasks: 1, queued: 1, balance: 500, held: 5 });
});

test('scopes idempotency keys to their organization', async () => {
  const [first, second] = [await testService.createTenant(), await testService.createTenant()];
  const body = { ...task, idempotencyKey: 'same' };
  expect((await first.send('POST', '/v1/async/task', body)).status).toBe(201);
  const created = await second.send('POST', '/v1/async/task', body);
  expect(created.status).toBe(201);
  const read = await first.send('GET', `/v1/async/task/${created.body.task.id}`);
  expect([read.status, read.body.error.details]).toEqual([404, { id: created.body.task.id }]);
});

test('allows an idempotency key again once the retention period of its task ends', async () => {
  const tenant = await testService.createTenant();
  const body = { ...task, idempotencyKey: 'again' };
  const first = await tenant.send('POST', '/v1/async/task', body);
  await testService.db.$client.query(`UPDATE task_queue_stats SET queued = 0 WHERE organization_id = $1`, [
    tenant.id,
  ]);
  const complete = (age: string) =>
    testService.db.$client.query(
      `UPDATE tasks SET status = 'COMPLETED', completed_at = now() - $2::interval WHERE id = $1`,
      [first.body.task.id, age],
    );
  const { TASK_RETENTION_HOURS: hours } = testService.service.settings;
  await complete(`${hours} hours -1 minutes`);
  expect((await tenant.send('GET', `/v1/async/task/${first.body.task.id}`)).status).toBe(200);
  expect((await tenant.send('POST', '/v1/async/task', body)).status).toBe(409);
  // The clock of the process differs from that of the database by milliseconds.
  await complete(`${hours} hours 1 second`);
  expect((await tenant.send('GET', `/v1/async/task/${first.body.task.id}`)).status).toBe(404);
  const second = await tenant.send('POST', '/v1/async/task', body);
  expect(second.status).toBe(201);
  expect((await tenant.send('POST', '/v1/async/task', body)).body.error.details).toEqual({
    taskId: second.body.task.id,
  });
});

test('checks the idempotency key before the queue limit, and the queue limit before the credits', async () => {
  const tenant = await testService.createTenant({ credits: 5 });
  await tenant.send('POST', '/v1/async/task', { ...task, idempotencyKey: 'held' });
  const unaffordable = await tenant.send('POST', '/v1/async/task', task);
  expect([unaffordable.status, unaffordable.body.error.code]).toEqual([403, 'INSUFFICIENT_CREDITS']);
  await testService.db.$client.query(
    'UPDATE task_queue_stats SET queued = 100000 WHERE organization_id = $1',
    [tenant.id],
  );
  const overLimit = await tenant.send('POST', '/v1/async/task', task);
  expect([overLimit.status, overLimit.body.error.code, overLimit.body.error.details]).toEqual([
    429,
    'QUEUE_LIMIT_EXCEEDED',
    { limit: 100_000 },
  ]);
  const repeated = await tenant.send('POST', '/v1/async/task', { ...task, idempotencyKey: 'held' });
  expect(repeated.status).toBe(409);
  const batch = await tenant.send('POST', '/v1/async/task/batch', [task]);
  expect(batch.status).toBe(429);
});

test('creates and rejects the tasks of a batch individually, in order', async () => {
  const tenant = await testService.createTenant({ credits: 12 });
  const { status, body } = await tenant.send('POST', '/v1/async/task/batch', [
    { ...task, idempotencyKey: 'a' },
    { ...task, payload: { ...payload, include: { html: 'yes' } } },
    { ...task, idempotencyKey: 'a' },
    { ...task, priority: 10 },
    task,
    7,
  ]);
  expect(status).toBe(200);
  expect(body.summary).toEqual({ total: 6, succeeded: 2, failed: 4 });
  expect(body.results.map((result: { index: number }) => result.index)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(body.results.map((result: { error?: { code: string } }) => result.error?.code)).toEqual([
    undefined,
    'VALIDATION_ERROR',
    'RESOURCE_ALREADY_EXISTS',
    undefined,
    'INSUFFICIENT_CREDITS',
    'VALIDATION_ERROR',
  ]);
  expect(body.results[2].error.details).toEqual({ taskId: body.results[0].task.id });
  expect(body.results[1].error.details.fields).toEqual([
    { field: 'payload.include.html', message: 'Expected boolean' },
  ]);
  expect(await readState(tenant.id)).toEqual({ tasks: 2, queued: 2, balance: 12, held: 10 });
});

test('accepts batches of 1 to 500 tasks', async () => {
  const tenant = await testService.createTenant({ credits: 10_000 });
  for (const length of [0, 501]) {
    const rejected = await tenant.send(
      'POST',
      '/v1/async/task/batch',
      Array.from({ length }, () => task),
    );
    expect(rejected.status).toBe(400);
  }
  const batch = await tenant.send(
    'POST',
    '/v1/async/task/batch',
    Array.from({ length: 500 }, () => task),
  );
  expect(batch.body.summary).toEqual({ total: 500, succeeded: 500, failed: 0 });
  expect(await readState(tenant.id)).toEqual({ tasks: 500, queued: 500, balance: 10_000, held: 2500 });
});

test('parallel requests never hold more credits than the balance', async () => {
  const tenant = await testService.createTenant({ credits: 52 });
  const responses = await Promise.all(
    Array.from({ length: 60 }, () => tenant.send('POST', '/v1/async/task', task)),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(await readState(tenant.id)).toEqual({ tasks: 10, queued: 10, balance: 52, held: 50 });
});

test('deletes queued tasks, releases their holds and frees their idempotency keys when the queue is cleared', async () => {
  const [tenant, other] = [await testService.createTenant(), await testService.createTenant()];
  await other.send('POST', '/v1/async/task', task);
  const body = { ...task, idempotencyKey: 'again' };
  const first = await tenant.send('POST', '/v1/async/task', body);
  await tenant.send('POST', '/v1/async/task', task);
  expect((await tenant.send('GET', '/v1/credits')).body).toMatchObject({
    plan: 'free',
    remaining: 500,
    held: 10,
    monthly: 500,
    resetsAt: expect.stringMatching(/-01T00:00:00.000Z$/),
  });
  const cleared = await tenant.send('DELETE', '/v1/async/queue');
  expect([cleared.status, cleared.body]).toEqual([200, { success: true, cleared: 2 }]);
  expect(await readState(tenant.id)).toEqual({ tasks: 0, queued: 0, balance: 500, held: 0 });
  expect(await readState(other.id)).toMatchObject({ queued: 1, held: 5 });
  expect((await tenant.send('GET', `/v1/async/task/${first.body.task.id}`)).status).toBe(404);
  expect((await tenant.send('POST', '/v1/async/task', body)).status).toBe(201);
});
