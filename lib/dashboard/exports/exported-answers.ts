import { sql } from 'drizzle-orm';
import type { AnswerFilters } from '#lib/core/answer-filters';
import { buildAnswerFilterSql } from '#lib/dashboard/analytics/filters/answer-filter-sql';
import { parseAnswerFilters } from '#lib/dashboard/analytics/filters/answer-filters';
import { isAfterCursor, selectCursor, selectInstant } from '#lib/dashboard/analytics/filters/cursor';
import { buildFilterSql, selectPublishedBrands } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters, SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import type { ExportedRow } from '#lib/dashboard/exports/exported-table';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

const pageSize = 250;

type Row = ExportedRow & { cursor: string };

/** Yields the answers that match, newest first, reading a page at a time as the consumer takes them. */
export async function* exportAnswers(
  context: Context,
  filters: MetricFilters,
  parameters: SearchParameters,
): AsyncGenerator<ExportedRow> {
  const answerFilters = parseAnswerFilters(parameters);
  let before: string | null = null;
  do {
    const page: Row[] = await readPage(context, filters, answerFilters, before);
    for (const { cursor, ...answer } of page) yield answer;
    before = page.length === pageSize ? (page.at(-1)?.cursor ?? null) : null;
  } while (before);
}

function readPage(
  context: Context,
  filters: MetricFilters,
  answerFilters: AnswerFilters,
  before: string | null,
): Promise<Row[]> {
  return withMetricsTransaction(context, (tx) => {
    const view = buildFilterSql(tx, filters);
    const { organizationId, projectId } = view;
    const ofPage = sql`organization_id = ${organizationId} AND requested_at = page.requested_at
      AND ${view.isInPeriod('requested_at')} AND answer_id = page.id`;
    return queryRows<Row>(
      tx.db,
      sql`
        WITH brands AS MATERIALIZED (
          SELECT id, name
          FROM json_to_recordset(${selectPublishedBrands(organizationId, projectId)}) AS brand (id uuid, name text)
        ), page AS (
          SELECT id, prompt_id, engine, country, requested_at, model, text, search_queries
          FROM answers
          WHERE ${view.observations} AND ${buildAnswerFilterSql(view, answerFilters)} AND ${isAfterCursor(before)}
          ORDER BY requested_at DESC NULLS LAST, id DESC LIMIT ${pageSize}
        )
        SELECT page.id, prompts.text AS prompt, page.engine, page.country, page.model, page.text,
          ${selectInstant('page')} AS requested_at, ${selectCursor('page')} AS cursor,
          array_to_string(page.search_queries, E'\\n') AS searches,
          (SELECT coalesce(string_agg(brands.name, E'\\n' ORDER BY mentions.rank, brands.name), '')
           FROM mentions JOIN brands ON brands.id = mentions.brand_id
           WHERE ${ofPage} AND scoring_version = ${view.scoringVersion}) AS brands,
          (SELECT coalesce(string_agg(url, E'\\n' ORDER BY citations = 0, position), '')
           FROM answer_sources WHERE ${ofPage}) AS sources
        FROM page JOIN prompts ON prompts.organization_id = ${organizationId} AND prompts.id = page.prompt_id
        ORDER BY page.requested_at DESC, page.id DESC`,
    );
  });
}
