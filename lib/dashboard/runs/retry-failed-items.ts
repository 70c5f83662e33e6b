import { z } from 'zod';
import { invalidField } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { sendRunJob } from '#lib/dashboard/runs/send-run';
import { type Context, scoped } from '#lib/db/context';
import { enqueue } from '#lib/queue/jobs';

const inputSchema = z.object({
  projectId: z.guid(),
  /** The run that has ended. */
  runId: z.guid(),
  /** The id of the run to make: a second try at the same makes no second one. */
  newRunId: z.guid(),
});

/** The cells of $2 that failed and whose prompts are still asked, where its run has ended and was of the present. */
const failedCells = `
  SELECT run_items.prompt_id, run_items.engine, run_items.country, run_items.sample, runs.add_ons
  FROM runs
  JOIN run_items ON run_items.organization_id = $1 AND run_items.run_id = runs.id AND run_items.status = 'failed'
  JOIN prompts ON prompts.organization_id = $1 AND prompts.id = run_items.prompt_id AND prompts.archived_at IS NULL
  WHERE runs.organization_id = $1 AND runs.project_id = $2 AND runs.id = $3
    AND runs.status = 'completed' AND runs.kind <> 'history'`;

/**
 * Asks what failed in a run once more, as a run of its own: its answers are of the day they are given on.
 * @returns the new run
 * @throws ServiceError VALIDATION_ERROR when nothing of it can be asked again
 */
export async function retryFailedItems(
  context: Context,
  input: z.input<typeof inputSchema>,
): Promise<string> {
  requirePermission(context.actor, 'runs.start');
  const { projectId, runId, newRunId } = parseInput(inputSchema, input);
  return scoped(context, async ({ db, organizationId, clock }) => {
    const now = clock.now();
    const { rowCount: made } = await db.$client.query(
      `WITH failed AS (${failedCells})
       INSERT INTO runs (organization_id, project_id, id, kind, requested_at, engines, countries, samples, item_count,
         created_at, add_ons)
       SELECT $1, $2, $4, 'manual', $5, array_agg(DISTINCT engine), array_agg(DISTINCT country), max(sample),
         count(*), $5, bool_or(add_ons)
       FROM failed HAVING count(*) > 0
       ON CONFLICT DO NOTHING`,
      [organizationId, projectId, runId, newRunId, now],
    );
    if (!made) {
      const { rowCount: known } = await db.$client.query(
        'SELECT FROM runs WHERE organization_id = $1 AND project_id = $2 AND id = $3',
        [organizationId, projectId, newRunId],
      );
      if (known) return newRunId;
      throw invalidField(
        'runId',
        'Nothing of this run can be asked again: its prompts were archived, or it goes on.',
      );
    }
    await db.$client.query(
      `INSERT INTO run_items (organization_id, run_id, prompt_id, engine, country, sample, updated_at)
       SELECT $1, $4, prompt_id, engine, country, sample, $5 FROM (${failedCells}) failed`,
      [organizationId, projectId, runId, newRunId, now],
    );
    await enqueue(db, sendRunJob, { organizationId, runId: newRunId }, { key: newRunId });
    return newRunId;
  });
}
