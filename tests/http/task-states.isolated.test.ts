import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { endOf, isoTime, receiver, run, task } from '#tests/http/documented/tasks';
import { waitFor } from '#tests/support/wait';

describe('task states', () => {
  test('what ended is charged or not, delivered as it is read, and gone after its time', async () => {
    const worker = await run.startWorker();
    const tenant = await run.newOrganization();
    const webhook = { url: `${receiver.url}/${randomUUID()}` };
    const fine = { ...task, webhook, priority: 7, idempotencyKey: 'fine' };
    const [done, failed] = (
      await tenant.send('POST', '/v1/async/task/batch', [
        fine,
        { ...fine, taskType: 'SOCIAL', idempotencyKey: 'no' },
      ])
    ).body.results;
    const completed = await endOf(tenant, done.task.id);
    expect(completed).toMatchObject({
      task: { ...done.task, status: 'COMPLETED', priority: 7, idempotencyKey: 'fine' },
      credits: { creditsToCharge: 4, creditsCharged: 4 },
      response: { text: expect.any(String), sources: expect.any(Array) },
    });
    const refused = await endOf(tenant, failed.task.id);
    expect(refused).toMatchObject({
      task: { taskType: 'SOCIAL', status: 'FAILED' },
      credits: { creditsToCharge: 4, creditsCharged: 0 },
      response: {
        error: {
          code: 'EXTERNAL_SERVICE_ERROR',
          message: expect.any(String),
          details: { service: 'social' },
          timestamp: expect.stringMatching(isoTime),
        },
      },
    });
    expect((await tenant.send('GET', '/v1/credits')).body).toMatchObject({ remaining: 496, held: 0 });
    const path = new URL(webhook.url).pathname;
    const deliveries = await waitFor('both are delivered', () => {
      const all = receiver.received.filter((one) => one.path === path);
      return all.length === 2 ? all : undefined;
    });
    const bodies = deliveries.map(({ body }) => JSON.parse(body));
    expect(bodies).toHaveLength(2);
    expect(bodies).toEqual(expect.arrayContaining([completed, refused]));
    expect((await tenant.send('POST', '/v1/async/task', fine)).status).toBe(409);
    await run.db.$client.query(
      `UPDATE tasks SET completed_at = now() - interval '24 hours' WHERE organization_id = $1`,
      [tenant.id],
    );
    expect((await tenant.send('GET', `/v1/async/task/${done.task.id}`)).status).toBe(404);
    await run.db.$client.query('DELETE FROM tasks WHERE organization_id = $1', [tenant.id]);
    expect((await tenant.send('POST', '/v1/async/task', fine)).status).toBe(201);
    await worker.stop();
  });
});
