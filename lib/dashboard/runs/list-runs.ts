import type { Engine } from '#lib/contract/engines';
import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { enginesWithAddOns, getAddOnCredits } from '#lib/dashboard/runs/run-options';
import { type Context, scoped } from '#lib/db/context';

/** A run as the list shows it. */
export interface RunSummary {
  id: string;
  kind: 'manual' | 'scheduled' | 'history';
  status: 'sending' | 'waiting' | 'completed';
  requestedAt: Date;
  startedAt: Date;
  completedAt: Date | null;
  engines: string[];
  countries: string[];
  samples: number;
  /** Whether engines that have add-ons were asked for them. */
  addOns: boolean;
  itemCount: number;
  /** Cells that have ended, well or not. */
  done: number;
  failed: number;
  problem: string | null;
}

interface ListRunsInput {
  projectId: string;
  limit?: number;
  skip?: number;
  history?: boolean;
}

/**
 * The latest runs of a project by the time they ask about; those that fill the past are left out unless asked for.
 * @param skip how many of the latest are passed over
 */
export async function listRuns(
  context: Context,
  { projectId, limit = 50, skip = 0, history = false }: ListRunsInput,
): Promise<RunSummary[]> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId)) return [];
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<RunSummary>(
      `SELECT recent.*, counted.* FROM (
         SELECT id, kind, status, requested_at AS "requestedAt", created_at AS "startedAt", completed_at AS "completedAt",
           engines, countries, samples, add_ons AS "addOns", item_count AS "itemCount", problem
         FROM runs
         WHERE organization_id = $1 AND project_id = $2 AND ($4 OR kind <> 'history')
         ORDER BY requested_at DESC, created_at DESC LIMIT $3 OFFSET $5
       ) recent, LATERAL (
         SELECT count(*) FILTER (WHERE status NOT IN ('pending', 'sent')) AS done,
           count(*) FILTER (WHERE status IN ('failed', 'unreadable')) AS failed
         FROM run_items WHERE run_items.organization_id = $1 AND run_items.run_id = recent.id
       ) counted
       ORDER BY "requestedAt" DESC, "startedAt" DESC`,
      [organizationId, projectId, limit, history, skip],
    ),
  );
  return rows;
}

/** What was asked in a run, and when. */
export type RunHead = Pick<
  RunSummary,
  | 'id'
  | 'requestedAt'
  | 'kind'
  | 'status'
  | 'startedAt'
  | 'completedAt'
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
    isUuid(projectId) && isUuid(runId)
      ? await scoped(context, ({ db, organizationId }) =>
          db.$client.query<RunHead>(
            `SELECT id, requested_at AS "requestedAt", kind, status, created_at AS "startedAt", completed_at AS "completedAt", engines, countries,
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

/** An engine whose add-ons are not asked for, and the credits an answer they would cost. */
export interface MissingAddOns {
  engine: string;
  credits: number;
}

/** The engines that have add-ons and that some run of these days, both included, asked without them. */
export async function listMissingAddOns(
  context: Context,
  { projectId, from, to }: { projectId: string; from: string; to: string },
): Promise<MissingAddOns[]> {
  requirePermission(context.actor, 'projects.read');
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<{ engine: Engine }>(
      `SELECT DISTINCT engine FROM runs, unnest(engines) AS engine
       WHERE organization_id = $1 AND project_id = $2 AND requested_at >= $3::date::timestamp AT TIME ZONE 'UTC'
         AND requested_at < ($4::date + 1)::timestamp AT TIME ZONE 'UTC'
         AND NOT add_ons AND engine = ANY ($5::text[])
       ORDER BY engine`,
      [organizationId, projectId, from, to, enginesWithAddOns],
    ),
  );
  return rows.map(({ engine }) => ({ engine, credits: getAddOnCredits(engine) }));
}
