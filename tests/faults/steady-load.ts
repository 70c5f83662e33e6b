import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient } from '#lib/client/client';
import { describeError } from '#lib/core/errors';

interface LoadOptions {
  url: string;
  apiKey: string;
  webhookUrl: string;
  /** Retries of a call that can be repeated; see `ClientOptions`. */
  retries: number;
  /** If true, sync requests are sent too. They are never repeated. */
  hasSyncRequests: boolean;
}

/** The calls and results of a client so far. */
export interface SteadyLoad {
  taskIds: Set<string>;
  calls: number;
  syncAnswers: number;
  /** Calls that failed after their retries, and tasks without an answer. */
  failures: string[];
  /** Stops creating tasks, and waits until those already created have results. */
  stop(): Promise<void>;
}

const loopCount = 2;
const batchSize = 5;

/** One in 5 tasks is answered by the mock provider, which responds with a delay, the others by the sandbox. */
const buildTask = (key: string, index: number, url: string) => ({
  taskType: index === 0 ? ('CHAT' as const) : ('GEN' as const),
  payload: { prompt: 'Which kayak folds?', country: 'US' },
  idempotencyKey: `${key}-${index}`,
  webhook: { url },
});

/** Creates tasks with idempotency keys and reads their results, in several concurrent loops. */
export function startLoad({ url, apiKey, retries, webhookUrl, hasSyncRequests }: LoadOptions): SteadyLoad {
  const client = createClient({ baseUrl: url, apiKey, retries, timeoutMs: 20_000 });
  const load = { taskIds: new Set<string>(), calls: 0, syncAnswers: 0, failures: [] as string[] };
  let isStopping = false;

  /** Counts a call. @returns undefined if it failed */
  async function attempt<T>(call: Promise<T>): Promise<T | undefined> {
    load.calls += 1;
    try {
      return await call;
    } catch (error) {
      load.failures.push(describeError(error));
      return undefined;
    }
  }

  async function createBatch(key: string): Promise<string[]> {
    const body = Array.from({ length: batchSize }, (_, index) => buildTask(key, index, webhookUrl));
    const created = await attempt(client.call('createTasks', { body }));
    return (created?.results ?? []).flatMap(({ task, error }) => {
      const id = task?.id ?? error?.details?.taskId;
      if (typeof id === 'string') return [id];
      load.failures.push(`${error?.code}: ${error?.message}`);
      return [];
    });
  }

  async function runLoop(loop: number): Promise<void> {
    for (let round = 0; !isStopping; round += 1) {
      const ids = await createBatch(`${loop}-${round}`);
      for (const id of ids) load.taskIds.add(id);
      const statuses = await Promise.all(ids.map((id) => readStatus(client, id, attempt)));
      load.failures.push(...statuses.filter((status) => status !== 'COMPLETED').map((status) => `${status}`));
      if (!hasSyncRequests) continue;
      const body = { prompt: 'Which kayak folds?', country: 'US' };
      if (await attempt(client.call('monitor:chat', { body }))) load.syncAnswers += 1;
    }
  }

  const running = Promise.all(Array.from({ length: loopCount }, (_, loop) => runLoop(loop)));
  return Object.assign(load, {
    async stop() {
      isStopping = true;
      await running;
    },
  });
}

/** Polls a task until it has ended. @returns its status, or undefined if a call failed */
async function readStatus(
  client: Client,
  taskId: string,
  attempt: <T>(call: Promise<T>) => Promise<T | undefined>,
) {
  for (;;) {
    const record = await attempt(client.call('getTask', { params: { taskId } }));
    const status = record?.task.status;
    if (status !== 'QUEUED' && status !== 'PROCESSING') return status;
    await delay(200);
  }
}
