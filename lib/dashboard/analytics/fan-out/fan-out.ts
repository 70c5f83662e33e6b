import { sql } from 'drizzle-orm';
import type { Metric } from '#lib/core/metric';
import { normalizeQuery } from '#lib/core/text';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { computeShare } from '#lib/dashboard/analytics/segments/compute-share';
import { selectCounts } from '#lib/dashboard/counts/select-counts';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

/** A search query that engines issued, identified by its normalized text (`normalizeQuery`). */
export interface FanOutQuery {
  query: string;
  /** Answers for which it was issued. */
  answers: number;
  /** Of these answers, the share that mentions the project's own brand. */
  mentioned: Metric;
  /** The engines that issued it. */
  engines: string[];
  promptCount: number;
  countryCount: number;
}

export interface FanOutEngine {
  engine: string;
  answers: number;
  /** Of these, answers whose provider reported search queries, if only that there were none. */
  withReportedQueries: number;
  /** Answers with at least one search query ÷ `withReportedQueries`. */
  withSearchQueries: Metric;
  /** Answers of the sandbox's fictional market. */
  fictionalAnswers: number;
}

export interface FanOutData {
  /** The most frequent first. */
  queries: FanOutQuery[];
  /** Number of distinct queries; `queries` contains the most frequent ones. */
  queryCount: number;
  engines: FanOutEngine[];
}

/** The counts of a rate in each segment. */
type SegmentCounts = [promptId: string, numerator: number, denominator: number][];

interface FanOutRow extends Record<string, unknown> {
  queryCount: number;
  queries: (Omit<FanOutQuery, 'mentioned'> & { segments: SegmentCounts })[];
  engines: (Omit<FanOutEngine, 'withSearchQueries'> & { segments: SegmentCounts })[];
}

/** Returns the part of a query that selects the current period. */
const selectCurrent = (filters: MetricFilters) => ({
  filters,
  periods: { current: getPeriods(filters).current },
});

/** Computes a rate with a confidence interval clustered by prompt. */
function computeSegmentRate(segments: SegmentCounts): Metric {
  return computeShare(
    segments.map(([promptId, numerator, denominator]) => ({ promptId, numerator, denominator })),
    (counts) => counts,
  );
}

/**
 * Returns the engines' search queries in the current period, and which engines report them.
 * @param options.limit the maximum number of queries on a page
 * @param options.page from 1; a number past the end selects the last page
 * @param options.search only queries that contain this text; empty for all
 */
