import { sql } from 'drizzle-orm';
import type { AnswerListItem } from '#lib/dashboard/analytics/answers/list-answers';
import { findFailedItems } from '#lib/dashboard/analytics/answers/run-item-status';
import {
  type AnswerFilters,
  buildAnswerFilterSql,
  isAfterCursor,
  parseAnswerFilters,
  selectCursor,
  selectInstant,
} from '#lib/dashboard/analytics/filters/answer-filters';
import {
  buildFilterSql,
  selectPublishedBrands,
  withMetricsTransaction,
} from '#lib/dashboard/analytics/filters/filter-sql';
import { type MetricFilters, matchesPrompt } from '#lib/dashboard/analytics/filters/metric-filters';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { defineTable } from '#lib/dashboard/exports/define-table';
import { breakdownColumns } from '#lib/dashboard/exports/overview-tables';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { describeFailure } from '#lib/dashboard/runs/failure-messages';
import { type Context, queryRows } from '#lib/db/client';

export const answerTables = {
  /** Every active prompt that matches the filters, with the brand's metrics, which are empty without answers. */
  prompts: defineTable({
    async rows(context, filters) {
      const [prompts, breakdown] = await Promise.all([
        listPrompts(context, { projectId: filters.projectId }),
        getPromptBreakdown(context, filters),
      ]);
      return prompts
        .filter(matchesPrompt(filters))
        .map((prompt) => ({ prompt, ...breakdown.get(prompt.id) }));
    },
    columns: [
      { key: 'prompt', label: 'Prompt', isLong: true, value: ({ prompt }) => prompt.text },
      { key: 'topic', label: 'Topic', value: ({ prompt }) => prompt.topic },
      { key: 'tags', label: 'Tags', value: ({ prompt }) => prompt.tags.join(', ') },
      { key: 'language', label: 'Language', value: ({ prompt }) => prompt.language },
      ...breakdownColumns,
    ],
  }),
  /** Every matching answer in full, newest first. */
  answers: defineTable({
    rows(context, filters, parameters) {
      const answerFilters = parseAnswerFilters(parameters);
      return readPages((before) => readAnswerTexts(context, filters, { answerFilters, before }));
    },
    columns: [
      { key: 'id', label: 'ID', value: ({ id }) => id },
      {
        key: 'requested_at',
        label: 'Requested at',
        format: 'instant',
        value: ({ requestedAt }) => requestedAt,
      },
      { key: 'prompt', label: 'Prompt', isLong: true, value: ({ prompt }) => prompt },
      { key: 'engine', label: 'Engine', engines: ({ engine }) => [engine] },
      { key: 'country', label: 'Country', value: ({ country }) => country },
      { key: 'model', label: 'Model', value: ({ model }) => model },
      { key: 'brands', label: 'Brands, by rank', value: ({ brands }) => brands.join('\n') },
      { key: 'text', label: 'Answer', isLong: true, value: ({ text }) => text },
      { key: 'sources', label: 'Sources, cited ones first', value: ({ sources }) => sources.join('\n') },
      {
        key: 'searches',
        label: 'Search queries of the engine',
        value: (row) => row.searchQueries.join('\n'),
      },
    ],
  }),
  /** Every failed run item, newest first. */
  failed: defineTable({
    rows: (context, filters) =>
      readPages(async (before) => {
        const { failed, nextCursor } = await findFailedItems(context, filters, {
          limit: pageSize,
          before,
        });
        return { rows: failed, nextCursor };
      }),
    columns: [
      { key: 'id', label: 'ID', value: ({ id }) => id },
      {
        key: 'requested_at',
        label: 'Requested at',
        format: 'instant',
        value: ({ requestedAt }) => requestedAt.toISOString(),
      },
      { key: 'prompt', label: 'Prompt', isLong: true, value: ({ prompt }) => prompt },
      { key: 'engine', label: 'Engine', engines: ({ engine }) => [engine] },
      { key: 'country', label: 'Country', value: ({ country }) => country },
      { key: 'error_code', label: 'Code', value: ({ errorCode }) => errorCode },
      {
        key: 'reason',
        label: 'Reason',
        value: ({ errorCode }) => describeFailure({ status: 'failed', errorCode }),
      },
      { key: 'run', label: 'Run', value: ({ runId }) => runId },
    ],
  }),
};

const pageSize = 250;

interface Page<Row> {
  rows: readonly Row[];
  nextCursor: string | null;
}

/** Yields rows, reading a page at a time as the consumer takes them. */
async function* readPages<Row>(readPage: (before: string | null) => Promise<Page<Row>>): AsyncGenerator<Row> {
  let before: string | null = null;
  do {
    const page: Page<Row> = await readPage(before);
    yield* page.rows;
    before = page.nextCursor;
  } while (before);
}

interface AnswerText extends Pick<AnswerListItem, 'id' | 'prompt' | 'engine' | 'country' | 'model'> {
  /** ISO 8601, to the microsecond. */
  requestedAt: string;
  text: string;
  searchQueries: string[];
  /** The names of the mentioned brands, by rank. */
  brands: string[];
  /** The URLs of its sources, cited ones first. */
  sources: string[];
}

function readAnswerTexts(
  context: Context,
  filters: MetricFilters,
  { answerFilters, before }: { answerFilters: AnswerFilters; before: string | null },
): Promise<Page<AnswerText>> {
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
          SELECT id, prompt_id, engine, country, requested_at, model, text, search_queries
          FROM answers
          WHERE ${filterSql.observations} AND ${buildAnswerFilterSql(filterSql, answerFilters)} AND ${isAfterCursor(before)}
          ORDER BY requested_at DESC NULLS LAST, id DESC LIMIT ${pageSize}
        )
        SELECT page.id, prompts.text AS prompt, page.engine, page.country, page.model, page.text,
          ${selectInstant('page')} AS "requestedAt", ${selectCursor('page')} AS cursor,
          page.search_queries AS "searchQueries",
          ARRAY(SELECT brands.name FROM mentions JOIN brands ON brands.id = mentions.brand_id
                WHERE ${isInPage} AND scoring_version = ${filterSql.scoringVersion}
                ORDER BY mentions.rank, brands.name) AS brands,
          ARRAY(SELECT url FROM answer_sources WHERE ${isInPage} ORDER BY citations = 0, position) AS sources
        FROM page JOIN prompts ON prompts.organization_id = ${organizationId} AND prompts.id = page.prompt_id
        ORDER BY page.requested_at DESC, page.id DESC`,
    );
    return { rows, nextCursor: rows.length === pageSize ? (rows.at(-1)?.cursor ?? null) : null };
  });
}
