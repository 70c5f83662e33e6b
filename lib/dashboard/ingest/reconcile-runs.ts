import pLimit from 'p-limit';
import { type Client, ClientError } from '#lib/client/client';
import type { Clock } from '#lib/core/clock';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { createApiClient } from '#lib/dashboard/api-credentials/api-client';
import { enqueueIngest } from '#lib/dashboard/ingest/jobs';
import { addToInbox, sanitizeJson } from '#lib/dashboard/ingest/webhook-inbox';
import { completeRuns, endItems } from '#lib/dashboard/runs/run-store';
import { sendRunJob } from '#lib/dashboard/runs/send-run';
import type { Database } from '#lib/db/client';
import type { Context } from '#lib/db/context';
import { enqueue } from '#lib/queue/jobs';

/** A cell is asked after when nothing was heard of it for so long. */
const silentMinutes = 3;
/** Cells asked after in one round. */
const mostCells = 1_000;
const atOnce = 8;

interface SilentCell {
  organizationId: string;
  runId: string;
  id: string;
  taskId: string;
}

/**
 * Mends what was lost: asks the service after cells that no webhook brought back, has runs sent whose sending
 * stopped, and ends runs whose last cells ended unseen. @returns answers found
 */
export async function reconcileRuns({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  const now = clock.now();
  await resend(db, now);
  const cells = await claimSilent(db, now);
  const limit = pLimit(atOnce);
  const found = await Promise.all(
    [...Map.groupBy(cells, (cell) => cell.organizationId)].map(async ([organizationId, own]) => {
      const context: Context = { db, clock, organizationId, actor: { kind: 'operator' } };
      const client = await createApiClient(context);
      const outcomes = await Promise.all(own.map((cell) => limit(() => askAfter(context, client, cell))));
      return outcomes.filter((one) => one).length;
    }),
  );
  const answers = found.reduce((sum, count) => sum + count, 0);
  if (answers > 0) await enqueueIngest(db);
  await endSilentRuns(db, now);
  return answers;
}

/** Takes cells that were silent for long; the next round passes over them for as long again. */
async function claimSilent(db: Database, now: Date): Promise<SilentCell[]> {
  const { rows } = await db.$client.query<SilentCell>(
    `UPDATE run_items SET updated_at = $1 FROM (
       SELECT run_items.organization_id, run_items.run_id, run_items.id FROM runs
       JOIN run_items ON run_items.organization_id = runs.organization_id AND run_items.run_id = runs.id
       WHERE runs.status <> 'completed' AND run_items.status = 'sent'
         AND run_items.updated_at < $1::timestamptz - make_interval(mins => $2)
         AND NOT EXISTS (
           SELECT 1 FROM webhook_inbox WHERE webhook_inbox.organization_id = run_items.organization_id
             AND webhook_inbox.task_id = run_items.task_id
         )
       ORDER BY run_items.updated_at LIMIT $3 FOR UPDATE OF run_items SKIP LOCKED
     ) silent
     WHERE run_items.organization_id = silent.organization_id AND run_items.run_id = silent.run_id
       AND run_items.id = silent.id
     RETURNING run_items.organization_id AS "organizationId", run_items.run_id AS "runId", run_items.id,
       run_items.task_id AS "taskId"`,
    [now, silentMinutes, mostCells],
  );
  return rows;
}

/** @returns whether the task had ended, and its record is stored now */
async function askAfter(context: Context, client: Client, cell: SilentCell): Promise<boolean> {
  const { db, organizationId, clock } = context;
  try {
    const record = await client.call('getTask', { params: { taskId: cell.taskId } });
    if (record.task.status !== 'COMPLETED' && record.task.status !== 'FAILED') return false;
    const json = sanitizeJson(JSON.stringify(record));
    await addToInbox(db, {
      organizationId,
      taskId: cell.taskId,
      record: json,
      source: 'poll',
      now: clock.now(),
    });
    return true;
  } catch (error) {
    if (error instanceof ClientError && error.status === 404) {
      // Discarded there, or kept no longer: nothing will ever bring its answer.
      await endItems(db, [{ ...cell, status: 'failed', errorCode: error.code }], clock.now());
      return false;
    }
    log.warn({ task: cell.taskId, error: describeError(error) }, 'a silent task could not be asked after');
    return false;
  }
}

async function resend(db: Database, now: Date): Promise<void> {
  const { rows } = await db.$client.query<{ organizationId: string; runId: string }>(
    `SELECT organization_id AS "organizationId", id AS "runId" FROM runs
     WHERE status = 'sending' AND kind <> 'history' AND created_at < $1::timestamptz - interval '1 minute'
     ORDER BY created_at LIMIT 100`,
    [now],
  );
  for (const run of rows) await enqueue(db, sendRunJob, run, { key: run.runId });
}

async function endSilentRuns(db: Database, now: Date): Promise<void> {
  const { rows } = await db.$client.query<{ organizationId: string; runId: string }>(
    `SELECT organization_id AS "organizationId", id AS "runId" FROM runs WHERE status = 'waiting'`,
  );
  await completeRuns(db, rows, now);
}
