import { engines } from '#lib/contract/engines';
import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { getCreditsPerAnswer } from '#lib/dashboard/runs/run-options';
import { type Context, scoped } from '#lib/db/context';

/** How far a run is, in cells. */
export interface RunProgress {
  runId: string;
  /** `sending`, `waiting` or `ended`. */
  status: 'sending' | 'waiting' | 'completed';
  total: number;
  answered: number;
  /** The engine showed no answer. */
  noAnswer: number;
  /** Failed, or came back unreadable. */
  failed: number;
  /** At the service, not ended. */
  sent: number;
  pending: number;
  startedAt: Date;
  completedAt: Date | null;
  /** Why sending stopped early, as a sentence. */
  problem: string | null;
}

/** The progress of a run, counted from its cells in one statement. @throws ServiceError RESOURCE_NOT_FOUND */
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
          FROM run_items WHERE run_items.organization_id = runs.organization_id AND run_items.run_id = runs.id
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

/** How far a run is for one engine in one country, in cells. */
export interface RunSegment {
  engine: string;
  country: string;
  total: number;
  answered: number;
  /** The engine showed no answer. */
  noAnswer: number;
  /** Failed, or came back unreadable. */
  failed: number;
  /** Of those, what can be asked again: it failed and its prompt is still asked. */
  askable: number;
  /** When something last became of one of its cells. */
  movedAt: Date;
}

/** A run split by engine and country, in that order; empty for a run there is not. */
export async function listRunSegments(context: Context, { runId }: { runId: string }): Promise<RunSegment[]> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(runId)) return [];
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<RunSegment>({
      name: 'run-parts',
      text: `
        SELECT run_items.engine, run_items.country, count(*)::int AS total, max(run_items.updated_at) AS "movedAt",
          count(*) FILTER (WHERE status = 'failed' AND prompts.archived_at IS NULL)::int AS askable,
          count(*) FILTER (WHERE status = 'answered')::int AS answered,
          count(*) FILTER (WHERE status = 'no_answer')::int AS "noAnswer",
          count(*) FILTER (WHERE status IN ('failed', 'unreadable'))::int AS failed
        FROM run_items JOIN prompts ON prompts.organization_id = $1 AND prompts.id = run_items.prompt_id
        WHERE run_items.organization_id = $1 AND run_items.run_id = $2
        GROUP BY run_items.engine, run_items.country ORDER BY run_items.engine, run_items.country`,
      values: [organizationId, runId],
    }),
  );
  return rows;
}

/**
 * What of a run can be asked again (`askAgain`), and what that costs in credits at most.
 * @param addOns whether the run asks for them
 */
export function countRetryable(
  parts: readonly RunSegment[],
  addOns: boolean,
): { cells: number; credits: number } {
  return parts.reduce(
    ({ cells, credits }, { engine: name, askable }) => {
      const engine = engines.find((one) => one === name);
      const price = engine ? getCreditsPerAnswer(engine, addOns) : 0;
      return { cells: cells + askable, credits: credits + askable * price };
    },
    { cells: 0, credits: 0 },
  );
}
