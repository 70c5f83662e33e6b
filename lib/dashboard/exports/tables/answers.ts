import { sql } from 'drizzle-orm';
import type { AnswerFilters } from '#lib/core/answer-filters';
import { listFailedObservations } from '#lib/dashboard/analytics/answers/observations';
import { buildAnswerFilterSql } from '#lib/dashboard/analytics/filters/answer-filter-sql';
import { parseAnswerFilters } from '#lib/dashboard/analytics/filters/answer-filters';
import { isAfterCursor, selectCursor, selectInstant } from '#lib/dashboard/analytics/filters/cursor';
import { buildFilterSql, selectPublishedBrands } from '#lib/dashboard/analytics/filters/filter-sql';
import {
  type MetricFilters,
  matchesPrompt,
  type SearchParameters,
} from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { type ExportedRow, type ExportedTable, toColumns } from '#lib/dashboard/exports/exported-table';
import { breakdownLabels, breakdownValues } from '#lib/dashboard/exports/tables/overview';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { describeFailure } from '#lib/dashboard/runs/failure-messages';
import { type Context, queryRows } from '#lib/db/client';

/** Every matching answer in full, newest first. */
export const answersTable: ExportedTable = {
  columns: toColumns({
    id: 'ID',
    requested_at: 'Requested at',
    prompt: 'Prompt',
    engine: 'Engine',
    country: 'Country',
    model: 'Model',
    brands: 'Brands, by rank',
    text: 'Answer',
    sources: 'Sources, cited ones first',
    searches: 'Search queries of the engine',
  }),
  rows: exportAnswers,
};

const pageSize = 250;

type AnswerRow = ExportedRow & { cursor: string };

/** Yields the answers that match, newest first, reading a page at a time as the consumer takes them. */
async function* exportAnswers(
  context: Context,
  filters: MetricFilters,
  parameters: SearchParameters,
): AsyncGenerator<ExportedRow> {
  const answerFilters = parseAnswerFilters(parameters);
  let before: string | null = null;
  do {
    const page: AnswerRow[] = await readAnswers(context, filters, answerFilters, before);
    for (const { cursor, ...answer } of page) yield answer;
    before = page.length === pageSize ? (page.at(-1)?.cursor ?? null) : null;
  } while (before);
}

function readAnswers(
  context: Context,
  filters: MetricFilters,
  answerFilters: AnswerFilters,
  before: string | null,
): Promise<AnswerRow[]> {
  return withMetricsTransaction(context, (tx) => {
    const view = buildFilterSql(tx, filters);
    const { organizationId, projectId } = view;
    const ofPage = sql`organization_id = ${organizationId} AND requested_at = page.requested_at
      AND ${view.isInPeriod('requested_at')} AND answer_id = page.id`;
    return queryRows<AnswerRow>(
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

const failuresPerPage = 250;

/** Every failed run item, newest first. */
export const failedTable: ExportedTable = {
  columns: toColumns({
    id: 'ID',
    requested_at: 'Requested at',
    prompt: 'Prompt',
    engine: 'Engine',
    country: 'Country',
    error_code: 'Code',
    why: 'Reason',
    run: 'Run',
  }),
  rows: exportFailures,
};

/** Yields rows, reading a page at a time as the consumer takes them. */
async function* exportFailures(context: Context, filters: MetricFilters): AsyncGenerator<ExportedRow> {
  let before: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listFailedObservations>> = await listFailedObservations(
      context,
      filters,
      {
        limit: failuresPerPage,
        before,
      },
    );
    for (const { id, runId, prompt, engine, country, requestedAt, errorCode } of page.failed) {
      const why = describeFailure({ status: 'failed', errorCode });
      const requested_at = requestedAt.toISOString();
      yield { id, requested_at, prompt, engine, country, error_code: errorCode, why, run: runId };
    }
    before = page.nextCursor;
  } while (before);
}

/** Every active prompt that matches the filters, with the brand's metrics; empty without answers in the period. */
export const promptsTable: ExportedTable = {
  columns: toColumns({
    prompt: 'Prompt',
    topic: 'Topic',
    tags: 'Tags',
    language: 'Language',
    ...breakdownLabels,
  }),
  async rows(context, filters) {
    const [prompts, slices] = await Promise.all([
      listPrompts(context, { projectId: filters.projectId }),
      getPromptBreakdown(context, filters),
    ]);
    return prompts.filter(matchesPrompt(filters)).map(({ id, text, topic, tags, language }) => {
      const slice = slices.get(id);
      return {
        prompt: text,
        topic,
        tags: tags.join(', '),
        language,
        ...(slice ? breakdownValues(slice) : {}),
      };
    });
  },
};