export function getFanOut(
  context: Context,
  filters: MetricFilters,
  { limit = 50, page = 1, search = '' }: { limit?: number; page?: number; search?: string } = {},
): Promise<FanOutData> {
  return withMetricsTransaction(context, async (tx) => {
    const source = selectCurrent(filters);
    const text = normalizeQuery(search);
    const segments = selectCounts(tx, {
      ...source,
      of: 'queries',
      by: ['query', 'promptId', 'engine', 'country'],
      counts: ['answers', 'mentioned'],
      ...(text === '' ? {} : { where: { queryText: text } }),
    });
    const answers = selectCounts(tx, {
      ...source,
      of: 'answers',
      by: ['engine', 'promptId', 'country'],
      counts: ['answers', 'withSearchQueries', 'withReportedQueries', 'fictionalAnswers'],
    });
    const [row] = await queryRows<FanOutRow>(
      tx.db,
      sql`
        WITH segments AS MATERIALIZED (SELECT * FROM ${segments} counts),
        queries AS MATERIALIZED (
          SELECT query, sum(answers)::int AS answers, array_agg(DISTINCT engine ORDER BY engine) AS engines,
            count(DISTINCT "promptId")::int AS "promptCount", count(DISTINCT country)::int AS "countryCount"
          FROM segments GROUP BY query
        ), top AS MATERIALIZED (
          SELECT * FROM queries ORDER BY answers DESC, query LIMIT ${limit}
          OFFSET (SELECT least(${page}::int - 1, greatest(count(*)::int - 1, 0) / ${limit}::int) * ${limit}::int FROM queries)
        ), top_segments AS (
          SELECT query, json_agg(json_build_array("promptId", mentioned, segments.answers)) AS segments
          FROM segments JOIN top USING (query) GROUP BY query
        )
        SELECT (SELECT count(*)::int FROM queries) AS "queryCount",
          (SELECT coalesce(json_agg(top_queries ORDER BY answers DESC, query), '[]')
           FROM (SELECT * FROM top JOIN top_segments USING (query)) top_queries) AS queries,
          (SELECT coalesce(json_agg(by_engine), '[]') FROM (
             SELECT engine, sum(answers)::int AS answers, sum("fictionalAnswers")::int AS "fictionalAnswers",
               sum("withReportedQueries")::int AS "withReportedQueries",
               json_agg(json_build_array("promptId", "withSearchQueries", "withReportedQueries")) AS segments
             FROM ${answers} counts
             GROUP BY engine
             HAVING sum(answers) > 0 ORDER BY sum("withSearchQueries") DESC, engine) by_engine) AS engines`,
    );
    const { queryCount = 0, queries = [], engines = [] } = row ?? {};
    return {
      queryCount,
      queries: queries.map(({ segments, ...query }) => ({
        ...query,
        mentioned: computeSegmentRate(segments),
      })),
      engines: engines.map(({ segments, ...engine }) => ({
        ...engine,
        withSearchQueries: computeSegmentRate(segments),
      })),
    };
  });
}

/** The search queries that engines issue for one prompt. */
export interface FanOutPrompt {
  promptId: string;
  prompt: string;
  /** The most frequent first. */
  queries: Pick<FanOutQuery, 'query' | 'answers' | 'mentioned'>[];
  /** Number of distinct queries; `queries` contains the most frequent ones. */
  queryCount: number;
}

type FanOutPromptRow = Omit<FanOutPrompt, 'queries'> & {
  queries: { query: string; answers: number; segments: SegmentCounts }[];
};

/** Returns the prompts whose search queries were issued most often, each with its most frequent queries. */
export function listFanOutPrompts(
  context: Context,
  filters: MetricFilters,
  { prompts = 8, queries = 5 }: { prompts?: number; queries?: number } = {},
): Promise<FanOutPrompt[]> {
  return withMetricsTransaction(context, async (tx) => {
    const segments = selectCounts(tx, {
      ...selectCurrent(filters),
      of: 'queries',
      by: ['query', 'promptId', 'engine', 'country'],
      counts: ['answers', 'mentioned'],
    });
    const rows = await queryRows<FanOutPromptRow>(
      tx.db,
      sql`
        WITH queries AS (
          SELECT "promptId", query, sum(answers)::int AS answers,
            json_agg(json_build_array("promptId", mentioned, answers)) AS segments,
            row_number() OVER (PARTITION BY "promptId" ORDER BY sum(answers) DESC, query) AS position,
            count(*) OVER (PARTITION BY "promptId")::int AS query_count,
            sum(sum(answers)) OVER (PARTITION BY "promptId") AS total_answers
          FROM ${segments} counts GROUP BY "promptId", query
        )
        SELECT "promptId", prompts.text AS prompt, queries.query_count AS "queryCount",
          json_agg(json_build_object('query', query, 'answers', answers, 'segments', segments)
                   ORDER BY position) AS queries
        FROM queries JOIN prompts ON prompts.organization_id = ${tx.organizationId} AND prompts.id = "promptId"
        WHERE position <= ${queries}
        GROUP BY "promptId", prompts.text, queries.query_count, queries.total_answers
        ORDER BY queries.total_answers DESC, prompts.text, "promptId" LIMIT ${prompts}`,
    );
    return rows.map((row) => ({
      ...row,
      queries: row.queries.map(({ segments, ...query }) => ({
        ...query,
        mentioned: computeSegmentRate(segments),
      })),
    }));
  });
}
