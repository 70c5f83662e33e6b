import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { endpoint, isoTime, task, testService, waitForEnd } from '#tests/http/documented/tasks';
import { waitFor } from '#tests/support/wait';

describe('task states', () => {
  test('charges only completed tasks, delivers the record that polling returns, and no longer returns it after its retention', async () => {
    const worker = await testService.startWorker();
    const organization = await testService.createTenant();
    const webhook = { url: `${endpoint.url}/${randomUUID()}` };
    const keyedTask = { ...task, webhook, priority: 7, idempotencyKey: 'completes' };
    const [succeeding, failing] = (
      await organization.send('POST', '/v1/async/task/batch', [
        keyedTask,
        { ...keyedTask, taskType: 'SOCIAL', idempotencyKey: 'fails' },
      ])
    ).body.results;
    const completed = await waitForEnd(organization, succeeding.task.id);
    expect(completed).toMatchObject({
      task: { ...succeeding.task, status: 'COMPLETED', priority: 7, idempotencyKey: 'completes' },
      credits: { creditsToCharge: 4, creditsCharged: 4 },
      response: {
        text: expect.any(String),
        sources: expect.any(Array),
        meta: { provider: 'sandbox', access: 'sandbox' },
      },
    });
    const failed = await waitForEnd(organization, failing.task.id);
    expect(failed).toMatchObject({
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
    expect((await organization.send('GET', '/v1/credits')).body).toMatchObject({ remaining: 496, held: 0 });
    const path = new URL(webhook.url).pathname;
    const deliveries = await waitFor('both records are delivered', () => {
      const all = endpoint.received.filter((request) => request.path === path);
      return all.length === 2 ? all : undefined;
    });
    const bodies = deliveries.map(({ body }) => JSON.parse(body));
    expect(bodies).toHaveLength(2);
    expect(bodies).toEqual(expect.arrayContaining([completed, failed]));
    expect((await organization.send('POST', '/v1/async/task', keyedTask)).status).toBe(409);
    await testService.db.$client.query(
      `UPDATE tasks SET completed_at = now() - interval '24 hours' WHERE organization_id = $1`,
      [organization.id],
    );
    expect((await organization.send('GET', `/v1/async/task/${succeeding.task.id}`)).status).toBe(404);
    await testService.db.$client.query('DELETE FROM tasks WHERE organization_id = $1', [organization.id]);
    expect((await organization.send('POST', '/v1/async/task', keyedTask)).status).toBe(201);
    await worker.stop();
  });
});
