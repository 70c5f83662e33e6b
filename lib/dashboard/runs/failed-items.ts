import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { invalidField } from '#lib/core/errors';
import { isUuid } from '#lib/core/text';
import { idSchema, lookupIdSchema, timeSchema } from '#lib/core/validation';
import { projectIdSchema } from '#lib/dashboard/projects/project';
import { sendRunJob } from '#lib/dashboard/runs/run-store';
import { hasValues } from '#lib/db/has-values';
import { queryRows } from '#lib/db/query-rows';
import { prompts } from '#lib/db/schema/projects';
import { runItems, runs } from '#lib/db/schema/runs';
import { createdSchema, defineOperation } from '#lib/operations/define-operation';
import { enqueue } from '#lib/queue/jobs';

const failedItemSchema = createdSchema.extend({
  prompt: z.string(),
  engine: z.string(),
  country: z.string(),
  sample: z.int(),
  status: z.enum(runItems.status.enumValues),
  errorCode: z
    .string()
    .nullable()
    .describe('A code of `/v1`, or an unknown one from the service at `API_BASE_URL`.'),
  errorMessage: z.string().nullable(),
  taskId: z.string().nullable(),
  completedAt: timeSchema,
});

export const listFailedItems = defineOperation({
  name: 'runs.list-failed-items',
  title: 'List the failed items of a run',
  description: 'Lists the failed items of a run and those with an unreadable answer, latest first.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({
    runId: lookupIdSchema,
    limit: z.int().min(1).default(100).describe('The maximum number of items.'),
  }),
  output: z.array(failedItemSchema),
  async run({ db, organizationId }, { runId, limit }) {
    if (!isUuid(runId)) return [];
    return db
      .select({
        id: runItems.id,
        prompt: prompts.text,
        engine: runItems.engine,
        country: runItems.country,
        sample: runItems.sample,
        status: runItems.status,
        errorCode: runItems.errorCode,
        errorMessage: runItems.errorMessage,
        taskId: runItems.taskId,
        completedAt: runItems.updatedAt,
      })
      .from(runItems)
      .innerJoin(
        prompts,
        and(eq(prompts.organizationId, runItems.organizationId), eq(prompts.id, runItems.promptId)),
      )
      .where(
        and(
          hasValues(runItems, { organizationId, runId }),
          inArray(runItems.status, ['failed', 'unreadable']),
        ),
      )
      .orderBy(desc(runItems.updatedAt), asc(runItems.id))
      .limit(limit);
  },
});

const runIdSchema = idSchema('run');

/**
 * @returns the ID of the new run
 * @throws ServiceError VALIDATION_ERROR if no item can be retried
 */
export const retryItems = defineOperation({
  name: 'runs.retry',
  title: 'Retry the failed items of a run',
  description:
    'Starts a new run with the items of a completed run that failed or were not sent, and returns its ID. It spends credits. Items of archived prompts are left out.',
  permission: 'runs.start',
  effect: 'spend',
  cost: 'Each answer costs the credits of its engine.',
  input: z.object({
    projectId: projectIdSchema,
    runId: runIdSchema.describe('A completed run.'),
    newRunId: runIdSchema.describe('The ID of the new run, so that a repeated call creates one run.'),
  }),
  output: z.string().describe('The ID of the new run.'),
  audit: ['run.started'],
  async run(context, { projectId, runId, newRunId }) {
    const { db, organizationId, clock } = context;
    const now = clock.now();
    const retryable = selectRetryableItems(organizationId, projectId, runId);
    const created = await queryRows(
      db,
      sql`
        WITH retryable AS (${retryable})
        INSERT INTO runs (organization_id, project_id, id, kind, requested_at, engines, countries, samples, item_count,
          created_at, add_ons)
        SELECT ${organizationId}::uuid, ${projectId}::uuid, ${newRunId}::uuid, 'manual', ${now}::timestamptz,
          array_agg(DISTINCT engine), array_agg(DISTINCT country), max(sample), count(*), ${now}::timestamptz,
          bool_or(add_ons)
        FROM retryable HAVING count(*) > 0
        ON CONFLICT DO NOTHING RETURNING id`,
    );
    if (created.length === 0) {
      const isExisting = hasValues(runs, { organizationId, projectId, id: newRunId });
      if ((await db.$count(runs, isExisting)) > 0) return newRunId;
      throw invalidField(
        'runId',
        'This run has no items that can be retried. Wait until it has completed, and check that its prompts are not archived.',
      );
    }
    const items = await queryRows(
      db,
      sql`
        INSERT INTO run_items (organization_id, run_id, prompt_id, engine, country, sample, updated_at)
        SELECT ${organizationId}::uuid, ${newRunId}::uuid, prompt_id, engine, country, sample, ${now}::timestamptz
        FROM (${retryable}) retryable RETURNING 1`,
    );
    await enqueue(db, sendRunJob, { organizationId, runId: newRunId }, { key: newRunId });
    await context.audit({ targetId: newRunId, after: { retried: items.length } });
    return newRunId;
  },
});

/** Selects the run items of active prompts that failed or were not sent, if their run is completed and not a backfill. */
function selectRetryableItems(organizationId: string, projectId: string, runId: string): SQL {
  return sql`
    SELECT items.prompt_id, items.engine, items.country, items.sample, runs.add_ons
    FROM runs
    JOIN run_items items ON items.organization_id = runs.organization_id AND items.run_id = runs.id
      AND items.status IN ('failed', 'not_sent')
    JOIN prompts ON prompts.organization_id = runs.organization_id AND prompts.id = items.prompt_id
      AND prompts.archived_at IS NULL
    WHERE runs.organization_id = ${organizationId} AND runs.project_id = ${projectId} AND runs.id = ${runId}
      AND runs.status = 'completed' AND runs.kind <> 'backfill'`;
}
