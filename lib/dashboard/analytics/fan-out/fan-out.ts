import { computeRate, type Rate } from '#lib/core/metric';
import { normalizeQuery } from '#lib/core/normalize';
import { isNow, rollupInScope, scopeValues } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import type { Context } from '#lib/db/context';

/** A search the engines make, by its normalised text (metrics.md, "Fan-out"). */
export interface FanOutQuery {
  query: string;
  /** Answers for which it was searched. */
  asked: number;
  /** Of these, the answers that mention the own brand. */
  named: Rate;
  /** Engines that searched for it, by key, and how many prompts and countries it stands behind. */
  engines: string[];
  prompts: number;
  countries: number;
}

/** What one engine tells of its searches. */
export interface FanOutEngine {
  engine: string;
  answers: number;
  /** Answers with at least one search ÷ answers; an engine that never tells any has 0. */
  fanned: Rate;
  /** Whether all of these answers come from the fictional market. */
  fictional: boolean;
}

export interface FanOutData {
  /** The most asked first. */
  queries: FanOutQuery[];
  /** Distinct queries in all, of which `queries` shows the first. */
  total: number;
  engines: FanOutEngine[];
}

const fanOutQuery = `
WITH searched AS MATERIALIZED (
  SELECT query, sum(answers)::int AS asked, sum(mentioned)::int AS named,
    array_agg(DISTINCT engine ORDER BY engine) AS engines,
    count(DISTINCT prompt_id)::int AS prompts, count(DISTINCT country)::int AS countries
  FROM daily_queries WHERE ${rollupInScope} AND ${isNow} AND ($14::text IS NULL OR query LIKE $14)
  GROUP BY query
)
SELECT (SELECT count(*)::int FROM searched) AS total,
  (SELECT coalesce(json_agg(top), '[]') FROM (
     SELECT * FROM searched ORDER BY asked DESC, query LIMIT $13) top) AS queries,
  (SELECT coalesce(json_agg(told), '[]') FROM (
     SELECT engine, sum(answered)::int AS answers, sum(with_search_queries)::int AS fanned,
       bool_and(fictional) FILTER (WHERE answered > 0) AS fictional
     FROM daily_answers WHERE ${rollupInScope} AND ${isNow} GROUP BY engine
     HAVING sum(answered) > 0 ORDER BY sum(with_search_queries) DESC, engine) told) AS engines`;

interface FanOutRow {
  total: number;
  queries: (Omit<FanOutQuery, 'named'> & { named: number })[];
  engines: (Omit<FanOutEngine, 'fanned'> & { fanned: number })[];
}

/**
 * The engines' own searches in the period, and which engines tell them.
 * @param page.words only searches that hold these words; empty for all
 */
export function getFanOut(
  context: Context,
  filters: MetricFilters,
  { limit = 50, words = '' }: { limit?: number; words?: string } = {},
): Promise<FanOutData> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<FanOutRow>({
      name: 'metrics-fan-out',
      text: fanOutQuery,
      values: [...scopeValues(organizationId, filters), limit, toLikePattern(words)],
    });
    const { total = 0, queries = [], engines = [] } = rows[0] ?? {};
    return {
      total,
      queries: queries.map(({ named, ...query }) => ({ ...query, named: computeRate(named, query.asked) })),
      engines: engines.map(({ fanned, ...told }) => ({ ...told, fanned: computeRate(fanned, told.answers) })),
    };
  });
}

function toLikePattern(words: string): string | null {
  const wanted = normalizeQuery(words);
  return wanted === '' ? null : `%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** What one prompt makes the engines search for. */
export interface FanOutPrompt {
  promptId: string;
  prompt: string;
  /** The most asked first. */
  queries: { query: string; asked: number; named: Rate }[];
  /** Distinct queries in all, of which `queries` shows the first. */
  total: number;
}

const promptQuery = `
WITH searched AS (
  SELECT prompt_id, query, sum(answers)::int AS asked, sum(mentioned)::int AS named,
    row_number() OVER (PARTITION BY prompt_id ORDER BY sum(answers) DESC, query) AS place,
    count(*) OVER (PARTITION BY prompt_id)::int AS total, sum(sum(answers)) OVER (PARTITION BY prompt_id) AS weight
  FROM daily_queries WHERE ${rollupInScope} AND ${isNow} GROUP BY prompt_id, query
)
SELECT searched.prompt_id AS "promptId", prompts.text AS prompt, searched.total,
  json_agg(json_build_object('query', query, 'asked', asked, 'named', named) ORDER BY place) AS queries
FROM searched JOIN prompts ON prompts.organization_id = $1 AND prompts.id = searched.prompt_id
WHERE place <= $14
GROUP BY searched.prompt_id, prompts.text, searched.total, searched.weight
ORDER BY searched.weight DESC, prompts.text, searched.prompt_id LIMIT $13`;

interface PromptRow extends Omit<FanOutPrompt, 'queries'> {
  queries: { query: string; asked: number; named: number }[];
}

/** The prompts that make the engines search most, each with its most asked searches. */
export function listFanOutPrompts(
  context: Context,
  filters: MetricFilters,
  { prompts = 8, queries = 5 }: { prompts?: number; queries?: number } = {},
): Promise<FanOutPrompt[]> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<PromptRow>({
      name: 'metrics-fan-out-by-prompt',
      text: promptQuery,
      values: [...scopeValues(organizationId, filters), prompts, queries],
    });
    return rows.map((row) => ({
      ...row,
      queries: row.queries.map(({ named, ...query }) => ({
        ...query,
        named: computeRate(named, query.asked),
      })),
    }));
  });
}
