import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type AnswerFilters, anyAnswer } from '#lib/contract/filters/answer-filters';
import { isFictional } from '#lib/contract/providers';
import { isUuid } from '#lib/core/text';
import { timeSchema } from '#lib/core/validation';
import {
  buildAnswerFilterSql,
  isAfterCursor,
  selectCursor,
} from '#lib/dashboard/analytics/filters/answer-filter-sql';
import { buildFilterSql, withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { hasReportedCitationsSql } from '#lib/dashboard/ingest/reported-values';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

const mentionSchema = z.object({
  brandId: z.string(),
  rank: z
    .number()
    .nullable()
    .describe('The place at which a reader sees the brand; null if the answer advises against it.'),
  spans: z.array(z.int()).describe('Start, end, start, end, … in UTF-16 code units of the text.'),
});

/** All mentions of a brand in a text. */
export type MentionSpans = z.output<typeof mentionSchema>;

const excerptSchema = z.object({
  text: z.string(),
  isCutBefore: z.boolean().describe('True if text was omitted before the excerpt.'),
  isCutAfter: z.boolean(),
  mentions: z.array(mentionSchema).describe('Mentions inside the excerpt.'),
});
type Excerpt = z.output<typeof excerptSchema>;

export const answerListItemSchema = z.object({
  id: z.string(),
  promptId: z.string(),
  prompt: z.string(),
  engine: z.string(),
  country: z.string(),
  requestedAt: timeSchema,
  model: z.string().nullable(),
  excerpt: excerptSchema,
  brandIds: z.array(z.string()).describe('The tracked brands that are mentioned, by rank.'),
  ranks: z
    .array(mentionSchema.pick({ brandId: true, rank: true }))
    .describe('The same brands with their ranks; equal ranks are possible.'),
  sourceCount: z.int(),
  citedCount: z
    .int()
    .nullable()
    .describe('How many of these the text cites; null if the provider did not report citations.'),
  isFictional: z.boolean(),
});
export type AnswerListItem = z.output<typeof answerListItemSchema>;

export interface AnswerPage {
  /** Newest first. */
  answers: AnswerListItem[];
  /** The `before` of the next page; null on the last page. */
  nextCursor: string | null;
}

type Row = Omit<AnswerListItem, 'excerpt' | 'brandIds' | 'ranks' | 'isFictional'> & {
  text: string;
  provider: string | null;
  cursor: string;
  mentions: MentionSpans[];
};

interface PageOptions {
  limit?: number;
  /** The `nextCursor` of the previous page; any other value selects the first page. */
  before?: string | null;
  answerFilters?: AnswerFilters;
  /** If set, only these answers are returned. */
  answerIds?: readonly string[] | null;
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

/** Reads a page of answers within a metrics transaction. */
export async function readAnswerPage(
  context: Context,
  filters: MetricFilters,
  brandId: string,
  { limit = 20, before = null, answerFilters = anyAnswer, answerIds = null }: PageOptions = {},
): Promise<AnswerPage> {
  const filterSql = buildFilterSql(context, filters);
  const { organizationId } = filterSql;
  const selectAnswerRows = (table: string) => sql`
    ${sql.raw(table)} WHERE organization_id = ${organizationId} AND requested_at = page.requested_at
      AND ${filterSql.isInPeriod('requested_at')} AND answer_id = page.id`;
  const rows = await queryRows<Row>(
    context.db,
    sql`
      WITH page AS MATERIALIZED (
        SELECT id, prompt_id, engine, country, requested_at, provider, model, text,
          ${sql.raw(hasReportedCitationsSql)} AS has_reported_citations
        FROM answers
        WHERE ${filterSql.observations} AND ${buildAnswerFilterSql(filterSql, answerFilters)} AND ${isAfterCursor(before)}
          ${answerIds ? sql`AND id = ANY (${sql.param([...answerIds])}::uuid[])` : sql``}
        ORDER BY requested_at DESC NULLS LAST, id DESC LIMIT ${limit + 1}
      )
      SELECT page.id, page.prompt_id AS "promptId", prompts.text AS prompt, page.engine, page.country,
        page.requested_at AS "requestedAt", page.provider, page.model, page.text, ${selectCursor('page')} AS cursor,
        (SELECT coalesce(json_agg(json_build_object('brandId', brand_id, 'rank', rank, 'spans', spans)
                                  ORDER BY rank, brand_id), '[]')
         FROM ${selectAnswerRows('mentions')} AND scoring_version = ${filterSql.scoringVersion}) AS mentions,
        listed."sourceCount", CASE WHEN page.has_reported_citations THEN listed."citedCount" END AS "citedCount"
      FROM page JOIN prompts ON prompts.organization_id = ${organizationId} AND prompts.id = page.prompt_id
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS "sourceCount", count(*) FILTER (WHERE citations > 0)::int AS "citedCount"
        FROM ${selectAnswerRows('answer_sources')}
      ) listed
      ORDER BY page.requested_at DESC, page.id DESC`,
  );
  const shown = rows.slice(0, limit);
  return {
    answers: shown.map(({ text, cursor, mentions, provider, ...answer }) => ({
      ...answer,
      isFictional: isFictional(provider),
      excerpt: buildExcerpt(text, mentions, brandId),
      brandIds: mentions.map((mention) => mention.brandId),
      ranks: mentions.map((mention) => ({ brandId: mention.brandId, rank: mention.rank })),
    })),
    nextCursor: rows.length > limit ? (shown.at(-1)?.cursor ?? null) : null,
  };
}

/** Maximum length of the text before the first mention, in UTF-16 code units. */
const maxLengthBeforeMention = 80;

/**
 * Returns about `length` UTF-16 code units of an answer, cut between words: from shortly before the first mention of the
 * preferred brand, or else of any brand, or else from the beginning.
 */
export function buildExcerpt(
  text: string,
  mentions: readonly MentionSpans[],
  preferredBrandId: string,
  length = 280,
): Excerpt {
  const preferred = mentions.filter(({ brandId }) => brandId === preferredBrandId);
  const starts = (preferred.length > 0 ? preferred : mentions).flatMap(({ spans }) => spans.slice(0, 1));
  const first = starts.length > 0 ? Math.min(...starts) : 0;
  const from =
    first <= maxLengthBeforeMention ? 0 : findWordStart(text, first - maxLengthBeforeMention, first);
  const to = from + length >= text.length ? text.length : findWordEnd(text, from + length, from + length / 2);
  return {
    text: text.slice(from, to),
    isCutBefore: from > 0,
    isCutAfter: to < text.length,
    mentions: mentions.flatMap((mention) => {
      const spans = selectSpans(mention.spans, from, to);
      return spans.length > 0 ? [{ ...mention, spans }] : [];
    }),
  };
}

/** Returns the start of the first word after `at`; without a space before `limit`, `at` itself. */
function findWordStart(text: string, at: number, limit: number): number {
  for (let index = at; index < limit; index += 1) {
    if (/\s/.test(text[index] ?? '')) return Math.min(index + 1, limit);
  }
  return alignToCharacter(text, at);
}

/** Returns the end of the last word before `at`; without a space after `limit`, `at` itself. */
function findWordEnd(text: string, at: number, limit: number): number {
  for (let index = at; index > limit; index -= 1) {
    if (/\s/.test(text[index] ?? '')) return index;
  }
  return alignToCharacter(text, at);
}

/** Returns `at`, or one less if it would split a surrogate pair. */
function alignToCharacter(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at;
}

function selectSpans(spans: readonly number[], from: number, to: number): number[] {
  const inside: number[] = [];
  for (let index = 0; index + 1 < spans.length; index += 2) {
    const start = spans[index] ?? 0;
    const end = spans[index + 1] ?? 0;
    if (start >= from && end <= to) inside.push(start - from, end - from);
  }
  return inside;
}

/** An answer whose text cites a domain. */
export interface CitingAnswer
  extends Pick<AnswerListItem, 'id' | 'prompt' | 'engine' | 'country' | 'requestedAt'> {
  /** The cited pages of the domain, the most cited first. */
  pages: { url: string; label: string; citations: number }[];
}

/** Returns the newest answers of the current period whose text cites a page of a registrable domain. */
export async function listCitingAnswers(
  context: Context,
  filters: MetricFilters,
  { domain, limit = 20 }: { domain: string; limit?: number },
): Promise<CitingAnswer[]> {
  if (!isUuid(filters.projectId) || domain.includes('\0')) return [];
  return withMetricsTransaction(context, (tx) => {
    const filterSql = buildFilterSql(tx, filters);
    const { organizationId } = filterSql;
    return queryRows<CitingAnswer & Record<string, unknown>>(
      tx.db,
      sql`
        WITH citing AS MATERIALIZED (
          SELECT answers.id, prompt_id, engine, country, requested_at, cited.pages
          FROM answers CROSS JOIN LATERAL (
            SELECT json_agg(json_build_object('url', url, 'label', label, 'citations', citations)
                            ORDER BY citations DESC, position) AS pages
            FROM answer_sources AS listed
            WHERE listed.organization_id = ${organizationId} AND listed.requested_at = answers.requested_at
              AND ${filterSql.isInPeriod('listed.requested_at')} AND listed.answer_id = answers.id
              AND domain = ${domain} AND citations > 0
          ) cited
          WHERE ${filterSql.answers} AND cited.pages IS NOT NULL
          ORDER BY requested_at DESC NULLS LAST, id DESC LIMIT ${limit}
        )
        SELECT citing.id, prompts.text AS prompt, citing.engine, citing.country,
          citing.requested_at AS "requestedAt", citing.pages
        FROM citing JOIN prompts ON prompts.organization_id = ${organizationId} AND prompts.id = citing.prompt_id
        ORDER BY citing.requested_at DESC, citing.id DESC`,
    );
  });
}
