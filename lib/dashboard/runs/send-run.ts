import { z } from 'zod';
import { type Client, ClientError } from '#lib/client/client';
import { limits } from '#lib/contract/plans';
import { type ErrorCode, errorTable, ServiceError } from '#lib/core/errors';
import { createApiClient } from '#lib/dashboard/api-credentials/api-client';
import { getWebhookUrl } from '#lib/dashboard/api-credentials/webhook-endpoint';
import { buildTask, type SendingRun } from '#lib/dashboard/runs/build-task';
import { describeRefusal } from '#lib/dashboard/runs/failure-messages';
import {
  completeRuns,
  failPending,
  readPendingItems,
  readSendingRun,
  recordSent,
} from '#lib/dashboard/runs/run-store';
import type { Context } from '#lib/db/context';
import { defineJob } from '#lib/queue/jobs';

/** Sends a run's pending items as tasks. Few retries, because the reconcile job resumes it within a minute. */
export const sendRunJob = defineJob({
  name: 'send-run',
  schema: z.object({ organizationId: z.uuid(), runId: z.uuid() }),
  policy: 'short',
  concurrency: 4,
  retries: 3,
  expireSeconds: 10 * 60,
});

/** `done`: nothing is pending. `later`: the service cannot take more now; try again in a while. */
export type SendResult = 'done' | 'later';

/**
 * Sends a run's pending cells to the service in batches. Safe to run again after a crash, or twice at once: a cell
 * whose task is there already keeps that task. What the service refuses for good fails its cells; lack of credits
 * or of access fails the rest of the run with a sentence.
 * @param context on a pool: each batch is recorded as soon as it is sent
 */
export async function sendRun(context: Context, { runId }: { runId: string }): Promise<SendResult> {
  const run = await readSendingRun(context, runId);
  if (!run) return 'done';
  const route = await routeOf(context);
  if (route instanceof ServiceError) {
    await failPending(context, runId, route.code, route.message);
    return finishSending(context, runId);
  }
  const { client, webhookUrl } = route;
  const sending: SendingRun = { id: runId, ...run, webhookUrl };
  for (;;) {
    const cells = await readPendingItems(context, runId, limits.batchTasks);
    if (cells.length === 0) break;
    let outcomes: TaskOutcome[];
    try {
      const { results } = await client.call('createTasks', {
        body: cells.map((cell) => buildTask(sending, cell)),
      });
      outcomes = results.map(({ index, task, error }) => ({ cellId: cells[index]?.id ?? '', task, error }));
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      if (error.code === 'QUEUE_LIMIT_EXCEEDED') return 'later';
      if (isRetryable(error.code)) throw error;
      await failPending(context, runId, error.code, describeRefusal(error.code, error.message));
      break;
    }
    const { sent, failed, refusal, full } = sortOutcomes(outcomes);
    await recordSent(context, runId, sent, failed);
    if (refusal) {
      await failPending(context, runId, refusal.code, describeRefusal(refusal.code, refusal.message));
      break;
    }
    if (full) return 'later';
  }
  return finishSending(context, runId);
}

/** Where the run goes and comes back to; the failure of an organization that is not connected. */
async function routeOf(context: Context): Promise<{ client: Client; webhookUrl: string } | ServiceError> {
  try {
    return { client: await createApiClient(context), webhookUrl: await getWebhookUrl(context) };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RESOURCE_NOT_FOUND') return error;
    throw error;
  }
}

/** Marks a run as sent, and ends it if all its cells have ended already. */
export async function finishSending({ db, organizationId, clock }: Context, runId: string): Promise<'done'> {
  await db.$client.query(
    `UPDATE runs SET status = 'waiting' WHERE organization_id = $1 AND id = $2 AND status = 'sending'`,
    [organizationId, runId],
  );
  await completeRuns(db, [{ organizationId, runId }], clock.now());
  return 'done';
}

/** What the service said to one task of a batch. */
export interface TaskOutcome {
  cellId: string;
  task?: { id: string } | undefined;
  error?: { code: string; message: string; details?: Record<string, unknown> | undefined } | undefined;
}

export interface SortedOutcomes {
  /** Cells that have a task now. */
  sent: { id: string; taskId: string }[];
  /** Cells that will never have one. */
  failed: { id: string; errorCode: string }[];
  /** A reason that holds for all cells still pending. */
  refusal: { code: string; message: string } | undefined;
  /** Some were turned away for now. */
  full: boolean;
}

/** Sorts the outcomes of a batch into what each means for its cell and for the run. */
export function sortOutcomes(outcomes: readonly TaskOutcome[]): SortedOutcomes {
  const sorted: SortedOutcomes = { sent: [], failed: [], refusal: undefined, full: false };
  for (const { cellId, task, error } of outcomes) {
    const taskId = task?.id ?? takenTask(error);
    if (taskId !== undefined) sorted.sent.push({ id: cellId, taskId });
    else if (error?.code === 'INSUFFICIENT_CREDITS') sorted.refusal = error;
    else if (error && !isRetryable(error.code)) sorted.failed.push({ id: cellId, errorCode: error.code });
    else sorted.full = true;
  }
  return sorted;
}

/** The task that holds the cell's key already: this cell was sent before. */
function takenTask(error: TaskOutcome['error']): string | undefined {
  const taskId = error?.code === 'RESOURCE_ALREADY_EXISTS' ? error.details?.taskId : undefined;
  return typeof taskId === 'string' ? taskId : undefined;
}

/** Whether trying the same again later may help; so it is with a code this side does not know. */
function isRetryable(code: string): boolean {
  return !isKnown(code) || errorTable[code].retryable;
}

function isKnown(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}
