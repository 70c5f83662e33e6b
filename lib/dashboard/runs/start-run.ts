import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { invalidField } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { projectNotFound } from '#lib/dashboard/projects/project';
import { runOptionsSchema } from '#lib/dashboard/runs/run-options';
import { sendRunJob } from '#lib/dashboard/runs/send-run';
import { type Context, scoped } from '#lib/db/context';
import { enqueue } from '#lib/queue/jobs';

const inputSchema = runOptionsSchema.extend({
  projectId: z.guid(),
  /** The ID of the new run, for retries that must not create a second one; random by default. */
  id: z.guid().optional(),
  kind: z.enum(['manual', 'scheduled', 'history']),
  /** Defaults to all active prompts. */
  promptIds: z.array(z.guid()).optional(),
  /** In the past for `history`; defaults to now. */
  requestedAt: z.date().optional(),
  scheduleId: z.guid().optional(),
});
export type StartRunInput = z.input<typeof inputSchema>;

/**
 * Creates a run with its items (prompt × engine × country × sample) and enqueues its sending.
 * @returns the run, or undefined if the schedule's slot or the ID already has one
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export async function startRun(
  context: Context,
  input: StartRunInput,
): Promise<{ runId: string; itemCount: number } | undefined> {
  requirePermission(context.actor, 'runs.start');
  const run = parseInput(inputSchema, input);
  return scoped(context, async ({ db, organizationId, clock }) => {
    const now = clock.now();
    // Waits for a concurrent deletion of the project, which is then not found.
    const { rowCount } = await db.$client.query(
      'SELECT 1 FROM projects WHERE organization_id = $1 AND id = $2 FOR KEY SHARE',
      [organizationId, run.projectId],
    );
    if (!rowCount) throw projectNotFound(run.projectId);
    const { rows } = await db.$client.query<{ id: string }>(
      `INSERT INTO runs (organization_id, project_id, schedule_id, kind, requested_at, engines, countries, samples,
         item_count, created_at, id, add_ons)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10, $11) ON CONFLICT DO NOTHING RETURNING id`,
      [
        organizationId,
        run.projectId,
        run.scheduleId ?? null,
        run.kind,
        run.requestedAt ?? now,
        run.engines,
        run.countries,
        run.samples,
        now,
        run.id ?? randomUUID(),
        run.addOns,
      ],
    );
    const runId = rows[0]?.id;
    if (runId === undefined) return undefined;
    const inserted = await db.$client.query(insertItems, [
      organizationId,
      runId,
      run.projectId,
      run.engines,
      run.countries,
      run.samples,
      run.promptIds ?? null,
      now,
    ]);
    const itemCount = inserted.rowCount ?? 0;
    if (itemCount === 0) {
      throw invalidField('promptIds', 'There are no prompts to run. Add prompts to the project first.');
    }
    await db.$client.query('UPDATE runs SET item_count = $3 WHERE organization_id = $1 AND id = $2', [
      organizationId,
      runId,
      itemCount,
    ]);
    // The demo backfill answers its own runs.
    if (run.kind !== 'history') await enqueue(db, sendRunJob, { organizationId, runId }, { key: runId });
    return { runId, itemCount };
  });
}

const insertItems = `
  INSERT INTO run_items (organization_id, run_id, prompt_id, engine, country, sample, updated_at)
  SELECT $1, $2, prompts.id, engine, country, sample, $8
  FROM prompts, unnest($4::text[]) engine, unnest($5::text[]) country, generate_series(1, $6::int) sample
  WHERE prompts.organization_id = $1 AND prompts.project_id = $3 AND prompts.archived_at IS NULL
    AND ($7::uuid[] IS NULL OR prompts.id = ANY ($7::uuid[]))`;
