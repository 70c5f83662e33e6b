import { type Client, ClientError } from '#lib/client/client';
import { engineSpecs, toTaskType } from '#lib/contract/engines';
import { limits } from '#lib/contract/plans';
import type { TaskBody } from '#lib/contract/tasks';
import { errorTable, isRetryableStatus, ServiceError } from '#lib/core/errors';
import { createApiClient } from '#lib/dashboard/api-credentials/api-client';
import { getWebhookUrl } from '#lib/dashboard/api-credentials/api-credentials';
import { describeRunError } from '#lib/dashboard/runs/failure-messages';
import { pauseRun, reserveCredits } from '#lib/dashboard/runs/pause-runs';
import { getAddOnFlags, getCreditsPerAnswer } from '#lib/dashboard/runs/run-options';
import {
  completeRuns,
  getRunToSend,
  type PendingItem,
  readPendingItems,
  recordSent,
} from '#lib/dashboard/runs/run-store';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { runs } from '#lib/db/schema/runs';
import { statement } from '#lib/db/statement';

/**
 * `done`: no items are pending, the run is paused, or its organization is scheduled for deletion. `queue-full`: the
 * service rejected tasks temporarily, usually because its queue is full.
 */
export type SendResult = 'done' | 'queue-full';

/**
 * Sends a run's pending items to the service in batches. Safe to repeat after a crash and to run concurrently, because
 * each item has an idempotency key: sending it again returns the ID of its existing task. If a task is permanently rejected, its item
 * fails. If a whole batch is permanently rejected or the organization has no API key, all remaining items fail. If credits
 * or a budget have run out, the run is paused.
 * @param context must not be in a transaction, since each batch is recorded as soon as it is sent
 */
export async function sendRun(context: Context, { runId }: { runId: string }): Promise<SendResult> {
  const run = await getRunToSend(context, runId);
  if (!run) return 'done';
  const connection = await connect(context);
  if (connection instanceof ServiceError) {
    await failPending(context, runId, connection.code, connection.message);
    return finishSending(context, runId);
  }
  const { client, webhookUrl } = connection;
  for (;;) {
    const pending = await readPendingItems(context, runId, limits.batchTasks);
    if (pending.length === 0) break;
    const { items, blockedBy } = await reserveCredits(context, run, pending);
    if (items.length === 0) {
      if (blockedBy) await pauseRun(context, runId, blockedBy);
      return 'done';
    }
    let outcomes: TaskOutcome[];
    try {
      const { results } = await client.call('createTasks', {
        body: items.map((item) => buildTask(run, item, webhookUrl)),
      });
      outcomes = results.map(({ index, task, error }) => ({ itemId: items[index]?.id ?? '', task, error }));
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      if (error.code === 'QUEUE_LIMIT_EXCEEDED') return 'queue-full';
      if (error.code === 'INSUFFICIENT_CREDITS') {
        await pauseRun(context, runId, 'credits');
        return 'done';
      }
      if (isRetryable(error.code)) throw error;
      // If the organization is scheduled for deletion, its API key is rejected. The items stay pending until it is restored.
      if (!(await getRunToSend(context, runId))) return 'done';
      await failPending(context, runId, error.code, describeRunError(error.code, error.message));
      break;
    }
    const { sent, failed, lacksCredits, hasRetryable } = groupOutcomes(outcomes);
    await recordSent(context, runId, addCredits(sent, items, run.addOns), failed);
    // Temporarily rejected items keep their reservations, so a budget that blocks other items must not delay them.
    if (hasRetryable && !lacksCredits) return 'queue-full';
    if (lacksCredits || blockedBy) {
      await pauseRun(context, runId, lacksCredits ? 'credits' : (blockedBy ?? 'credits'));
      return 'done';
    }
  }
  return finishSending(context, runId);
}

function addCredits(
  sent: GroupedOutcomes['sent'],
  items: readonly PendingItem[],
  addOns: boolean,
): (GroupedOutcomes['sent'][number] & { credits: number })[] {
  const engines = new Map(items.map(({ id, engine }) => [id, engine]));
  return sent.map((item) => {
    const engine = engines.get(item.id);
    return { ...item, credits: engine ? getCreditsPerAnswer(engine, addOns) : 0 };
  });
}

/** Returns the organization's API client and webhook URL, or an error if it has no API credentials. */
async function connect(context: Context): Promise<{ client: Client; webhookUrl: string } | ServiceError> {
  try {
    return { client: await createApiClient(context), webhookUrl: await getWebhookUrl(context) };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RESOURCE_NOT_FOUND') return error;
    throw error;
  }
}

/** Marks a run as sent, and completes it if all of its items have an outcome. */
export async function finishSending({ db, organizationId, clock }: Context, runId: string): Promise<'done'> {
  await db
    .update(runs)
    .set({ status: 'waiting' })
    .where(hasValues(runs, { organizationId, id: runId, status: 'sending' }));
  await completeRuns(db, [{ organizationId, runId }], clock.now());
  return 'done';
}

