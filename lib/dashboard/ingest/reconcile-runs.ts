import { eq } from 'drizzle-orm';
import pLimit from 'p-limit';
import { type Client, ClientError } from '#lib/client/client';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Clock } from '#lib/core/time';
import { createApiClient } from '#lib/dashboard/api-credentials/api-client';
import { addToInbox, enqueueIngest, sanitizeJson } from '#lib/dashboard/ingest/webhook-inbox';
import { resumePausedRuns } from '#lib/dashboard/runs/pause-runs';
import { completeItems, completeRuns, type RunKey, sendRunJob } from '#lib/dashboard/runs/run-store';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { runs } from '#lib/db/schema/runs';
import { rowOf, statement } from '#lib/db/statement';
import { enqueue } from '#lib/queue/jobs';

/** Time without a webhook after which a sent item is polled. */
const pollAfterMs = 3 * 60_000;
/** Time after the creation of a run from which its sending is resumed if it has not finished. */
const resumeAfterMs = 60_000;
/** The maximum number of runs that one call resumes. */
const maxResumed = 100;
/** The maximum number of items that one call polls. */
const maxItems = 1_000;
const concurrency = 8;

interface OverdueItem extends RunKey {
  id: string;
  taskId: string;
}

/**
 * Recovers from lost events: resumes runs whose sending stopped and paused runs that can send again, polls tasks whose
 * webhook never arrived, and completes runs without open items.
 * @returns the number of records added to the inbox
 */
export async function reconcileRuns({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  const now = clock.now();
  await resumeSending(db, now);
  await resumePausedRuns({ db, clock });
  const items = await claimOverdueItems(db, now);
  const limit = pLimit(concurrency);
  const counts = await Promise.all(
    [...Map.groupBy(items, (item) => item.organizationId)].map(async ([organizationId, overdue]) => {
      const context: Context = { db, clock, organizationId, actor: { kind: 'operator' } };
      try {
        const client = await createApiClient(context);
        const polls = await Promise.all(overdue.map((item) => limit(() => pollTask(context, client, item))));
        return polls.filter((isAdded) => isAdded).length;
      } catch (error) {
        log.error({ organizationId, error: describeError(error) }, 'polling tasks failed');
        return 0;
      }
    }),
  );
  const records = counts.reduce((sum, count) => sum + count, 0);
  if (records > 0) await enqueueIngest(db);
  await completeWaitingRuns(db, now);
  return records;
}

const listOverdueOrganizations = statement({
  name: 'list-organizations-with-overdue-items',
  parameters: { overdueSince: 'timestamptz' },
  row: { organizationId: 'uuid' },
  isPrepared: false,
  text: `
    SELECT runs.organization_id AS "organizationId" FROM runs
    JOIN run_items ON run_items.organization_id = runs.organization_id AND run_items.run_id = runs.id
    WHERE runs.status <> 'completed' AND run_items.status = 'sent' AND run_items.updated_at < :overdueSince
    GROUP BY runs.organization_id ORDER BY min(run_items.updated_at)`,
});

const claimOverdue = statement({
  name: 'claim-overdue-items',
  parameters: { organizationId: 'uuid', overdueSince: 'timestamptz', now: 'timestamptz', limit: 'int4' },
  row: rowOf<OverdueItem>({ organizationId: 'uuid', runId: 'uuid', id: 'uuid', taskId: 'uuid' }),
  isPrepared: false,
  text: `
    UPDATE run_items SET updated_at = :now FROM (
      SELECT run_items.run_id, run_items.id FROM runs
      JOIN run_items ON run_items.organization_id = :organizationId AND run_items.run_id = runs.id
      WHERE runs.organization_id = :organizationId AND runs.status <> 'completed' AND run_items.status = 'sent'
        AND run_items.updated_at < :overdueSince
        AND NOT EXISTS (
          SELECT 1 FROM webhook_inbox
          WHERE webhook_inbox.organization_id = :organizationId AND webhook_inbox.task_id = run_items.task_id
        )
      ORDER BY run_items.updated_at LIMIT :limit FOR UPDATE OF run_items SKIP LOCKED
    ) overdue
    WHERE run_items.organization_id = :organizationId AND run_items.run_id = overdue.run_id
      AND run_items.id = overdue.id
    RETURNING run_items.organization_id AS "organizationId", run_items.run_id AS "runId", run_items.id,
      run_items.task_id AS "taskId"`,
});

/** Claims sent items without a webhook, of the organizations that have waited longest; concurrent calls skip them. */
async function claimOverdueItems(db: Database, now: Date): Promise<OverdueItem[]> {
  const overdueSince = new Date(now.getTime() - pollAfterMs);
  const claimed: OverdueItem[] = [];
  for (const { organizationId } of await listOverdueOrganizations(db, { overdueSince })) {
    if (claimed.length >= maxItems) break;
    const limit = maxItems - claimed.length;
    claimed.push(...(await claimOverdue(db, { organizationId, overdueSince, now, limit })));
  }
  return claimed;
}

/** Adds the record of a task to the inbox if the task has ended. @returns whether a record was added */
async function pollTask(context: Context, client: Client, item: OverdueItem): Promise<boolean> {
  const { db, clock } = context;
  try {
    const record = await client.call('getTask', { params: { taskId: item.taskId } });
    if (record.task.status !== 'COMPLETED' && record.task.status !== 'FAILED') return false;
    const json = sanitizeJson(JSON.stringify(record));
    await addToInbox(db, { ...item, record: json, source: 'poll', now: clock.now() });
    return true;
  } catch (error) {
    if (error instanceof ClientError && error.status === 404) {
      // The task was deleted, or its retention period ended, so its answer is lost.
      const ended = {
        ...item,
        status: 'failed',
        errorCode: error.code,
        errorMessage: null,
        creditsCharged: null,
      } as const;
      await completeItems(db, [ended], clock.now());
      return false;
    }
    log.warn({ taskId: item.taskId, error: describeError(error) }, 'polling a task failed');
    return false;
  }
}

const listStoppedRuns = statement({
  name: 'list-runs-to-resume',
  parameters: { createdBefore: 'timestamptz', limit: 'int4' },
  row: { organizationId: 'uuid', runId: 'uuid' },
  isPrepared: false,
  text: `
    SELECT runs.organization_id AS "organizationId", runs.id AS "runId"
    FROM runs JOIN organizations ON organizations.id = runs.organization_id
    WHERE runs.status = 'sending' AND runs.kind <> 'backfill' AND runs.created_at < :createdBefore
      AND organizations.deletes_at IS NULL
    ORDER BY row_number() OVER (PARTITION BY runs.organization_id ORDER BY runs.created_at, runs.id), runs.created_at
    LIMIT :limit`,
});

/** Enqueues runs whose sending may have stopped. Organizations take turns, so that none keeps others waiting. */
async function resumeSending(db: Database, now: Date): Promise<void> {
  const createdBefore = new Date(now.getTime() - resumeAfterMs);
  for (const run of await listStoppedRuns(db, { createdBefore, limit: maxResumed }))
    await enqueue(db, sendRunJob, run, { key: run.runId });
}

async function completeWaitingRuns(db: Database, now: Date): Promise<void> {
  const waiting = await db
    .select({ organizationId: runs.organizationId, runId: runs.id })
    .from(runs)
    .where(eq(runs.status, 'waiting'));
  await completeRuns(db, waiting, now);
}
