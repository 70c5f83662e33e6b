import { comparedQuery } from '#lib/core/compared-query';
import { type Rate, wilson } from '#lib/core/rate';
import { ask } from '#lib/dashboard/analytics/ask';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { isNow, rollupInScope, scopeValues } from '#lib/dashboard/analytics/scope';
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

export interface FanOut {
  /** The most asked first. */
  queries: FanOutQuery[];
  /** Distinct queries in all, of which `queries` shows the first. */
  total: number;
  engines: FanOutEngine[];
}

const text = `
WITH searched AS MATERIALIZED (
  SELECT query, sum(asked)::int AS asked, sum(named)::int AS named,
    array_agg(DISTINCT engine ORDER BY engine) AS engines,
    count(DISTINCT prompt_id)::int AS prompts, count(DISTINCT country)::int AS countries
  FROM daily_queries WHERE ${rollupInScope} AND ${isNow} AND ($14::text IS NULL OR query LIKE $14)
  GROUP BY query
)
SELECT (SELECT count(*)::int FROM searched) AS total,
  (SELECT coalesce(json_agg(top), '[]') FROM (
     SELECT * FROM searched ORDER BY asked DESC, query LIMIT $13) top) AS queries,
  (SELECT coalesce(json_agg(told), '[]') FROM (
     SELECT engine, sum(answered)::int AS answers, sum(fanned)::int AS fanned,
       bool_and(fictional) FILTER (WHERE answered > 0) AS fictional
     FROM daily_answers WHERE ${rollupInScope} AND ${isNow} GROUP BY engine
     HAVING sum(answered) > 0 ORDER BY sum(fanned) DESC, engine) told) AS engines`;

interface Row {
  total: number;
  queries: (Omit<FanOutQuery, 'named'> & { named: number })[];
  engines: (Omit<FanOutEngine, 'fanned'> & { fanned: number })[];
}

/**
 * The engines' own searches in the period, and which engines tell them.
 * @param page.words only searches that hold these words; empty for all
 */
export function fanOut(
  context: Context,
  filters: MetricFilters,
  { limit = 50, words = '' }: { limit?: number; words?: string } = {},
): Promise<FanOut> {
  return ask(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<Row>({
      name: 'metrics-fan-out',
      text,
      values: [...scopeValues(organizationId, filters), limit, patternOf(words)],
    });
    const { total = 0, queries = [], engines = [] } = rows[0] ?? {};
    return {
      total,
      queries: queries.map(({ named, ...query }) => ({ ...query, named: wilson(named, query.asked) })),
      engines: engines.map(({ fanned, ...told }) => ({ ...told, fanned: wilson(fanned, told.answers) })),
    };
  });
}

function patternOf(words: string): string | null {
  const wanted = comparedQuery(words);
  return wanted === '' ? null : `%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