/** The service's response to one task of a batch. */
export interface TaskOutcome {
  itemId: string;
  task?: { id: string } | undefined;
  error?: { code: string; message: string; details?: Record<string, unknown> | undefined } | undefined;
}

interface GroupedOutcomes {
  /** Items that have a task. */
  sent: { id: string; taskId: string }[];
  /** Items whose task was permanently rejected. */
  failed: { id: string; errorCode: string }[];
  /** Whether credits are missing for some items. */
  lacksCredits: boolean;
  /** Whether some tasks were rejected temporarily. */
  hasRetryable: boolean;
}

/** Groups the outcomes of a batch by their consequence for the items and the run. */
export function groupOutcomes(outcomes: readonly TaskOutcome[]): GroupedOutcomes {
  const grouped: GroupedOutcomes = { sent: [], failed: [], lacksCredits: false, hasRetryable: false };
  for (const { itemId, task, error } of outcomes) {
    const taskId = task?.id ?? getExistingTaskId(error);
    if (taskId !== undefined) grouped.sent.push({ id: itemId, taskId });
    else if (error?.code === 'INSUFFICIENT_CREDITS') grouped.lacksCredits = true;
    else if (error && !isRetryable(error.code)) grouped.failed.push({ id: itemId, errorCode: error.code });
    else grouped.hasRetryable = true;
  }
  return grouped;
}

/** Returns the ID of the task that already has the item's idempotency key; undefined for other errors. */
function getExistingTaskId(error: TaskOutcome['error']): string | undefined {
  const taskId = error?.code === 'RESOURCE_ALREADY_EXISTS' ? error.details?.taskId : undefined;
  return typeof taskId === 'string' ? taskId : undefined;
}

/** Returns whether a retry may succeed; unknown codes count as retryable. */
function isRetryable(code: string): boolean {
  const entry = Object.entries(errorTable).find(([known]) => known === code)?.[1];
  return entry === undefined || isRetryableStatus(entry.status);
}

/** Returns the idempotency key of a run item, so that sending it twice creates one task. */
export function buildIdempotencyKey(runId: string, itemId: string): string {
  return `${runId}:${itemId}`;
}

const idempotencyKeyPattern =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Parses an idempotency key; undefined for tasks that do not belong to a run. */
export function parseIdempotencyKey(key: string | undefined): { runId: string; itemId: string } | undefined {
  const [, runId, itemId] = idempotencyKeyPattern.exec(key ?? '') ?? [];
  return runId !== undefined && itemId !== undefined ? { runId, itemId } : undefined;
}

/** Manual runs have priority over scheduled runs, and those over backfills. */
const priorities = { manual: 7, scheduled: 4, backfill: 1 } as const;

type SendingRun = NonNullable<Awaited<ReturnType<typeof getRunToSend>>>;

function buildTask(run: SendingRun, item: PendingItem, webhookUrl: string): TaskBody {
  return {
    taskType: toTaskType(item.engine),
    // Stored pages cost no credits.
    payload: buildTaskPayload(item, { addOns: run.addOns, html: true }),
    webhook: { url: webhookUrl },
    priority: priorities[run.kind],
    maxWaitSeconds: limits.maxWaitSeconds,
    idempotencyKey: buildIdempotencyKey(run.id, item.id),
  };
}

/** Builds the monitor request of a prompt on an engine in a country, in the language of the prompt if it is known. */
export function buildTaskPayload(
  item: Omit<PendingItem, 'id'>,
  { addOns, html }: { addOns: boolean; html: boolean },
): TaskBody['payload'] {
  const { promptField, includeFlags } = engineSpecs[item.engine];
  return {
    [promptField]: item.text,
    country: item.country,
    ...(item.language !== null && { hl: item.language }),
    include: {
      ...(includeFlags.includes('markdown') ? { markdown: true } : {}),
      ...(addOns ? getAddOnFlags(item.engine) : {}),
      ...(html ? { html: true } : {}),
    },
  };
}

const failItems = statement({
  name: 'fail-pending-items',
  parameters: { organizationId: 'uuid', runId: 'uuid', errorCode: 'text', error: 'text', now: 'timestamptz' },
  isPrepared: false,
  text: `
    WITH locked AS (
      SELECT id FROM run_items WHERE organization_id = :organizationId AND run_id = :runId AND status = 'pending'
      ORDER BY id FOR UPDATE
    ), failed AS (
      UPDATE run_items SET status = 'failed', error_code = :errorCode, credits = NULL, updated_at = :now FROM locked
      WHERE organization_id = :organizationId AND run_id = :runId AND run_items.id = locked.id AND status = 'pending'
    )
    UPDATE runs SET error = :error WHERE organization_id = :organizationId AND id = :runId`,
});

/** Fails all pending items of a run and stores the reason on the run. */
async function failPending(
  { db, organizationId, clock }: Context,
  runId: string,
  errorCode: string,
  error: string,
): Promise<void> {
  await failItems(db, { organizationId, runId, errorCode, error, now: clock.now() });
}
