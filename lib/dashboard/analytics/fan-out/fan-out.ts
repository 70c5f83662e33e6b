import { sql } from 'drizzle-orm';
import { computeRate, type Rate } from '#lib/core/metric';
import { normalizeQuery } from '#lib/core/text';
import { buildFilterSql, withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { type Context, queryRows } from '#lib/db/client';

/** A search query of the engines, by its normalized text (`normalizeQuery`). */
export interface FanOutQuery {
  query: string;
  /** Answers for which it was issued. */
  answers: number;
  /** Of these, the answers that mention the project's own brand. */
  mentioned: Rate;
  /** The engines that issued it. */
  engines: string[];
  promptCount: number;
  countryCount: number;
}

export interface FanOutEngine {
  engine: string;
  answers: number;
  /** Answers with at least one search query ÷ answers; 0 for an engine that never reports any. */
  withSearchQueries: Rate;
  /** All of these answers come from the sandbox's fictional market. */
  isFictional: boolean;
}

export interface FanOutData {
  /** The most frequent first. */
  queries: FanOutQuery[];
  /** Distinct queries in total, of which `queries` holds the first. */
  queryCount: number;
  engines: FanOutEngine[];
}

interface FanOutRow extends Record<string, unknown> {
  queryCount: number;
  queries: (Omit<FanOutQuery, 'mentioned'> & { mentioned: number })[];
  engines: (Omit<FanOutEngine, 'withSearchQueries'> & { withSearchQueries: number })[];
}

/**
 * Returns the engines' search queries in the current period, and which engines report them.
 * @param options.words only queries that contain this text; empty for all
 */
export function getFanOut(
  context: Context,
  filters: MetricFilters,
  { limit = 50, words = '' }: { limit?: number; words?: string } = {},
): Promise<FanOutData> {
  return withMetricsTransaction(context, async (tx) => {
    const { rollups, isCurrent } = buildFilterSql(tx, filters);
    const text = normalizeQuery(words).replaceAll(/[\\%_]/g, '\\$&');
    const [row] = await queryRows<FanOutRow>(
      tx.db,
      sql`
        WITH queries AS MATERIALIZED (
          SELECT query, sum(answers)::int AS answers, sum(mentioned)::int AS mentioned,
            array_agg(DISTINCT engine ORDER BY engine) AS engines,
            count(DISTINCT prompt_id)::int AS "promptCount", count(DISTINCT country)::int AS "countryCount"
          FROM daily_queries
          WHERE ${rollups} AND ${isCurrent} AND ${text === '' ? sql`true` : sql`query LIKE ${`%${text}%`}`}
          GROUP BY query
        )
        SELECT (SELECT count(*)::int FROM queries) AS "queryCount",
          (SELECT coalesce(json_agg(top), '[]') FROM (
             SELECT * FROM queries ORDER BY answers DESC, query LIMIT ${limit}) top) AS queries,
          (SELECT coalesce(json_agg(by_engine), '[]') FROM (
             SELECT engine, sum(answered)::int AS answers, sum(with_search_queries)::int AS "withSearchQueries",
               bool_and(fictional) FILTER (WHERE answered > 0) AS "isFictional"
             FROM daily_answers WHERE ${rollups} AND ${isCurrent} GROUP BY engine
             HAVING sum(answered) > 0 ORDER BY sum(with_search_queries) DESC, engine) by_engine) AS engines`,
    );
    const { queryCount = 0, queries = [], engines = [] } = row ?? {};
    return {
      queryCount,
      queries: queries.map((query) => ({ ...query, mentioned: computeRate(query.mentioned, query.answers) })),
      engines: engines.map((engine) => ({
        ...engine,
        withSearchQueries: computeRate(engine.withSearchQueries, engine.answers),
      })),
    };
  });
}

/** The search queries that one prompt causes. */
export interface FanOutPrompt {
  promptId: string;
  prompt: string;
  /** The most frequent first. */
  queries: Pick<FanOutQuery, 'query' | 'answers' | 'mentioned'>[];
  /** Distinct queries in total, of which `queries` holds the first. */
  queryCount: number;
}

type FanOutPromptRow = Omit<FanOutPrompt, 'queries'> & {
  queries: { query: string; answers: number; mentioned: number }[];
};

/** Returns the prompts that cause the most search queries, each with its most frequent ones. */
export function listFanOutPrompts(
  context: Context,
  filters: MetricFilters,
  { prompts = 8, queries = 5 }: { prompts?: number; queries?: number } = {},
): Promise<FanOutPrompt[]> {
  return withMetricsTransaction(context, async (tx) => {
    const { organizationId, rollups, isCurrent } = buildFilterSql(tx, filters);
    const rows = await queryRows<FanOutPromptRow>(
      tx.db,
      sql`
        WITH queries AS (
          SELECT prompt_id, query, sum(answers)::int AS answers, sum(mentioned)::int AS mentioned,
            row_number() OVER (PARTITION BY prompt_id ORDER BY sum(answers) DESC, query) AS position,
            count(*) OVER (PARTITION BY prompt_id)::int AS query_count,
            sum(sum(answers)) OVER (PARTITION BY prompt_id) AS total_answers
          FROM daily_queries WHERE ${rollups} AND ${isCurrent} GROUP BY prompt_id, query
        )
        SELECT queries.prompt_id AS "promptId", prompts.text AS prompt, queries.query_count AS "queryCount",
          json_agg(json_build_object('query', query, 'answers', answers, 'mentioned', mentioned)
                   ORDER BY position) AS queries
        FROM queries JOIN prompts ON prompts.organization_id = ${organizationId} AND prompts.id = queries.prompt_id
        WHERE position <= ${queries}
        GROUP BY queries.prompt_id, prompts.text, queries.query_count, queries.total_answers
        ORDER BY queries.total_answers DESC, prompts.text, queries.prompt_id LIMIT ${prompts}`,
    );
    return rows.map((row) => ({
      ...row,
      queries: row.queries.map((query) => ({
        ...query,
        mentioned: computeRate(query.mentioned, query.answers),
      })),
    }));
  });
}
