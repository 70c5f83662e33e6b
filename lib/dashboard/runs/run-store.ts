import { and, eq, isNull, ne } from 'drizzle-orm';
import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { invalidField } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { projectNotFound } from '#lib/dashboard/projects/project';
import { requireUnfinishedRunLimit } from '#lib/dashboard/runs/run-limit';
import { runOptionsSchema } from '#lib/dashboard/runs/run-options';
import { recordAudit } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { organizations } from '#lib/db/schema/organizations';
import { projects } from '#lib/db/schema/projects';
import { runs } from '#lib/db/schema/runs';
import { rowOf, statement } from '#lib/db/statement';
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
  return withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
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
    const { length: itemCount } = await insertItems(db, { ...run, organizationId, runId, promptIds, now });
    if (itemCount === 0) {
      throw invalidField('promptIds', 'There are no prompts to run. Add prompts to the project first.');
    }
    await db
      .update(runs)
      .set({ itemCount })
      .where(hasValues(runs, { organizationId, id: runId }));
    // A backfill stores the answers of its runs itself, so nothing is sent.
    if (run.kind !== 'backfill') await enqueue(db, sendRunJob, { organizationId, runId }, { key: runId });
    if (run.kind === 'manual') {
      const { engines, countries, samples } = run;
      const after = { engines, countries, samples, answers: itemCount };
      await recordAudit(tx, { projectId: run.projectId, action: 'run.started', targetId: runId, after });
    }
    return { runId, itemCount };
  });
}

const insertItems = statement({
  name: 'insert-run-items',
  parameters: {
    organizationId: 'uuid',
    runId: 'uuid',
    projectId: 'uuid',
    promptIds: 'uuid[]?',
    engines: 'text[]',
    countries: 'text[]',
    samples: 'int4',
    now: 'timestamptz',
  },
  row: { inserted: 'int4' },
  isPrepared: false,
  text: `
    INSERT INTO run_items (organization_id, run_id, prompt_id, engine, country, sample, updated_at)
    SELECT :organizationId, :runId, prompts.id, engine, country, sample, :now
    FROM prompts, unnest(:engines) engine, unnest(:countries) country, generate_series(1, :samples) sample
    WHERE prompts.organization_id = :organizationId AND prompts.project_id = :projectId
      AND prompts.archived_at IS NULL AND (:promptIds IS NULL OR prompts.id = ANY (:promptIds))
    RETURNING 1 AS inserted`,
});

