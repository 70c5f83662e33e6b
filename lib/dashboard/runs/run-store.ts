import { and, count, eq, isNull, ne } from 'drizzle-orm';
import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { invalidField, ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { projectNotFound } from '#lib/dashboard/projects/project';
import { runOptionsSchema } from '#lib/dashboard/runs/run-options';
import { type Context, type Database, hasValues, withOrganization } from '#lib/db/client';
import { organizations } from '#lib/db/schema/organizations';
import { projects } from '#lib/db/schema/projects';
import { runs } from '#lib/db/schema/runs';
import { defineJob, enqueue } from '#lib/queue/jobs';

/** Sends a run's pending items as tasks. It has few retries, because `reconcileRunsJob` resumes it within a minute. */
export const sendRunJob = defineJob({
  name: 'send-run',
  schema: z.object({ organizationId: z.uuid(), runId: z.uuid() }),
  policy: 'short',
  concurrency: 4,
  retries: 3,
  expireSeconds: 10 * 60,
});

const inputSchema = runOptionsSchema.extend({
  projectId: z.guid(),
  /** The ID of the new run, for retries that must not create a second one; random by default. */
  id: z.guid().optional(),
  kind: z.enum(['manual', 'scheduled', 'backfill']),
  /** Defaults to all active prompts. */
  promptIds: z.array(z.guid()).optional(),
  /** When the answers are requested: in the past for a backfill; now by default. */
  requestedAt: z.date().optional(),
  scheduleId: z.guid().optional(),
});
export type StartRunInput = z.input<typeof inputSchema>;

/**
 * Creates a run with its items (prompt × engine × country × sample) and enqueues the job that sends it.
 * @returns the run, or undefined if one with this ID, or for this scheduled time, already exists
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND; QUEUE_LIMIT_EXCEEDED if the project has 100 unfinished runs
 */
export async function startRun(
  context: Context,
  input: StartRunInput,
): Promise<{ runId: string; itemCount: number } | undefined> {
  requirePermission(context.actor, 'runs.start');
  const run = parseInput(inputSchema, input);
  return withOrganization(context, async ({ db, organizationId, clock }) => {
    const now = clock.now();
    // Waits until a concurrent deletion is committed; the project is then not found.
    const [project] = await db
      .select({ id: projects.id })
      .from(projects)
      .where(hasValues(projects, { organizationId, id: run.projectId }))
      .for('key share');
    if (!project) throw projectNotFound(run.projectId);
    const { promptIds, ...values } = run;
    const [created] = await db
      .insert(runs)
      .values({
        ...values,
        requestedAt: run.requestedAt ?? now,
        organizationId,
        itemCount: 0,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: runs.id });
    if (!created) return undefined;
    if (run.kind !== 'backfill') await requireUnfinishedRunLimit({ db, organizationId }, run.projectId);
    const runId = created.id;
    const inserted = await db.$client.query(insertItems, [
      organizationId,
      runId,
      run.projectId,
      run.engines,
      run.countries,
      run.samples,
      promptIds ?? null,
      now,
    ]);
    const itemCount = inserted.rowCount ?? 0;
    if (itemCount === 0) {
      throw invalidField('promptIds', 'There are no prompts to run. Add prompts to the project first.');
    }
    await db
      .update(runs)
      .set({ itemCount })
      .where(hasValues(runs, { organizationId, id: runId }));
    // A backfill stores the answers of its runs itself, so nothing is sent.
    if (run.kind !== 'backfill') await enqueue(db, sendRunJob, { organizationId, runId }, { key: runId });
    return { runId, itemCount };
  });
}

/** Maximum number of unfinished runs of a project, not counting backfills. */
const maxUnfinishedRuns = 100;

/** Checks that the run just inserted does not exceed `maxUnfinishedRuns`. @throws ServiceError QUEUE_LIMIT_EXCEEDED */
async function requireUnfinishedRunLimit(
  { db, organizationId }: Pick<Context, 'db' | 'organizationId'>,
  projectId: string,
): Promise<void> {
  const [open] = await db
    .select({ runs: count() })
    .from(runs)
    .where(
      and(
        hasValues(runs, { organizationId, projectId }),
        ne(runs.status, 'completed'),
        ne(runs.kind, 'backfill'),
      ),
    );
  if ((open?.runs ?? 0) <= maxUnfinishedRuns) return;
  throw new ServiceError('QUEUE_LIMIT_EXCEEDED', {
    message: `This project has ${maxUnfinishedRuns} unfinished runs. Wait until some have completed, then try again.`,
  });
}

const insertItems = `
  INSERT INTO run_items (organization_id, run_id, prompt_id, engine, country, sample, updated_at)
  SELECT $1, $2, prompts.id, engine, country, sample, $8
  FROM prompts, unnest($4::text[]) engine, unnest($5::text[]) country, generate_series(1, $6::int) sample
  WHERE prompts.organization_id = $1 AND prompts.project_id = $3 AND prompts.archived_at IS NULL
    AND ($7::uuid[] IS NULL OR prompts.id = ANY ($7::uuid[]))
  RETURNING 1`;

/** A run item that has not been sent yet. */
export interface PendingItem {
  id: string;
  engine: Engine;
  country: string;
  text: string;
}

/** Returns a run that is being sent; undefined for a backfill, or if its organization is scheduled for deletion. */
export async function getRunToSend({ db, organizationId }: Context, runId: string) {
  const [run] = await db
    .select({
      id: runs.id,
      projectId: runs.projectId,
      scheduleId: runs.scheduleId,
      kind: runs.kind,
      addOns: runs.addOns,
    })
    .from(runs)
    .innerJoin(organizations, eq(organizations.id, runs.organizationId))
    .where(
      and(
        hasValues(runs, { organizationId, id: runId, status: 'sending' }),
        ne(runs.kind, 'backfill'),
        isNull(organizations.deletesAt),
      ),
    );
  return run;
}

/** Returns up to `limit` pending items of a run. */
export async function readPendingItems(
  { db, organizationId }: Context,
  runId: string,
  limit: number,
): Promise<PendingItem[]> {
  const { rows } = await db.$client.query<PendingItem>({
    name: 'read-pending-items',
    text: `
      SELECT items.id, items.engine, items.country, prompts.text
      FROM run_items items
      JOIN prompts ON prompts.organization_id = items.organization_id AND prompts.id = items.prompt_id
      WHERE items.organization_id = $1 AND items.run_id = $2 AND items.status = 'pending'
      ORDER BY items.sample, items.id LIMIT $3`,
    values: [organizationId, runId, limit],
  });
  return rows;
}

/**
 * Records a sent batch. Items that were already answered stay as they are. The credits of sent items stay reserved in the
 * budgets until they are charged; those of failed items are released. Rows are locked in the same order as ingestion locks
 * them, which prevents deadlocks.
 */
export async function recordSent(
  { db, organizationId, clock }: Context,
  runId: string,
  sent: readonly { id: string; taskId: string; credits: number }[],
  failed: readonly { id: string; errorCode: string }[],
): Promise<void> {
  await db.$client.query({
    name: 'record-sent-items',
    text: `
      WITH locked AS (
        SELECT id FROM run_items WHERE organization_id = $1 AND run_id = $2 AND id = ANY ($3::uuid[])
        ORDER BY id FOR UPDATE
      )
      UPDATE run_items items SET updated_at = $6, task_id = given.task_id, error_code = given.error_code,
        status = CASE WHEN given.task_id IS NULL THEN 'failed' ELSE 'sent' END,
        credits = given.credits
      FROM unnest($3::uuid[], $4::uuid[], $5::text[], $7::int[]) AS given (id, task_id, error_code, credits)
      JOIN locked USING (id)
      WHERE items.organization_id = $1 AND items.run_id = $2 AND items.id = given.id
        AND items.status IN ('pending', 'not_sent')`,
    values: [
      organizationId,
      runId,
      [...sent, ...failed].map((item) => item.id),
      [...sent.map((item) => item.taskId), ...failed.map(() => null)],
      [...sent.map(() => null), ...failed.map((item) => item.errorCode)],
      clock.now(),
      [...sent.map((item) => item.credits), ...failed.map(() => null)],
    ],
  });
}

export interface RunKey {
  organizationId: string;
  runId: string;
}

/** The outcome of a run item. */
export interface EndedItem extends RunKey {
  id: string;
  taskId: string | null;
  status: 'answered' | 'no_answer' | 'unreadable' | 'failed';
  /** Null unless it failed. */
  errorCode: string | null;
  /** The credits charged for it; null if unknown. */
  creditsCharged: number | null;
}

/**
 * Stores the outcomes of items that have none yet, and adds the credits charged for them to the usage of their projects.
 * This includes items that were marked as not sent although their tasks were created.
 */
export async function completeItems(db: Database, ended: readonly EndedItem[], now: Date): Promise<void> {
  if (ended.length === 0) return;
  await db.$client.query({
    name: 'end-run-items',
    text: `
      WITH ended AS (
        UPDATE run_items items SET status = given.status, task_id = coalesce(given.task_id, items.task_id),
          error_code = given.error_code, credits = given.credits, updated_at = $7
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $8::int[])
          AS given (organization_id, run_id, id, task_id, status, error_code, credits)
        WHERE items.organization_id = given.organization_id AND items.run_id = given.run_id
          AND items.id = given.id AND items.status IN ('pending', 'sent', 'not_sent')
        RETURNING items.organization_id, items.run_id, items.credits
      )
      INSERT INTO project_usage_daily AS usage (organization_id, project_id, day, credits, scheduled_credits)
      SELECT runs.organization_id, runs.project_id, ($7::timestamptz AT TIME ZONE 'UTC')::date, sum(ended.credits),
        coalesce(sum(ended.credits) FILTER (WHERE runs.schedule_id IS NOT NULL), 0)
      FROM ended JOIN runs ON runs.organization_id = ended.organization_id AND runs.id = ended.run_id
      WHERE ended.credits > 0
      GROUP BY runs.organization_id, runs.project_id ORDER BY runs.organization_id, runs.project_id
      ON CONFLICT (organization_id, project_id, day) DO UPDATE SET credits = usage.credits + excluded.credits,
        scheduled_credits = usage.scheduled_credits + excluded.scheduled_credits`,
    values: [
      ended.map((item) => item.organizationId),
      ended.map((item) => item.runId),
      ended.map((item) => item.id),
      ended.map((item) => item.taskId),
      ended.map((item) => item.status),
      ended.map((item) => item.errorCode),
      now,
      ended.map((item) => item.creditsCharged),
    ],
  });
}

export interface CompletedRun extends RunKey {
  kind: string;
}

/**
 * Completes the runs that have no pending or sent items left. Call it after the transaction that ended the items, so that the
 * later of two concurrent transactions sees the items of both.
 * @returns the runs that this call completed
 */
export async function completeRuns(
  db: Database,
  runs: readonly RunKey[],
  now: Date,
): Promise<CompletedRun[]> {
  if (runs.length === 0) return [];
  const { rows } = await db.$client.query<CompletedRun>({
    name: 'complete-runs',
    text: `
      UPDATE runs SET status = 'completed', completed_at = $3
      FROM unnest($1::uuid[], $2::uuid[]) AS given (organization_id, id)
      WHERE runs.organization_id = given.organization_id AND runs.id = given.id AND runs.status <> 'completed'
        AND NOT EXISTS (
          SELECT FROM run_items items WHERE items.organization_id = runs.organization_id
            AND items.run_id = runs.id AND items.status IN ('pending', 'sent')
        )
      RETURNING runs.organization_id AS "organizationId", runs.id AS "runId", runs.kind`,
    values: [runs.map((run) => run.organizationId), runs.map((run) => run.runId), now],
  });
  return rows;
}
