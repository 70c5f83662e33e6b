import { and, desc, eq, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Engine } from '#lib/contract/engines';
import { getSpan, type WithTimeZone } from '#lib/core/days';
import { notFound, type ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import type { Period } from '#lib/core/time';
import { enginesWithAddOns, getAddOnCredits } from '#lib/dashboard/runs/run-options';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { queryRows } from '#lib/db/query-rows';
import { runItems, runs } from '#lib/db/schema/runs';

const runColumns = {
  id: runs.id,
  kind: runs.kind,
  status: runs.status,
  requestedAt: runs.requestedAt,
  startedAt: runs.createdAt,
  completedAt: runs.completedAt,
  engines: runs.engines,
  countries: runs.countries,
  samples: runs.samples,
  addOns: runs.addOns,
  itemCount: runs.itemCount,
  error: runs.error,
  /** The reason for the last pause: the credits or the budget that had run out; null if the run was never paused. */
  pauseReason: runs.pauseReason,
};

export type Run = Awaited<ReturnType<typeof getRun>>;

/**
 * A run with its number of finished, answered and failed run items. Those that were not sent are counted separately:
 * `notSent` counts the remaining items of a paused run, and those of a run that ended without sending them.
 */
export type RunWithCounts = Run & { done: number; answered: number; failed: number; notSent: number };

interface ListRunsInput {
  projectId: string;
  limit?: number;
  offset?: number;
  /** Whether to include backfills. */
  includeBackfills?: boolean;
}

/** Lists the latest runs of a project. */
export async function listRuns(
  context: Context,
  { projectId, limit = 50, offset = 0, includeBackfills = false }: ListRunsInput,
): Promise<RunWithCounts[]> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId)) return [];
  return withOrganization(context, async ({ db, organizationId }) => {
    const isInProject = hasValues(runs, { organizationId, projectId });
    const latest = db
      .select(runColumns)
      .from(runs)
      .where(includeBackfills ? isInProject : and(isInProject, ne(runs.kind, 'backfill')))
      .orderBy(desc(runs.requestedAt), desc(runs.createdAt))
      .limit(limit)
      .offset(offset)
      .as('latest');
    const counts = db
      .select({
        done: sql<number>`count(*) FILTER (WHERE ${runItems.status} NOT IN ('pending', 'sent', 'not_sent'))`.as(
          'done',
        ),
        notSent: sql<number>`count(*) FILTER (WHERE ${isNotSent(latest.status)})`.as('not_sent'),
        answered: sql<number>`count(*) FILTER (WHERE ${runItems.status} = 'answered')`.as('answered'),
        failed: sql<number>`count(*) FILTER (WHERE ${runItems.status} IN ('failed', 'unreadable'))`.as(
          'failed',
        ),
      })
      .from(runItems)
      .where(and(eq(runItems.organizationId, organizationId), eq(runItems.runId, latest.id)))
      .as('counts');
    const rows = await db
      .select()
      .from(latest)
      .innerJoinLateral(counts, sql`true`)
      .orderBy(desc(latest.requestedAt), desc(latest.startedAt));
    return rows.map((row) => ({ ...row.latest, ...row.counts }));
  });
}

/** Returns the condition that an item was not sent, and will not be sent unless its run resumes. */
export function isNotSent(runStatus: SQLWrapper): SQL {
  return sql`${runItems.status} = 'not_sent' OR ${runItems.status} = 'pending' AND ${runStatus} = 'paused'`;
}

/** Returns a run of a project. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getRun(context: Context, { projectId, runId }: { projectId: string; runId: string }) {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId) || !isUuid(runId)) throw runNotFound(runId);
  const [run] = await withOrganization(context, ({ db, organizationId }) =>
    db
      .select(runColumns)
      .from(runs)
      .where(hasValues(runs, { organizationId, projectId, id: runId })),
  );
  if (!run) throw runNotFound(runId);
  return run;
}

export function runNotFound(id: string): ServiceError {
  return notFound('Run not found.', id);
}

export type MissingAddOns = Awaited<ReturnType<typeof listMissingAddOns>>[number];

/**
 * Lists engines that have add-ons and ran without them between two days of a time zone, both included, with the credits that the
 * add-ons cost per answer.
 */
export async function listMissingAddOns(
  context: Context,
  { projectId, from, to, timeZone }: { projectId: string } & Period & WithTimeZone,
) {
  requirePermission(context.actor, 'projects.read');
  const { start, end } = getSpan({ from, to }, timeZone);
  const rows = await withOrganization(context, ({ db, organizationId }) =>
    queryRows<{ engine: Engine }>(
      db,
      sql`
        SELECT DISTINCT engine FROM runs, unnest(engines) AS engine
        WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND NOT add_ons
          AND requested_at >= ${start}::timestamptz AND requested_at < ${end}::timestamptz
          AND engine = ANY (${sql.param(enginesWithAddOns)}::text[])
        ORDER BY engine`,
    ),
  );
  return rows.map(({ engine }) => ({ engine, credits: getAddOnCredits(engine) }));
}