/** A run item that has not been sent yet. */
export interface PendingItem {
  id: string;
  engine: Engine;
  country: string;
  text: string;
  /** BCP 47; null if it is unknown. */
  language: string | null;
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

const selectPending = statement({
  name: 'read-pending-items',
  parameters: { organizationId: 'uuid', runId: 'uuid', limit: 'int4' },
  row: rowOf<PendingItem>({ id: 'uuid', engine: 'text', country: 'text', text: 'text', language: 'text?' }),
  text: `
    SELECT items.id, items.engine, items.country, prompts.text,
      CASE WHEN prompts.is_language_set IS NOT NULL THEN prompts.language END AS language
    FROM run_items items
    JOIN prompts ON prompts.organization_id = items.organization_id AND prompts.id = items.prompt_id
    WHERE items.organization_id = :organizationId AND items.run_id = :runId AND items.status = 'pending'
    ORDER BY items.sample, items.id LIMIT :limit`,
});

/** Returns up to `limit` pending items of a run. */
export async function readPendingItems(
  { db, organizationId }: Context,
  runId: string,
  limit: number,
): Promise<PendingItem[]> {
  return selectPending(db, { organizationId, runId, limit });
}

const storeSent = statement({
  name: 'record-sent-items',
  parameters: {
    organizationId: 'uuid',
    runId: 'uuid',
    ids: 'uuid[]',
    given: [{ id: 'uuid', taskId: 'uuid?', errorCode: 'text?', credits: 'int4?' }],
    now: 'timestamptz',
  },
  text: `
    WITH locked AS (
      SELECT id FROM run_items WHERE organization_id = :organizationId AND run_id = :runId AND id = ANY (:ids)
      ORDER BY id FOR UPDATE
    )
    UPDATE run_items items SET updated_at = :now, task_id = given.task_id, error_code = given.error_code,
      status = CASE WHEN given.task_id IS NULL THEN 'failed' ELSE 'sent' END,
      credits = given.credits
    FROM :given
    JOIN locked USING (id)
    WHERE items.organization_id = :organizationId AND items.run_id = :runId AND items.id = given.id
      AND items.status IN ('pending', 'not_sent')`,
});

/**
 * Records a sent batch, except items that were already answered. The credits of sent items stay reserved in the budgets until
 * they are charged; those of failed items are released. Rows are locked in the order of ingestion, which prevents deadlocks.
 */
export async function recordSent(
  { db, organizationId, clock }: Context,
  runId: string,
  sent: readonly { id: string; taskId: string; credits: number }[],
  failed: readonly { id: string; errorCode: string }[],
): Promise<void> {
  const given = [...sent, ...failed];
  const ids = given.map(({ id }) => id);
  await storeSent(db, { organizationId, runId, ids, given, now: clock.now() });
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
  /** Null unless it failed; the message also if it says no more than the code. */
  errorCode: string | null;
  errorMessage: string | null;
  /** The credits charged for it; null if unknown. */
  creditsCharged: number | null;
}

const endItems = statement({
  name: 'end-run-items',
  parameters: {
    given: [
      {
        organizationId: 'uuid',
        runId: 'uuid',
        id: 'uuid',
        taskId: 'uuid?',
        status: 'text',
        errorCode: 'text?',
        errorMessage: 'text?',
        creditsCharged: 'int4?',
      },
    ],
    now: 'timestamptz',
  },
  text: `
    WITH ended AS (
      UPDATE run_items items SET status = given.status, task_id = coalesce(given.task_id, items.task_id),
        error_code = given.error_code, error_message = given.error_message, credits = given.credits_charged,
        updated_at = :now
      FROM :given
      WHERE items.organization_id = given.organization_id AND items.run_id = given.run_id
        AND items.id = given.id AND items.status IN ('pending', 'sent', 'not_sent')
      RETURNING items.organization_id, items.run_id, items.credits
    )
    INSERT INTO project_usage_daily AS usage (organization_id, project_id, day, credits, scheduled_credits)
    SELECT runs.organization_id, runs.project_id, (:now AT TIME ZONE 'UTC')::date, sum(ended.credits),
      coalesce(sum(ended.credits) FILTER (WHERE runs.schedule_id IS NOT NULL), 0)
    FROM ended JOIN runs ON runs.organization_id = ended.organization_id AND runs.id = ended.run_id
    WHERE ended.credits > 0
    GROUP BY runs.organization_id, runs.project_id ORDER BY runs.organization_id, runs.project_id
    ON CONFLICT (organization_id, project_id, day) DO UPDATE SET credits = usage.credits + excluded.credits,
      scheduled_credits = usage.scheduled_credits + excluded.scheduled_credits`,
});

/**
 * Stores the outcomes of items that have none yet, and adds the credits charged for them to the usage of their projects.
 * This includes items that were marked as not sent although their tasks were created.
 */
export async function completeItems(db: Database, ended: readonly EndedItem[], now: Date): Promise<void> {
  if (ended.length > 0) await endItems(db, { given: ended, now });
}

export interface CompletedRun extends RunKey {
  projectId: string;
  kind: string;
}

const complete = statement({
  name: 'complete-runs',
  parameters: { given: [{ organizationId: 'uuid', runId: 'uuid' }], now: 'timestamptz' },
  row: rowOf<CompletedRun>({ organizationId: 'uuid', runId: 'uuid', projectId: 'uuid', kind: 'text' }),
  text: `
    UPDATE runs SET status = 'completed', completed_at = :now
    FROM :given
    WHERE runs.organization_id = given.organization_id AND runs.id = given.run_id AND runs.status <> 'completed'
      AND NOT EXISTS (
        SELECT FROM run_items items WHERE items.organization_id = runs.organization_id
          AND items.run_id = runs.id AND items.status IN ('pending', 'sent')
      )
    RETURNING runs.organization_id AS "organizationId", runs.id AS "runId", runs.project_id AS "projectId", runs.kind`,
});

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
  return runs.length === 0 ? [] : complete(db, { given: runs, now });
}
