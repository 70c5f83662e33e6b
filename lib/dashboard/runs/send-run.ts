import { type Client, ClientError } from '#lib/client/client';
import { limits } from '#lib/contract/plans';
import { ServiceError } from '#lib/core/errors';
import { clientFor } from '#lib/dashboard/api-credentials/client-for';
import { receiverAddress } from '#lib/dashboard/api-credentials/receiver-address';
import { endRuns } from '#lib/dashboard/runs/end-run';
import { refusalWords } from '#lib/dashboard/runs/refusal-words';
import { failPending, readBatch, readSendingRun, recordSent } from '#lib/dashboard/runs/sending';
import { type SendingRun, taskOfCell } from '#lib/dashboard/runs/task-of-cell';
import { isRetryable, sortOutcomes, type TaskOutcome } from '#lib/dashboard/runs/task-outcome';
import type { Context } from '#lib/db/context';

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
    return finish(context, runId);
  }
  const { client, webhookUrl } = route;
  const sending: SendingRun = { id: runId, ...run, webhookUrl };
  for (;;) {
    const cells = await readBatch(context, runId, limits.batchTasks);
    if (cells.length === 0) break;
    let outcomes: TaskOutcome[];
    try {
      const { results } = await client.call('createTasks', {
        body: cells.map((cell) => taskOfCell(sending, cell)),
      });
      outcomes = results.map(({ index, task, error }) => ({ cellId: cells[index]?.id ?? '', task, error }));
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      if (error.code === 'QUEUE_LIMIT_EXCEEDED') return 'later';
      if (isRetryable(error.code)) throw error;
      await failPending(context, runId, error.code, refusalWords(error.code, error.message));
      break;
    }
    const { sent, failed, refusal, full } = sortOutcomes(outcomes);
    await recordSent(context, runId, sent, failed);
    if (refusal) {
      await failPending(context, runId, refusal.code, refusalWords(refusal.code, refusal.message));
      break;
    }
    if (full) return 'later';
  }
  return finish(context, runId);
}

/** Where the run goes and comes back to; the failure of an organization that is not connected. */
async function routeOf(context: Context): Promise<{ client: Client; webhookUrl: string } | ServiceError> {
  try {
    return { client: await clientFor(context), webhookUrl: await receiverAddress(context) };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RESOURCE_NOT_FOUND') return error;
    throw error;
  }
}

async function finish({ db, organizationId, clock }: Context, runId: string): Promise<'done'> {
  await db.$client.query(
    `UPDATE runs SET status = 'waiting' WHERE organization_id = $1 AND id = $2 AND status = 'sending'`,
    [organizationId, runId],
  );
  await endRuns(db, [{ organizationId, runId }], clock.now());
  return 'done';
}
