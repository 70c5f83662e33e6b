import { afterAll } from 'vitest';
import { startReceiver } from '../support/receiver';
import { startService, type Tenant } from '../support/service';
import { until } from '../support/until';

/** The service and a receiver of its webhooks, for as long as the test file that asks for them runs. */
export const receiver = await startReceiver();
export const run = await startService({ WEBHOOK_ALLOWED_HOSTS: receiver.host });
afterAll(async () => {
  await run.stop();
  await receiver.stop();
});

export const payload = { prompt: 'Which trail shoes last longest?', country: 'US' };
export const task = { taskType: 'GEN', payload };
export const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.*Z$/;

/** The task as it is read once it has ended. */
export async function endOf(tenant: Tenant, id: string) {
  return until('the task has ended', async () => {
    const { body } = await tenant.send('GET', `/v1/async/task/${id}`);
    return ['COMPLETED', 'FAILED'].includes(body.task.status) ? body : undefined;
  });
}
