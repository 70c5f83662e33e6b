import { setImmediate } from 'node:timers/promises';
import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Engine, toTaskType } from '#lib/contract/engines';
import type { ResultMeta } from '#lib/contract/results/meta';
import type { TaskBody, TaskRecord } from '#lib/contract/tasks';
import { backfillDays, demoSeed, findDemoProject } from '#lib/dashboard/demo/demo-project';
import { addToInbox, enqueueIngest, sanitizeJson } from '#lib/dashboard/ingest/webhook-inbox';
import { lockProject } from '#lib/dashboard/projects/project';
import { type PendingItem, readPendingItems, recordSent, startRun } from '#lib/dashboard/runs/run-store';
import { buildIdempotencyKey, buildTaskPayload, finishSending } from '#lib/dashboard/runs/send-run';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { projects } from '#lib/db/schema/projects';
import { runs } from '#lib/db/schema/runs';
import { transaction } from '#lib/db/transaction';
import { defineJob, definePeriodicJob, enqueue } from '#lib/queue/jobs';

/** Starts and answers the next backfill runs of one organization's demo. */
export const backfillDemoJob = defineJob({
  name: 'backfill-demo',
  schema: z.object({ organizationId: z.uuid() }),
  policy: 'short',
  expireSeconds: 10 * 60,
});

/** Resumes unfinished backfills every minute, in case the job for the next runs was lost. */
export const resumeBackfillsJob = definePeriodicJob('resume-backfills');

/** Maximum number of runs that are open at once, so that answers do not pile up before they are ingested. */
const maxOpenRuns = 3;
/** Maximum number of answers stored in one transaction. */
const batchSize = 100;

/** Returns the result that an engine could have given for a task's payload on a past date. */
export type GenerateAnswer = (
  engine: Engine,
  payload: TaskBody['payload'],
  date: Date,
) => Promise<Record<string, unknown>>;

/**
 * Backfills the demo from the newest day to the oldest: starts one run per missing day and stores its answers as
 * if they had been delivered by webhook. No request is sent, so no credits are charged. Stops while `maxOpenRuns`
 * wait for ingestion; the job is enqueued again when one of them ends.
 */
export async function backfillDemo(
  context: Context,
  { generateAnswer, signal }: { generateAnswer: GenerateAnswer; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await startMissingRuns(context);
    const unanswered = await listUnansweredRuns(context);
    if (unanswered.length === 0) return;
    for (const run of unanswered) await answerRun(context, run, { generateAnswer, signal });
  }
}

/** Enqueues the backfill of every organization that has the demo project. */
export async function resumeBackfills({ db }: { db: Database }): Promise<void> {
  const rows = await db
    .selectDistinct({ organizationId: projects.organizationId })
    .from(projects)
    .where(eq(projects.name, demoSeed.name));
  for (const { organizationId } of rows) {
    await enqueue(db, backfillDemoJob, { organizationId }, { key: organizationId });
  }
}

async function startMissingRuns(context: Context): Promise<void> {
  await withOrganization(context, async (tx) => {
    const { db, organizationId } = tx;
    const project = await findDemoProject(db, organizationId);
    if (!project) return;
    await lockProject(db, organizationId, project.id);
    const started = await db
      .select({ requestedAt: runs.requestedAt, status: runs.status })
      .from(runs)
      .where(hasValues(runs, { organizationId, projectId: project.id, kind: 'backfill' }));
    const existing = new Set(started.map((run) => run.requestedAt.getTime()));
    const missing = listBackfillDates(project.createdAt).filter((date) => !existing.has(date.getTime()));
    const openCount = started.filter(({ status }) => status !== 'completed').length;
    const { engines, countries } = demoSeed;
    for (const requestedAt of missing.slice(0, Math.max(0, maxOpenRuns - openCount))) {
      const options = { engines, countries, samples: 1, addOns: true, requestedAt };
      await startRun(tx, { projectId: project.id, kind: 'backfill', ...options });
    }
  });
}

type BackfillRun = Awaited<ReturnType<typeof listUnansweredRuns>>[number];

function listUnansweredRuns({ db, organizationId }: Context) {
  return db
    .select({ id: runs.id, requestedAt: runs.requestedAt, addOns: runs.addOns })
    .from(runs)
    .where(hasValues(runs, { organizationId, kind: 'backfill', status: 'sending' }))
    .orderBy(desc(runs.requestedAt));
}

async function answerRun(
  context: Context,
  run: BackfillRun,
  { generateAnswer, signal }: { generateAnswer: GenerateAnswer; signal: AbortSignal },
): Promise<void> {
  const { clock, db, organizationId } = context;
  while (!signal.aborted) {
    const items = await readPendingItems(context, run.id, batchSize);
    if (items.length === 0) {
      await finishSending(context, run.id);
      return;
    }
    const records: TaskRecord[] = [];
    for (const item of items) {
      records.push(await buildRecord(run, item, generateAnswer));
      // Building an answer waits for no I/O, so this lets the worker's other jobs run.
      await setImmediate();
    }
    await transaction(db, async (tx) => {
      const sent = items.map(({ id }) => ({ id, taskId: id, credits: 0 }));
      await recordSent({ ...context, db: tx }, run.id, sent, []);
      for (const record of records) {
        await addToInbox(tx, {
          organizationId,
          taskId: record.task.id,
          record: sanitizeJson(JSON.stringify(record)),
          source: 'backfill',
          now: clock.now(),
        });
      }
    });
    await enqueueIngest(db);
  }
}

/** Builds the record a webhook would have delivered; the run item's ID is also the task's. */
async function buildRecord(
  run: BackfillRun,
  item: PendingItem,
  generateAnswer: GenerateAnswer,
): Promise<TaskRecord> {
  const payload = buildTaskPayload(item, { addOns: run.addOns, html: false });
  return {
    task: {
      id: item.id,
      taskType: toTaskType(item.engine),
      status: 'COMPLETED',
      priority: 1,
      createdAt: run.requestedAt.toISOString(),
      idempotencyKey: buildIdempotencyKey(run.id, item.id),
    },
    credits: { creditsToCharge: 0, creditsCharged: 0 },
    response: {
      ...(await generateAnswer(item.engine, payload, run.requestedAt)),
      meta: { provider: 'sandbox', access: 'sandbox' } satisfies ResultMeta,
    },
  };
}

/** Hour of the demo's runs, past and scheduled. */
export const demoRunHourUtc = 6;

const dayMs = 86_400_000;

/** Returns the dates of the demo's backfill runs, newest first: one a day, all before the project was created. */
function listBackfillDates(createdAt: Date): Date[] {
  const sameDay = new Date(createdAt);
  sameDay.setUTCHours(demoRunHourUtc, 0, 0, 0);
  const newest = sameDay <= createdAt ? sameDay.getTime() : sameDay.getTime() - dayMs;
  return Array.from({ length: backfillDays }, (_, day) => new Date(newest - day * dayMs));
}
