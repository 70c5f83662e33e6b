import { type SQL, sql } from 'drizzle-orm';
import { getSpan } from '#lib/core/days';
import { requirePermission } from '#lib/core/permissions';
import type { Period } from '#lib/core/time';
import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { selectBrandsJson } from '#lib/dashboard/projects/brand';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { runStaleRead } from '#lib/db/stale-reads';

/** SQL conditions of a page's filters. Their columns are unqualified: a statement applies them to one table at a time. */
export interface FilterSql {
  organizationId: string;
  projectId: string;
  /** The published scoring version. Rollups and mentions of any other version are being written or removed. */
  scoringVersion: SQL;
  /**
   * Selects the rows of a daily rollup that match the filters and are in either period; its first conditions are on
   * the first columns of the primary key.
   */
  rollups: SQL;
  /** Selects the rollup rows of the current period. */
  isCurrent: SQL;
  /** Selects the rollup rows of the previous period; none without a comparison. */
  isPrevious: SQL;
  arePeriodsDisjoint: boolean;
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
  const isCurrent = sql`day BETWEEN ${current.from}::date AND ${current.to}::date`;
  const isPrevious = previous ? sql`day BETWEEN ${previous.from}::date AND ${previous.to}::date` : sql`false`;
  // The range around both periods lets PostgreSQL use an index.
  const isInEitherPeriod = previous
    ? sql`day BETWEEN least(${current.from}::date, ${previous.from}::date)
        AND greatest(${current.to}::date, ${previous.to}::date) AND (${isCurrent} OR ${isPrevious})`
    : isCurrent;
  const brandedPrompts = sql`SELECT prompt_id FROM daily_answers
    WHERE organization_id = ${organizationId} AND project_id = ${projectId}
      AND scoring_version = ${scoringVersion} AND ${isInEitherPeriod} AND is_branded_prompt`;
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
    rollups: sql`organization_id = ${organizationId} AND project_id = ${projectId}
      AND scoring_version = ${scoringVersion} AND ${isInEitherPeriod} AND ${segments}`,
    isCurrent,
    isPrevious,
    arePeriodsDisjoint: !previous || previous.to < current.from || current.to < previous.from,
    observations,
    answers: sql`${observations} AND status = 'answered'`,
    isInPeriod,
    isUnbranded: sql`prompt_id NOT IN (${brandedPrompts})`,
  };
}

/**
 * Builds the condition that a row matches the filters by engine, country and prompt. `false OR` makes a subquery a hashed
 * subplan. As a join, its size would be misestimated, and the query would take seconds.
 */
export function isInSegments(organizationId: string, filters: MetricFilters): SQL {
  const { projectId, engines, countries, topics, tags, promptIds } = filters;
  const isMatchingPrompt = joinConditions([
    sql`prompts.organization_id = ${organizationId} AND prompts.project_id = ${projectId}`,
    topics.length > 0 && sql`prompts.topic = ANY (${sql.param(topics)}::text[])`,
    tags.length > 0 && sql`prompts.tags && ${sql.param(tags)}::text[]`,
  ]);
  return joinConditions([
    engines.length > 0 && sql`engine = ANY (${sql.param(engines)}::text[])`,
    countries.length > 0 && sql`country = ANY (${sql.param(countries)}::text[])`,
    topics.length + tags.length > 0 &&
      sql`(false OR prompt_id IN (SELECT prompts.id FROM prompts WHERE ${isMatchingPrompt}))`,
    promptIds.length > 0 && sql`prompt_id = ANY (${sql.param(promptIds)}::uuid[])`,
  ]);
}

/**
 * Selects the rows of a rollup that match the filters as `days`, with `is_current`. If the periods overlap, the rows in
 * both appear twice.
 * @param columns additional columns by name
 */
export function selectPeriods(
  table: string,
  { rollups, isCurrent, isPrevious, arePeriodsDisjoint }: FilterSql,
  { condition = sql`true`, columns = {} }: { condition?: SQL; columns?: Record<string, SQL> } = {},
) {
  const added = Object.entries(columns).map(([name, value]) => sql`, ${value} AS ${sql.identifier(name)}`);
  const select = (
    isCurrent: SQL,
  ) => sql`SELECT *, ${isCurrent} AS is_current${sql.join(added)} FROM ${sql.raw(table)}
    WHERE ${rollups} AND ${condition}`;
  if (arePeriodsDisjoint) return sql`(${select(isCurrent)}) days`;
  return sql`(${select(sql`true`)} AND ${isCurrent} UNION ALL ${select(sql`false`)} AND ${isPrevious}) days`;
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

/** Joins conditions by AND; without any, the result is true. */
export function joinConditions(conditions: readonly (SQL | false | undefined)[]): SQL {
  const active = conditions.filter((condition) => condition !== false && condition !== undefined);
  return active.length > 0 ? sql.join(active, sql` AND `) : sql`true`;
}

/**
 * Builds the condition that a stored site belongs to one of the domains of a brand: `belongsTo` in SQL.
 * @param owned an array of domains
 */
export function isOwnedDomain(domain: SQL, owned: SQL): SQL {
  return sql`(${domain} = ANY (${owned})
    OR ${domain} LIKE ANY (ARRAY(SELECT '%.' || owned_domain FROM unnest(${owned}) AS owned_domain)))`;
}

/** Selects the published scoring version of a project. */
export function selectScoringVersion(organizationId: string, projectId: string): SQL {
  return sql`(SELECT projects.scoring_version FROM projects
    WHERE projects.organization_id = ${organizationId} AND projects.id = ${projectId})`;
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
  return runStaleRead(context, (chosen) =>
    withOrganization(chosen, read, { snapshot: true, settings: plannerSettings }),
  );
}
