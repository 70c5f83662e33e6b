import { engines } from '#lib/contract/engines';
import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { getCreditsPerAnswer } from '#lib/dashboard/runs/run-options';
import { type Context, scoped } from '#lib/db/client';

/** The progress of a run, in items. */
export interface RunProgress {
  runId: string;
  status: 'sending' | 'waiting' | 'completed';
  total: number;
  answered: number;
  /** The engine returned no answer. */
  noAnswer: number;
  /** Failed or unreadable. */
  failed: number;
  /** Sent and not ended. */
  sent: number;
  pending: number;
  startedAt: Date;
  completedAt: Date | null;
  /** Why sending stopped early, as a sentence. */
  problem: string | null;
}

/** Returns the progress of a run. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getRunProgress(context: Context, { runId }: { runId: string }): Promise<RunProgress> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(runId)) throw runNotFound(runId);
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<RunProgress>({
      name: 'run-progress',
      text: `
        SELECT runs.id AS "runId", runs.status, runs.item_count AS total, runs.created_at AS "startedAt",
          runs.completed_at AS "completedAt", runs.problem, counted.*
        FROM runs, LATERAL (
          SELECT count(*) FILTER (WHERE status = 'answered') AS answered,
            count(*) FILTER (WHERE status = 'no_answer') AS "noAnswer",
            count(*) FILTER (WHERE status IN ('failed', 'unreadable')) AS failed,
            count(*) FILTER (WHERE status = 'sent') AS sent,
            count(*) FILTER (WHERE status = 'pending') AS pending
          FROM run_items items WHERE items.organization_id = runs.organization_id AND items.run_id = runs.id
        ) counted
        WHERE runs.organization_id = $1 AND runs.id = $2`,
      values: [organizationId, runId],
    }),
  );
  const progress = rows[0];
  if (!progress) throw runNotFound(runId);
  return progress;
}

function runNotFound(id: string): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', { message: 'There is no such run.', details: { id } });
}

/** The progress of a run for one engine and country, in items. */
export interface RunSegment {
  engine: string;
  country: string;
  total: number;
  answered: number;
  /** The engine returned no answer. */
  noAnswer: number;
  /** Failed or unreadable. */
  failed: number;
  /** Failed items of active prompts, which can be retried. */
  retryable: number;
  /** When an item last changed. */
  updatedAt: Date;
}

/** Returns the progress of a run per engine and country. */
export async function listRunSegments(context: Context, { runId }: { runId: string }): Promise<RunSegment[]> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(runId)) return [];
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<RunSegment>({
      name: 'list-run-segments',
      text: `
        SELECT items.engine, items.country, count(*)::int AS total, max(items.updated_at) AS "updatedAt",
          count(*) FILTER (WHERE status = 'failed' AND prompts.archived_at IS NULL)::int AS retryable,
          count(*) FILTER (WHERE status = 'answered')::int AS answered,
          count(*) FILTER (WHERE status = 'no_answer')::int AS "noAnswer",
          count(*) FILTER (WHERE status IN ('failed', 'unreadable'))::int AS failed
        FROM run_items items JOIN prompts ON prompts.organization_id = $1 AND prompts.id = items.prompt_id
        WHERE items.organization_id = $1 AND items.run_id = $2
        GROUP BY items.engine, items.country ORDER BY items.engine, items.country`,
      values: [organizationId, runId],
    }),
  );
  return rows;
}

/**
 * Counts the items of a run that `retryFailedItems` can retry, and the credits that costs at most.
 * @param addOns whether the run requests add-ons
 */
export function countRetryable(
  parts: readonly RunSegment[],
  addOns: boolean,
): { items: number; credits: number } {
  return parts.reduce(
    ({ items, credits }, { engine: name, retryable }) => {
      const engine = engines.find((one) => one === name);
      const price = engine ? getCreditsPerAnswer(engine, addOns) : 0;
      return { items: items + retryable, credits: credits + retryable * price };
    },
    { items: 0, credits: 0 },
  );
}
