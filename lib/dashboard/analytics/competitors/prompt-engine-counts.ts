import { sql } from 'drizzle-orm';
import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { selectCounts } from '#lib/dashboard/counts/select-counts';
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
  const source = { filters, periods: { current: getPeriods(filters).current } };
  const answers = selectCounts(context, {
    ...source,
    of: 'answers',
    by: ['promptId', 'engine'],
    counts: ['answers', 'withReportedCitations'],
  });
  const brands = selectCounts(context, {
    ...source,
    of: 'brands',
    by: ['promptId', 'engine', 'brandId'],
    counts: ['mentioned', 'mentions', 'cited', 'answersByRank'],
  });
  const rows = await queryRows<Row>(
    context.db,
    sql`
      WITH answer_counts AS MATERIALIZED (SELECT * FROM ${answers} counts),
      brand_counts AS MATERIALIZED (
        SELECT "promptId", engine,
          json_object_agg("brandId", ARRAY[mentioned, mentions, cited] || "answersByRank") AS brands
        FROM ${brands} counts GROUP BY "promptId", engine
      )
      SELECT "promptId", prompts.text AS prompt, engine,
        answer_counts.answers, "withReportedCitations",
        coalesce(brand_counts.brands, '{}') AS brands
      FROM answer_counts LEFT JOIN brand_counts USING ("promptId", engine)
      JOIN prompts ON prompts.organization_id = ${context.organizationId} AND prompts.project_id = ${filters.projectId}
        AND prompts.id = "promptId"
      WHERE answer_counts.answers > 0
      ORDER BY prompts.text, "promptId", engine`,
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
