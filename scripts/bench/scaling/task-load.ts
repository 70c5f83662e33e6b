import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { z } from 'zod';
import { createSeededRandom } from '#scripts/bench/dashboard/fixtures';
import type { MeasuredInstance } from '#scripts/bench/scaling/instance';
import type { Arrivals } from '#scripts/bench/scaling/simulate';

/** Tasks that a client creates, each with a webhook: `GEN` is answered by the sandbox, `CHAT` by the mock server. */
export interface TaskLoad extends Arrivals {
  taskType: 'GEN' | 'CHAT';
}

/** Maximum number of concurrent requests when tasks are created as fast as possible. */
const maxConcurrency = 8;
const timeoutMs = 300_000;
const responseSchema = z.object({ summary: z.object({ failed: z.literal(0) }).optional() });
let createdCount = 0;
let requestCount = 0;

/** Creates the tasks at random times, or as fast as possible, and waits until all their webhooks have arrived. */
export async function runTaskLoad(
  instance: MeasuredInstance,
  { tasks, batch, rate, taskType }: TaskLoad,
): Promise<void> {
  instance.endpoint.reset();
  const random = createSeededRandom(tasks + batch);
  const limit = pLimit(rate === undefined ? maxConcurrency : Number.POSITIVE_INFINITY);
  const requests: Promise<void>[] = [];
  const startedAt = performance.now();
  let dueMs = 0;
  for (let first = 0; first < tasks; first += batch) {
    if (rate !== undefined) {
      dueMs += (-Math.log(1 - random.next()) * batch * 1000) / rate;
      const waitMs = startedAt + dueMs - performance.now();
      if (waitMs > 0) await wait(waitMs);
    }
    const count = Math.min(batch, tasks - first);
    requests.push(limit(() => createTasks(instance, taskType, count)));
  }
  await Promise.all(requests);
  await instance.endpoint.waitFor(tasks, timeoutMs);
}

/** Creates tasks with one request. Successive requests use the keys of different organizations. @throws Error if not all tasks are created */
async function createTasks(
  { http, organizations, endpoint }: MeasuredInstance,
  taskType: TaskLoad['taskType'],
  count: number,
): Promise<void> {
  createdCount += count;
  requestCount += 1;
  const tasks = Array.from({ length: count }, (_, index) => ({
    taskType,
    payload: { prompt: `Which trail shoes last longest on route ${createdCount - index}?`, country: 'US' },
    webhook: { url: `http://127.0.0.1:${endpoint.port}/received` },
  }));
  const { secret = '' } = organizations[requestCount % organizations.length] ?? {};
  const response = await http.request({
    method: 'POST',
    path: count === 1 ? '/v1/async/task' : '/v1/async/task/batch',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(count === 1 ? tasks[0] : tasks),
  });
  const body = await response.body.text();
  if (response.statusCode >= 300 || !responseSchema.safeParse(JSON.parse(body)).success)
    throw new Error(`Tasks were not created: ${response.statusCode} ${body.slice(0, 300)}`);
}
