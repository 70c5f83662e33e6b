import { type SQL, sql } from 'drizzle-orm';
import type { AnswerFilters } from '#lib/core/answer-filters';
import {
  type FilterSql,
  joinConditions,
  selectPublishedBrands,
} from '#lib/dashboard/analytics/filters/filter-sql';

/**
 * Returns the condition that a row of `answers` matches all answer filters. Filters that are not set do not appear
 * in the statement, so that it can start from a rare one instead of reading answer after answer.
 */
export function buildAnswerFilterSql(view: FilterSql, filters: AnswerFilters): SQL {
  const { status, named, unnamed, first, rank, gap, owned, cites, lists, fanout, words, unbranded, run } =
    filters;
  return joinConditions([
    sql`answers.status = ${status}`,
    named !== undefined && hasMention(view, sql`mentions.brand_id = ${named}::uuid`),
    unnamed !== undefined && sql`NOT coalesce(${mentionsBrand(view, unnamed)}, false)`,
    first !== undefined && hasMention(view, sql`mentions.brand_id = ${first}::uuid AND mentions.rank = 1`),
    rank &&
      hasMention(
        view,
        sql`mentions.brand_id = ${rank.brandId}::uuid AND least(mentions.rank, 10) = ${rank.rank}::int`,
      ),
    gap !== undefined && sql`NOT ${mentionsBrand(view, gap)}`,
    owned !== undefined && hasSource(view, sql`listed.citations > 0 AND ${isOwnedBy(view, owned)}`),
    cites !== undefined && hasSource(view, sql`listed.domain = ${cites} AND listed.citations > 0`),
    lists !== undefined && hasSource(view, sql`listed.domain = ${lists}`),
    fanout !== undefined &&
      sql`EXISTS (SELECT FROM unnest(answers.search_queries) AS query WHERE ${normalizedQuery} = ${fanout})`,
    words !== undefined && sql`answers.text ILIKE ${`%${words.replaceAll(/[\\%_]/g, '\\$&')}%`}`,
    unbranded === true && view.isUnbranded,
    // The run's own time bounds what is read.
    run !== undefined &&
      sql`answers.run_id = ${run}::uuid AND answers.requested_at >= (
        SELECT least(runs.requested_at, runs.created_at) FROM runs
        WHERE runs.organization_id = ${view.organizationId} AND runs.id = ${run}::uuid)`,
  ]);
}

function mentionsOfAnswer({ organizationId, isInPeriod, scoringVersion }: FilterSql): SQL {
  return sql`FROM mentions
    WHERE mentions.organization_id = ${organizationId} AND mentions.requested_at = answers.requested_at
      AND ${isInPeriod('mentions.requested_at')} AND mentions.answer_id = answers.id
      AND mentions.scoring_version = ${scoringVersion}`;
}

function hasMention(view: FilterSql, condition: SQL): SQL {
  return sql`EXISTS (SELECT ${mentionsOfAnswer(view)} AND ${condition})`;
}

/** Whether the answer mentions the brand; null when it mentions none. Evaluated answer by answer, newest first. */
function mentionsBrand(view: FilterSql, brandId: string): SQL {
  return sql`(SELECT bool_or(mentions.brand_id = ${brandId}::uuid) ${mentionsOfAnswer(view)})`;
}

function hasSource({ organizationId, isInPeriod }: FilterSql, condition: SQL): SQL {
  return sql`EXISTS (
    SELECT FROM answer_sources AS listed
    WHERE listed.organization_id = ${organizationId} AND listed.requested_at = answers.requested_at
      AND ${isInPeriod('listed.requested_at')} AND listed.answer_id = answers.id AND ${condition})`;
}

/**
 * The source's host is a domain of the brand or lies below one. Its registrable domain is then a suffix of that
 * domain, which an index finds.
 */
function isOwnedBy({ organizationId, projectId }: FilterSql, brandId: string): SQL {
  const owned = sql`FROM json_to_recordset(${selectPublishedBrands(organizationId, projectId)})
      AS brand (id uuid, domains text[]),
    unnest(brand.domains) AS owned`;
  return sql`listed.domain = ANY (ARRAY(
      SELECT array_to_string(labels[first:], '.') ${owned}, string_to_array(owned, '.') AS labels,
        generate_subscripts(labels, 1) AS first
      WHERE brand.id = ${brandId}::uuid))
    AND ('.' || substring(lower(listed.normalized_url) FROM '^[^/?#:]+')) LIKE ANY (ARRAY(
      SELECT '%.' || owned ${owned} WHERE brand.id = ${brandId}::uuid))`;
}

/** A search query in the form in which queries are grouped (`normalizeQuery`). */
const normalizedQuery = sql.raw(
  `left(btrim(regexp_replace(lower(normalize(query, NFKC)), '\\s+', ' ', 'g')), 300)`,
);
