import { type SQL, sql } from 'drizzle-orm';
import { isUuid } from '#lib/core/text';
import {
  type FilterSql,
  joinConditions,
  selectPublishedBrands,
} from '#lib/dashboard/analytics/filters/filter-sql';
import { getParameterValues, type SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';

/** Outcome of a run item; a failed one has no stored answer. */
export const runItemStatuses = ['answered', 'no_answer', 'failed', 'unreadable'] as const;
export type RunItemStatus = (typeof runItemStatuses)[number];

/** Filters of a list of answers in addition to the filters of its page. All must match. */
export interface AnswerFilters {
  status: RunItemStatus;
  /** Brands by ID: mentioned, not mentioned, ranking first. */
  mentioned?: string;
  unmentioned?: string;
  rankedFirst?: string;
  /** A brand and its rank; 10 means 10th or later. */
  rank?: { brandId: string; rank: number };
  /** A brand that is not mentioned while another tracked brand is. */
  missingBrand?: string;
  /** A brand that owns a cited URL. */
  citesBrand?: string;
  /** Registrable domains: a cited one, and a listed or cited one. */
  cites?: string;
  lists?: string;
  /** A normalized search query of the engine. */
  fanout?: string;
  /** A part of the text, ignoring case. */
  search?: string;
  /** True to match only answers to prompts that contain no tracked brand. By default, share of voice counts only these. */
  unbranded?: boolean;
  /** Run ID. */
  run?: string;
}

/** Matches every run item that was answered. */
export const anyAnswer: AnswerFilters = { status: 'answered' };

/** The filters whose value is an ID, and their URL parameters. */
const idParameters = [
  ['mentioned', 'mentioned'],
  ['unmentioned', 'unmentioned'],
  ['rankedFirst', 'first'],
  ['missingBrand', 'gap'],
  ['citesBrand', 'owned'],
  ['run', 'run'],
] as const;
/** The filters whose value is text, and their URL parameters. */
const textParameters = [
  ['cites', 'cites'],
  ['lists', 'lists'],
  ['fanout', 'fanout'],
  ['search', 'words'],
] as const;
const maxTextLength = 300;
/** Ranks of 10 and beyond count as 10. */
const maxRank = 10;

/** Parses answer filters from a URL. Invalid values are ignored, so that an old link still opens. */
export function parseAnswerFilters(searchParameters: SearchParameters): AnswerFilters {
  const status = getParameterValues(searchParameters, 'status')[0];
  const filters: AnswerFilters = {
    status: runItemStatuses.find((candidate) => candidate === status) ?? 'answered',
  };
  for (const [key, parameter] of idParameters) {
    const id = getParameterValues(searchParameters, parameter).find(isUuid);
    if (id) filters[key] = id;
  }
  for (const [key, parameter] of textParameters) {
    const text = getParameterValues(searchParameters, parameter)[0]?.trim().slice(0, maxTextLength);
    if (text) filters[key] = text;
  }
  const rank = parseRank(getParameterValues(searchParameters, 'rank')[0]);
  if (rank) filters.rank = rank;
  if (getParameterValues(searchParameters, 'unbranded')[0] === '1') filters.unbranded = true;
  return filters;
}

function parseRank(text = ''): AnswerFilters['rank'] | null {
  const [brandId = '', digits = ''] = text.split(':');
  if (!isUuid(brandId) || !/^\d{1,2}$/.test(digits)) return null;
  const number = Number(digits);
  return number >= 1 && number <= maxRank ? { brandId, rank: number } : null;
}

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

/**
 * Builds the condition that the source's host is a domain of the brand or a subdomain of one. The first part looks up
 * registrable domains in an index: that of a matching source equals the brand's domain or a suffix of it.
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

/** A cursor is the instant of a page's last row to the microsecond, then the row's ID. */
const cursorPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Restricts rows with `requested_at` and `id` to those after a cursor; a malformed one selects the first page. */
export function isAfterCursor(cursor: string | null): SQL {
  const [instant, id] = cursor && cursorPattern.test(cursor) ? cursor.split('_') : [];
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
