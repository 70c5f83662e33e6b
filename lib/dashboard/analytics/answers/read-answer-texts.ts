import { sql } from 'drizzle-orm';
import type { AnswerFilters } from '#lib/contract/filters/answer-filters';
import {
  buildAnswerFilterSql,
  isAfterCursor,
  selectCursor,
  selectInstant,
} from '#lib/dashboard/analytics/filters/answer-filter-sql';
import {
  buildFilterSql,
  selectPublishedBrands,
  withMetricsTransaction,
} from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { hasReportedCitationsSql, hasReportedQueriesSql } from '#lib/dashboard/ingest/reported-values';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

/** An answer with its full text, brands and sources. */
export interface AnswerText {
  id: string;
  promptId: string;
  prompt: string;
  engine: string;
  country: string;
  model: string | null;
  /** ISO 8601, to the microsecond. */
  requestedAt: string;
  text: string;
  /** Null if the provider did not report them. */
  searchQueries: string[] | null;
  /** The mentioned brands, by rank. */
  brands: { id: string; name: string; rank: number | null; trackedRank: number | null }[];
  /** Cited sources first, then in the order of the engine. `citations` is null if the provider did not report them. */
  sources: { url: string; domain: string; citations: number | null }[];
}

/** Returns a page of matching answers, newest first. `before` is the `nextCursor` of the previous page, or null. */
export function readAnswerTexts(
  context: Context,
  filters: MetricFilters,
  { answerFilters, before, limit }: { answerFilters: AnswerFilters; before: string | null; limit: number },
): Promise<{ answers: AnswerText[]; nextCursor: string | null }> {
  return withMetricsTransaction(context, async (tx) => {
    const filterSql = buildFilterSql(tx, filters);
    const { organizationId, projectId } = filterSql;
    const isInPage = sql`organization_id = ${organizationId} AND requested_at = page.requested_at
      AND ${filterSql.isInPeriod('requested_at')} AND answer_id = page.id`;
    const rows = await queryRows<AnswerText & { cursor: string }>(
      tx.db,
      sql`
        WITH brands AS MATERIALIZED (
          SELECT id, name
          FROM json_to_recordset(${selectPublishedBrands(organizationId, projectId)}) AS brand (id uuid, name text)
        ), page AS (
          SELECT id, prompt_id, engine, country, requested_at, model, text,
            CASE WHEN ${sql.raw(hasReportedQueriesSql)} THEN search_queries END AS search_queries,
            ${sql.raw(hasReportedCitationsSql)} AS has_reported_citations
          FROM answers
          WHERE ${filterSql.observations} AND ${buildAnswerFilterSql(filterSql, answerFilters)} AND ${isAfterCursor(before)}
          ORDER BY requested_at DESC NULLS LAST, id DESC LIMIT ${limit + 1}
        )
        SELECT page.id, page.prompt_id AS "promptId", prompts.text AS prompt, page.engine, page.country,
          page.model, page.text, ${selectInstant('page')} AS "requestedAt", ${selectCursor('page')} AS cursor,
          page.search_queries AS "searchQueries",
          (SELECT coalesce(json_agg(json_build_object('id', brands.id, 'name', brands.name, 'rank', mentions.rank,
                                      'trackedRank', mentions.tracked_rank)
                                    ORDER BY mentions.rank, brands.name), '[]')
           FROM mentions JOIN brands ON brands.id = mentions.brand_id
           WHERE ${isInPage} AND scoring_version = ${filterSql.scoringVersion}) AS brands,
          (SELECT coalesce(json_agg(json_build_object('url', url, 'domain', domain, 'citations',
                                      CASE WHEN has_reported_citations THEN citations END)
                                    ORDER BY citations = 0, position), '[]')
           FROM answer_sources WHERE ${isInPage}) AS sources
        FROM page JOIN prompts ON prompts.organization_id = ${organizationId} AND prompts.id = page.prompt_id
        ORDER BY page.requested_at DESC, page.id DESC`,
    );
    const shown = rows.slice(0, limit);
    return {
      answers: shown.map(({ cursor: _, ...answer }) => answer),
      nextCursor: rows.length > limit ? (shown.at(-1)?.cursor ?? null) : null,
    };
  });
}
