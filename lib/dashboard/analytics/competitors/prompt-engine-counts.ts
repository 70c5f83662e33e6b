import { sql } from 'drizzle-orm';
import { buildFilterSql } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withReportedCitationsSql } from '#lib/dashboard/ingest/reported-values';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

/** The counts of a brand over a prompt's answers on one engine. */
export interface BrandCounts {
  /** Answers that mention it, and its mentions in them. */
  mentioned: number;
  mentions: number;
  /** Answers that cite a URL of the brand. */
  cited: number;
  /** Numbers of answers in which it ranks 1, 2, … 9, and 10 or later. */
  answersByPosition: number[];
}

/** A prompt on one engine: its answers, and the counts of brands by ID. */
export interface PromptEngineCounts {
  promptId: string;
  prompt: string;
  engine: string;
  answers: number;
  /** Of these, answers with reported citations. */
  withReportedCitations: number;
  brands: Map<string, BrandCounts>;
}

/** Rank 10 means 10 or later. */
export const maxRank = 10;

const positionCounts = sql.raw(
  Array.from({ length: maxRank }, (_, index) => `coalesce(sum(rank_histogram[${index + 1}]), 0)::int`).join(
    ', ',
  ),
);

type Row = Omit<PromptEngineCounts, 'brands'> & {
  brands: Record<
    string,
    [mentioned: number, mentions: number, cited: number, ...answersByPosition: number[]]
  >;
};

/** Reads the counts of every tracked brand by prompt and engine in the current period. */
export async function readPromptEngineCounts(
  context: Context,
  filters: MetricFilters,
): Promise<PromptEngineCounts[]> {
  const { organizationId, projectId, rollups, isCurrent } = buildFilterSql(context, filters);
  const rows = await queryRows<Row>(
    context.db,
    sql`
      WITH answer_counts AS MATERIALIZED (
        SELECT prompt_id, engine, sum(answered)::int AS answers,
          sum(${sql.raw(withReportedCitationsSql)})::int AS with_reported_citations
        FROM daily_answers WHERE ${rollups} AND ${isCurrent} GROUP BY prompt_id, engine
      ), brand_counts AS MATERIALIZED (
        SELECT prompt_id, engine, json_object_agg(brand_id, counts) AS brands FROM (
          SELECT prompt_id, engine, brand_id,
            ARRAY[sum(mentioned)::int, sum(mentions)::int, sum(cited)::int, ${positionCounts}] AS counts
          FROM daily_brands WHERE ${rollups} AND ${isCurrent} GROUP BY prompt_id, engine, brand_id
        ) by_brand GROUP BY prompt_id, engine
      )
      SELECT answer_counts.prompt_id AS "promptId", prompts.text AS prompt, answer_counts.engine,
        answer_counts.answers, with_reported_citations AS "withReportedCitations",
        coalesce(brand_counts.brands, '{}') AS brands
      FROM answer_counts LEFT JOIN brand_counts USING (prompt_id, engine)
      JOIN prompts ON prompts.organization_id = ${organizationId} AND prompts.project_id = ${projectId}
        AND prompts.id = answer_counts.prompt_id
      WHERE answer_counts.answers > 0
      ORDER BY prompts.text, answer_counts.prompt_id, answer_counts.engine`,
  );
  return rows.map(({ brands, ...counts }) => ({
    ...counts,
    brands: new Map(
      Object.entries(brands).map(([id, [mentioned, mentions, cited, ...answersByPosition]]) => [
        id,
        { mentioned, mentions, cited, answersByPosition },
      ]),
    ),
  }));
}

/** Groups the counts by prompt and keeps their order. */
export function groupByPrompt(counts: readonly PromptEngineCounts[]): PromptEngineCounts[][] {
  return [...Map.groupBy(counts, ({ promptId }) => promptId).values()];
}
