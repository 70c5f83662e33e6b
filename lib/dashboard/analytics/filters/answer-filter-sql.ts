import { type SQL, sql } from 'drizzle-orm';
import type { AnswerFilters } from '#lib/contract/filters/answer-filters';
import { isInstant } from '#lib/core/time';
import {
  type FilterSql,
  isOwnedDomain,
  selectPublishedBrands,
} from '#lib/dashboard/analytics/filters/filter-sql';
import { joinConditions } from '#lib/dashboard/counts/conditions';

/**
 * Returns the condition that a row of `answers` matches all answer filters. Filters that are not set do not appear
 * in the statement, so that the planner can start from the most selective one instead of scanning all answers.
 */
export function buildAnswerFilterSql(filterSql: FilterSql, filters: AnswerFilters): SQL {
  const { status, mentioned, unmentioned, rankedFirst, rank, missingBrand, citesBrand } = filters;
  const { cites, lists, fanout, search, unbranded, run } = filters;
  return joinConditions([
    sql`answers.status = ${status}`,
    mentioned !== undefined && hasMention(filterSql, sql`mentions.brand_id = ${mentioned}::uuid`),
    unmentioned !== undefined && sql`NOT coalesce(${mentionsBrand(filterSql, unmentioned)}, false)`,
    rankedFirst !== undefined &&
      hasMention(filterSql, sql`mentions.brand_id = ${rankedFirst}::uuid AND mentions.rank = 1`),
    rank &&
      hasMention(
        filterSql,
        sql`mentions.brand_id = ${rank.brandId}::uuid AND least(mentions.rank, 10) = ${rank.rank}::int`,
      ),
    missingBrand !== undefined && sql`NOT ${mentionsBrand(filterSql, missingBrand)}`,
    citesBrand !== undefined &&
      hasSource(filterSql, sql`listed.citations > 0 AND ${isOwnedBy(filterSql, citesBrand)}`),
    cites !== undefined && hasSource(filterSql, sql`listed.domain = ${cites} AND listed.citations > 0`),
    lists !== undefined && hasSource(filterSql, sql`listed.domain = ${lists}`),
    fanout !== undefined &&
      sql`EXISTS (SELECT FROM unnest(answers.search_queries) AS query WHERE ${normalizedQuery} = ${fanout})`,
    search !== undefined && sql`answers.text ILIKE ${`%${search.replaceAll(/[\\%_]/g, '\\$&')}%`}`,
    unbranded === true && filterSql.isUnbranded,
    // The time of the run limits which partitions are read.
    run !== undefined &&
      sql`answers.run_id = ${run}::uuid AND answers.requested_at >= (
        SELECT least(runs.requested_at, runs.created_at) FROM runs
        WHERE runs.organization_id = ${filterSql.organizationId} AND runs.id = ${run}::uuid)`,
  ]);
}

function selectFromMentions({ organizationId, isInPeriod, scoringVersion }: FilterSql): SQL {
  return sql`FROM mentions
    WHERE mentions.organization_id = ${organizationId} AND mentions.requested_at = answers.requested_at
      AND ${isInPeriod('mentions.requested_at')} AND mentions.answer_id = answers.id
      AND mentions.scoring_version = ${scoringVersion}`;
}

function hasMention(filterSql: FilterSql, condition: SQL): SQL {
  return sql`EXISTS (SELECT ${selectFromMentions(filterSql)} AND ${condition})`;
}

/**
 * Selects whether the answer mentions the brand; null if it mentions no tracked brand. The subquery runs once per answer.
 */
function mentionsBrand(filterSql: FilterSql, brandId: string): SQL {
  return sql`(SELECT bool_or(mentions.brand_id = ${brandId}::uuid) ${selectFromMentions(filterSql)})`;
}

function hasSource({ organizationId, isInPeriod }: FilterSql, condition: SQL): SQL {
  return sql`EXISTS (
    SELECT FROM answer_sources AS listed
    WHERE listed.organization_id = ${organizationId} AND listed.requested_at = answers.requested_at
      AND ${isInPeriod('listed.requested_at')} AND listed.answer_id = answers.id AND ${condition})`;
}

/** Builds the condition that a source belongs to a brand. */
function isOwnedBy({ organizationId, projectId }: FilterSql, brandId: string): SQL {
  return isOwnedDomain(
    sql`listed.domain`,
    sql`ARRAY(SELECT unnest(brand.domains)
      FROM json_to_recordset(${selectPublishedBrands(organizationId, projectId)})
        AS brand (id uuid, domains text[]) WHERE brand.id = ${brandId}::uuid)`,
  );
}

/** A search query in the form in which queries are grouped (`normalizeQuery`). */
const normalizedQuery = sql.raw(
  `left(btrim(regexp_replace(lower(normalize(query, NFKC)), '\\s+', ' ', 'g')), 300)`,
);

/** A cursor is the instant of a page's last row to the microsecond, then the row's ID. */
const cursorPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns whether a text is the cursor of a page of answers. */
export function isAnswerCursor(text: string): boolean {
  return cursorPattern.test(text) && isInstant(text.replace(/\d{3}Z_.*$/, 'Z'));
}

/** Restricts rows with `requested_at` and `id` to those after a cursor; a malformed one selects the first page. */
export function isAfterCursor(cursor: string | null): SQL {
  const [instant, id] = cursor && isAnswerCursor(cursor) ? cursor.split('_') : [];
  if (!instant || !id) return sql`true`;
  return sql`requested_at <= ${instant}::timestamptz
    AND (requested_at, id) < (${instant}::timestamptz, ${id}::uuid)`;
}

/** Selects `requested_at` of a row to the microsecond (ISO 8601). */
export function selectInstant(row: string): SQL {
  return sql.raw(`to_char(${row}.requested_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`);
}

/** Selects the cursor of a row with `requested_at` and `id`. */
export function selectCursor(row: string): SQL {
  return sql`${selectInstant(row)} || '_' || ${sql.raw(row)}.id`;
}
