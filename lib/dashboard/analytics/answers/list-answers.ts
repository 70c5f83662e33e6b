import { sql } from 'drizzle-orm';
import type { AnswerFilters } from '#lib/core/answer-filters';
import { buildExcerpt, type Excerpt, type MentionSpans } from '#lib/dashboard/analytics/answers/excerpt';
import { buildAnswerFilterSql } from '#lib/dashboard/analytics/filters/answer-filter-sql';
import { anyAnswer } from '#lib/dashboard/analytics/filters/answer-filters';
import { isAfterCursor, selectCursor } from '#lib/dashboard/analytics/filters/cursor';
import { buildFilterSql } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import { readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { type Context, queryRows } from '#lib/db/client';

export interface AnswerListItem {
  id: string;
  promptId: string;
  prompt: string;
  engine: string;
  country: string;
  requestedAt: Date;
  model: string | null;
  excerpt: Excerpt;
  /** The tracked brands mentioned, by rank. */
  brandIds: string[];
  /** The same brands with their ranks; equal ranks are possible. */
  ranks: { brandId: string; rank: number }[];
  /** Listed sources, and the cited ones of these. */
  sourceCount: number;
  citedCount: number;
  isFictional: boolean;
}

export interface AnswerPage {
  /** Newest first. */
  answers: AnswerListItem[];
  /** The `before` of the next page; null on the last page. */
  nextCursor: string | null;
}

type Row = Omit<AnswerListItem, 'excerpt' | 'brandIds' | 'ranks'> & {
  text: string;
  cursor: string;
  mentions: MentionSpans[];
};

interface PageOptions {
  limit?: number;
  /** The `nextCursor` of the page before; anything else selects the first page. */
  before?: string | null;
  answerFilters?: AnswerFilters;
}

/** Returns the newest answers, each with the text around the first mention of the selected brand. */
export function listAnswers(
  context: Context,
  filters: MetricFilters,
  options: PageOptions = {},
): Promise<AnswerPage> {
  return withMetricsTransaction(context, async (tx) =>
    readAnswerPage(tx, filters, (await readProjectScope(tx, filters)).selectedBrand.id, options),
  );
}

export async function readAnswerPage(
  context: Context,
  filters: MetricFilters,
  brandId: string,
  { limit = 20, before = null, answerFilters = anyAnswer }: PageOptions = {},
): Promise<AnswerPage> {
  const view = buildFilterSql(context, filters);
  const { organizationId } = view;
  const ofPage = (table: string) => sql`
    ${sql.raw(table)} WHERE organization_id = ${organizationId} AND requested_at = page.requested_at
      AND ${view.isInPeriod('requested_at')} AND answer_id = page.id`;
  const rows = await queryRows<Row>(
    context.db,
    sql`
      WITH page AS MATERIALIZED (
        SELECT id, prompt_id, engine, country, requested_at, model, text
        FROM answers
        WHERE ${view.observations} AND ${buildAnswerFilterSql(view, answerFilters)} AND ${isAfterCursor(before)}
        ORDER BY requested_at DESC NULLS LAST, id DESC LIMIT ${limit + 1}
      )
      SELECT page.id, page.prompt_id AS "promptId", prompts.text AS prompt, page.engine, page.country,
        page.requested_at AS "requestedAt", page.model, page.text, ${selectCursor('page')} AS cursor,
        (SELECT coalesce(json_agg(json_build_object('brandId', brand_id, 'rank', rank, 'spans', spans)
                                  ORDER BY rank, brand_id), '[]')
         FROM ${ofPage('mentions')} AND scoring_version = ${view.scoringVersion}) AS mentions,
        listed."sourceCount", listed."citedCount", listed."isFictional"
      FROM page JOIN prompts ON prompts.organization_id = ${organizationId} AND prompts.id = page.prompt_id
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS "sourceCount", count(*) FILTER (WHERE citations > 0)::int AS "citedCount",
          coalesce(bool_and(domain LIKE '%.example'), false) AS "isFictional"
        FROM ${ofPage('answer_sources')}
      ) listed
      ORDER BY page.requested_at DESC, page.id DESC`,
  );
  const shown = rows.slice(0, limit);
  return {
    answers: shown.map(({ text, cursor, mentions, ...answer }) => ({
      ...answer,
      excerpt: buildExcerpt(text, mentions, brandId),
      brandIds: mentions.map((mention) => mention.brandId),
      ranks: mentions.map((mention) => ({ brandId: mention.brandId, rank: mention.rank })),
    })),
    nextCursor: rows.length > limit ? (shown.at(-1)?.cursor ?? null) : null,
  };
}
