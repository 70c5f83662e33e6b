import { requirePermission } from '#lib/core/permissions';
import { isId } from '#lib/dashboard/projects/is-id';
import { type Context, scoped } from '#lib/db/context';

/** A run as the list shows it. */
export interface RunSummary {
  id: string;
  kind: 'manual' | 'scheduled' | 'history';
  status: 'sending' | 'waiting' | 'ended';
  askedAt: Date;
  startedAt: Date;
  endedAt: Date | null;
  engines: string[];
  countries: string[];
  samples: number;
  /** Whether engines that have add-ons were asked for them. */
  addOns: boolean;
  cells: number;
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
  if (!isId(projectId)) return [];
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<RunSummary>(
      `SELECT recent.*, counted.* FROM (
         SELECT id, kind, status, asked_at AS "askedAt", created_at AS "startedAt", ended_at AS "endedAt",
           engines, countries, samples, add_ons AS "addOns", cells, problem
         FROM runs
         WHERE organization_id = $1 AND project_id = $2 AND ($4 OR kind <> 'history')
         ORDER BY asked_at DESC, created_at DESC LIMIT $3 OFFSET $5
       ) recent, LATERAL (
         SELECT count(*) FILTER (WHERE status NOT IN ('pending', 'sent')) AS done,
           count(*) FILTER (WHERE status IN ('failed', 'unreadable')) AS failed
         FROM cells WHERE cells.organization_id = $1 AND cells.run_id = recent.id
       ) counted
       ORDER BY "askedAt" DESC, "startedAt" DESC`,
      [organizationId, projectId, limit, history, skip],
    ),
  );
  return rows;
}
