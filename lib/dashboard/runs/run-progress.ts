import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isId } from '#lib/dashboard/projects/is-id';
import { type Context, scoped } from '#lib/db/context';

/** How far a run is, in cells. */
export interface RunProgress {
  runId: string;
  /** `sending`, `waiting` or `ended`. */
  status: 'sending' | 'waiting' | 'ended';
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
  endedAt: Date | null;
  /** Why sending stopped early, as a sentence. */
  problem: string | null;
}

/** The progress of a run, counted from its cells in one statement. @throws ServiceError RESOURCE_NOT_FOUND */
export async function runProgress(context: Context, { runId }: { runId: string }): Promise<RunProgress> {
  requirePermission(context.actor, 'projects.read');
  if (!isId(runId)) throw runNotFound(runId);
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<RunProgress>({
      name: 'run-progress',
      text: `
        SELECT runs.id AS "runId", runs.status, runs.cells AS total, runs.created_at AS "startedAt",
          runs.ended_at AS "endedAt", runs.problem, counted.*
        FROM runs, LATERAL (
          SELECT count(*) FILTER (WHERE status = 'answered') AS answered,
            count(*) FILTER (WHERE status = 'no-answer') AS "noAnswer",
            count(*) FILTER (WHERE status IN ('failed', 'unreadable')) AS failed,
            count(*) FILTER (WHERE status = 'sent') AS sent,
            count(*) FILTER (WHERE status = 'pending') AS pending
          FROM cells WHERE cells.organization_id = runs.organization_id AND cells.run_id = runs.id
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
