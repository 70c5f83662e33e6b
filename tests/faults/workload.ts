import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '#lib/core/time';
import { saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import { startRun } from '#lib/dashboard/runs/run-store';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { createOrganization } from '#lib/service/organizations/organizations';
import { enableSigning } from '#lib/service/webhooks/signing';
import { send, type TestResponse } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';
import type { ReceivedRequest } from '#tests/support/webhook-endpoint';
import { passToInbox } from '#tests/support/webhook-inbox';

export const initialCredits = 10_000_000;
const maxBatchSize = 100;
/** Tasks are created for this number of kills in advance, so that no kill has to wait for them. */
const killsAhead = 2;
/** Time limit of waits for the next kill, or for a process to run again. */
const longWait = { seconds: 300 };

/** Creates an organization with an API key, which its dashboard uses too. */
export async function createClientOrganization(db: Database): Promise<{ context: Context; secret: string }> {
  const { id } = await createOrganization(db, {
    name: 'Tenant',
    plan: 'scale' as const,
    credits: initialCredits,
    asyncConcurrency: 60,
  });
  const context: Context = { db, clock: systemClock, organizationId: id, actor: { kind: 'operator' } };
  const { secret } = await createApiKey(context, { name: 'test' });
  const { secret: signingSecret } = await enableSigning(context);
  await saveApiCredentials(context, { apiKey: secret, signingSecret });
  return { context, secret };
}

/** One in 20 tasks is answered by the mock provider, the others by the sandbox; one in 10 has a webhook. */
const buildTask = (index: number, webhookUrl: string) => ({
  taskType: index % 20 === 0 ? 'CHAT' : 'GEN',
  payload: { prompt: index % 20 === 0 ? 'Which kayak folds?' : `Which kayak folds? ${index}`, country: 'US' },
  idempotencyKey: `task-${index}`,
  priority: 1 + (index % 10),
  ...(index % 10 === 1 ? { webhook: { url: webhookUrl } } : {}),
});

/** Sends a request. @returns undefined if the process is killed before it responds */
async function post(url: string, secret: string, body: unknown): Promise<TestResponse | undefined> {
  try {
    return await send(url, 'POST', body, { authorization: `Bearer ${secret}` });
  } catch {
    return undefined;
  }
}

/** The number of kills so far. Work is created at the pace of the kills, so that each kill hits busy processes. */
export interface Progress {
  kills: number;
}

export interface CreatedWork {
  /** IDs of the accepted tasks. */
  ids: Set<string>;
  /** Statuses of the sync requests; 0 if the process was killed before it responded. */
  statuses: number[];
}

/**
 * Creates tasks as a client does: repeats each batch with the same idempotency keys, at any web process, until it is
 * accepted. Sends one sync request after each batch.
 */
export async function createTasks(
  { secret, webUrls, webhookUrl }: { secret: string; webUrls: string[]; webhookUrl: string },
  { kills, tasksPerKill }: { kills: number; tasksPerKill: number },
  progress: Progress,
): Promise<CreatedWork> {
  const ids = new Set<string>();
  const statuses: number[] = [];
  const tasks = kills * tasksPerKill;
  const batchSize = Math.min(maxBatchSize, tasksPerKill);
  const chooseUrl = () => webUrls[Math.floor(Math.random() * webUrls.length)] ?? '';
  for (let from = 0; from < tasks; from += batchSize) {
    await waitFor(
      'the next tasks are due',
      () => from < (progress.kills + killsAhead) * tasksPerKill,
      longWait,
    );
    const size = Math.min(batchSize, tasks - from);
    const batch = Array.from({ length: size }, (_, index) => buildTask(from + index, webhookUrl));
    const response = await waitFor(
      'a batch is accepted',
      async () => {
        const sent = await post(`${chooseUrl()}/v1/async/task/batch`, secret, batch);
        return sent?.status === 200 ? sent : undefined;
      },
      longWait,
    );
    for (const { task, error } of response.body.results) ids.add(task?.id ?? error.details.taskId);
    const request = { prompt: `Which shoes? ${from}`, country: 'US' };
    statuses.push((await post(`${chooseUrl()}/v1/monitor/gen`, secret, request))?.status ?? 0);
  }
  return { ids, statuses };
}

const countries = ['US', 'DE', 'FR', 'GB', 'SE'];
const promptCount = 4;
export const itemsPerRun = promptCount * countries.length;

/** Starts runs of the dashboard at the pace of the kills. @param projectId a project with 4 prompts */
export async function startDashboardRuns(
  context: Context,
  { projectId, runs, kills }: { projectId: string; runs: number; kills: number },
  progress: Progress,
): Promise<void> {
  for (let run = 0; run < runs; run += 1) {
    await waitFor('the next run is due', () => progress.kills >= (run * kills) / runs, longWait);
    // A start that is repeated creates no second run with this ID.
    const id = randomUUID();
    await waitFor(
      'a run is started',
      async () => {
        await startRun(context, { projectId, id, kind: 'manual', engines: ['gen'], countries, samples: 1 });
        return true;
      },
      longWait,
    );
  }
}

const refusals = new Map<string, number>();

/** Counts of the deliveries to the dashboard. */
export const dashboardDeliveries = { arrived: 0, repeated: 0, reordered: 0 };
let latestArrival = 0;

/**
 * Responds to deliveries as if the network were unreliable. Those of the test's tasks get an error or a closed connection
 * up to twice. Those to the dashboard are late, so that they change their order, and about a third arrive twice at the
 * same time.
 */
export async function respondUnreliably(
  db: Database,
  received: ReceivedRequest,
  response: ServerResponse,
): Promise<void> {
  const { path, body } = received;
  if (path === '/hook') {
    const refused = refusals.get(body) ?? 0;
    if (refused >= 2 || Math.random() > 0.2) return void response.end();
    refusals.set(body, refused + 1);
    if (Math.random() < 0.5) response.destroy();
    else response.writeHead(500).end();
    return;
  }
  dashboardDeliveries.arrived += 1;
  const arrival = dashboardDeliveries.arrived;
  await delay(Math.random() * 300);
  if (arrival < latestArrival) dashboardDeliveries.reordered += 1;
  latestArrival = Math.max(latestArrival, arrival);
  const receive = () => passToInbox(db, received);
  try {
    const copies = Math.random() < 0.3 ? 2 : 1;
    dashboardDeliveries.repeated += copies - 1;
    const [first] = await Promise.all(Array.from({ length: copies }, receive));
    response.writeHead(first?.status ?? 500).end();
  } catch {
    // The database is down.
    response.writeHead(503).end();
  }
}
