import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isId } from '#lib/dashboard/projects/is-id';
import type { RunSummary } from '#lib/dashboard/runs/list-runs';
import { type Context, scoped } from '#lib/db/context';

/** What was asked in a run, and when. */
export type RunHead = Pick<
  RunSummary,
  | 'id'
  | 'askedAt'
  | 'kind'
  | 'status'
  | 'startedAt'
  | 'endedAt'
  | 'engines'
  | 'countries'
  | 'samples'
  | 'addOns'
  | 'problem'
>;

/** One run of a project. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getRun(
  context: Context,
  { projectId, runId }: { projectId: string; runId: string },
): Promise<RunHead> {
  requirePermission(context.actor, 'projects.read');
  const { rows } =
    isId(projectId) && isId(runId)
      ? await scoped(context, ({ db, organizationId }) =>
          db.$client.query<RunHead>(
            `SELECT id, asked_at AS "askedAt", kind, status, created_at AS "startedAt", ended_at AS "endedAt", engines, countries,
               samples, add_ons AS "addOns", problem
             FROM runs WHERE organization_id = $1 AND project_id = $2 AND id = $3`,
            [organizationId, projectId, runId],
          ),
        )
      : { rows: [] };
  const run = rows[0];
  if (run) return run;
  throw new ServiceError('RESOURCE_NOT_FOUND', { message: 'There is no such run.', details: { id: runId } });
}
