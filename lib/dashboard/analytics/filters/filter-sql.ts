import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { getSpan } from '#lib/core/days';
import { requirePermission } from '#lib/core/permissions';
import type { Period } from '#lib/core/time';
import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  isInSegments,
  joinConditions,
  selectBrandedPrompts,
  selectScoringVersion,
} from '#lib/dashboard/counts/conditions';
import { selectBrandsJson } from '#lib/dashboard/projects/brand';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { withOrganization } from '#lib/db/organization-scope';
import { runStaleRead } from '#lib/db/stale-reads';

/** SQL conditions of a page's filters. Their columns are unqualified: a statement applies them to one table at a time. */
export interface FilterSql {
  organizationId: string;
  projectId: string;
  /** The published scoring version. Rollups and mentions of any other version are being written or removed. */
  scoringVersion: SQL;
  /** Selects rows of `answers`, or of run items joined with the time of their run, in the current period and with any status. */
  observations: SQL;
  /** Selects the rows of `observations` that have the status `answered`. */
  answers: SQL;
  /**
   * Builds the condition that an instant is in the current period. PostgreSQL also uses it to select the partitions to
   * read.
   */
  isInPeriod: (column: string) => SQL;
  /** Selects the rows whose prompt contains no tracked brand. */
  isUnbranded: SQL;
}

/** Builds the SQL conditions of `filters` for statements of the context's organization. */
export function buildFilterSql(
  { organizationId }: Pick<Context, 'organizationId'>,
  filters: MetricFilters,
): FilterSql {
  const { projectId } = filters;
  const { current, previous } = getPeriods(filters);
  const scoringVersion = selectScoringVersion(organizationId, projectId);
  const brandedPrompts = selectBrandedPrompts(
    { organizationId },
    projectId,
    previous ? [current, previous] : [current],
  );
  const segments = joinConditions([
    isInSegments(organizationId, filters),
    filters.branded === 'only' && sql`(false OR prompt_id IN (${brandedPrompts}))`,
  ]);
  const isInPeriod = (column: string) => isWithin(column, current, filters.timeZone);
  const observations = sql`organization_id = ${organizationId} AND project_id = ${projectId}
    AND ${isInPeriod('requested_at')} AND ${segments}`;
  return {
    organizationId,
    projectId,
    scoringVersion,
    observations,
    answers: sql`${observations} AND status = 'answered'`,
    isInPeriod,
    isUnbranded: sql`prompt_id NOT IN (${brandedPrompts})`,
  };
}

/** Builds the condition that an instant is on one of the days of a period, in a time zone. */
export function isWithin(column: string, period: Period, timeZone: string): SQL {
  const instant = sql.raw(column);
  const { start, end } = getSpan(period, timeZone);
  return sql`${instant} >= ${start}::timestamptz AND ${instant} < ${end}::timestamptz`;
}

/**
 * Selects the quarter of an hour that contains an instant. Every time zone begins its days at one, so rows that are grouped
 * by it can be assigned to days with `toDay`.
 */
export function selectQuarterHour(column: string): SQL {
  return sql`date_bin('15 minutes', ${sql.raw(column)}, timestamptz '2000-01-01 00:00:00+00')`;
}

/**
 * Builds the condition that a stored site belongs to one of the domains of a brand: `belongsTo` in SQL.
 * @param owned an array of domains
 */
export function isOwnedDomain(domain: SQL, owned: SQL): SQL {
  return sql`(${domain} = ANY (${owned})
    OR ${domain} LIKE ANY (ARRAY(SELECT '%.' || owned_domain FROM unnest(${owned}) AS owned_domain)))`;
}

/**
 * Selects the brands of a project as JSON, in the published scoring version: during a rescoring they differ from the
 * table `brands`. Null if the project does not exist.
 */
export function selectPublishedBrands(organizationId: string, projectId: string): SQL {
  return sql`(SELECT coalesce(
      (SELECT rescore_jobs.published_brands::json FROM rescore_jobs
       WHERE rescore_jobs.organization_id = project.organization_id AND rescore_jobs.project_id = project.id
         AND rescore_jobs.scoring_version > project.scoring_version),
      ${sql.raw(selectBrandsJson('project.organization_id', 'project.id'))})
    FROM projects AS project WHERE project.organization_id = ${organizationId} AND project.id = ${projectId})`;
}

/**
 * A generic plan joins rollups by nested loops, which takes seconds instead of milliseconds. Parallel workers take
 * some milliseconds to start, which is worthwhile only for scans of long periods.
 */
const plannerSettings = { plan_cache_mode: 'force_custom_plan', parallel_setup_cost: '20000' };

/** What the reads of a transaction want to store, by its client. */
const writesAfterReads = new WeakMap<Database['$client'], Write[]>();

type Write = (context: Context) => Promise<void>;

/**
 * Runs reads of metrics in one transaction that is bound to the organization and to one snapshot, so that its
 * statements never mix two scoring versions. Nested calls share the transaction. The data may be a few seconds old
 * (`runStaleRead`).
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function withMetricsTransaction<T>(
  context: Context,
  read: (context: Context) => Promise<T>,
): Promise<T> {
  requirePermission(context.actor, 'projects.read');
  const isNested = !(context.db.$client instanceof pg.Pool);
  const { result, writes } = await runStaleRead(context, (chosen) =>
    withOrganization(
      chosen,
      async (tx) => {
        if (isNested) return { result: await read(tx), writes: [] };
        const writes: Write[] = [];
        writesAfterReads.set(tx.db.$client, writes);
        try {
          return { result: await read(tx), writes };
        } finally {
          writesAfterReads.delete(tx.db.$client);
        }
      },
      { snapshot: true, settings: plannerSettings },
    ),
  );
  for (const write of writes) await withOrganization(context, write);
  return result;
}

/**
 * Stores something that reads of metrics have computed, in a transaction of its own once theirs has ended: theirs has an
 * old snapshot, and perhaps a database that only reads. Within a transaction that does more than reads, nothing is stored.
 */
export function writeAfterReads({ db }: Pick<Context, 'db'>, write: Write): void {
  writesAfterReads.get(db.$client)?.push(write);
}
