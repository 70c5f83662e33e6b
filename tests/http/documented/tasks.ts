import { afterAll } from 'vitest';
import { startService, type Tenant } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';

/** A webhook endpoint and a service. Both stop after the test file that imports them. */
export const endpoint = await startWebhookEndpoint();
export const testService = await startService({ WEBHOOK_ALLOWED_HOSTS: endpoint.host });
afterAll(async () => {
  await testService.stop();
  await endpoint.stop();
});

export const payload = { prompt: 'Which trail shoes last longest?', country: 'US' };
export const task = { taskType: 'GEN', payload };
export const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.*Z$/;

/** Waits until a task has ended and returns its record. */
export async function waitForEnd(organization: Tenant, id: string) {
  return waitFor('the task has ended', async () => {
    const { body } = await organization.send('GET', `/v1/async/task/${id}`);
    return ['COMPLETED', 'FAILED'].includes(body.task.status) ? body : undefined;
  });
}
