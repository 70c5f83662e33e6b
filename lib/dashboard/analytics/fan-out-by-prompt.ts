import { type Rate, wilson } from '#lib/core/rate';
import { ask } from '#lib/dashboard/analytics/ask';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { isNow, rollupInScope, scopeValues } from '#lib/dashboard/analytics/scope';
import type { Context } from '#lib/db/context';

/** What one prompt makes the engines search for. */
export interface FanOutPrompt {
  promptId: string;
  prompt: string;
  /** The most asked first. */
  queries: { query: string; asked: number; named: Rate }[];
  /** Distinct queries in all, of which `queries` shows the first. */
  total: number;
}

const text = `
WITH searched AS (
  SELECT prompt_id, query, sum(asked)::int AS asked, sum(named)::int AS named,
    row_number() OVER (PARTITION BY prompt_id ORDER BY sum(asked) DESC, query) AS place,
    count(*) OVER (PARTITION BY prompt_id)::int AS total, sum(sum(asked)) OVER (PARTITION BY prompt_id) AS weight
  FROM daily_queries WHERE ${rollupInScope} AND ${isNow} GROUP BY prompt_id, query
)
SELECT searched.prompt_id AS "promptId", prompts.text AS prompt, searched.total,
  json_agg(json_build_object('query', query, 'asked', asked, 'named', named) ORDER BY place) AS queries
FROM searched JOIN prompts ON prompts.organization_id = $1 AND prompts.id = searched.prompt_id
WHERE place <= $14
GROUP BY searched.prompt_id, prompts.text, searched.total, searched.weight
ORDER BY searched.weight DESC, prompts.text, searched.prompt_id LIMIT $13`;

interface Row extends Omit<FanOutPrompt, 'queries'> {
  queries: { query: string; asked: number; named: number }[];
}

/** The prompts that make the engines search most, each with its most asked searches. */
export function fanOutByPrompt(
  context: Context,
  filters: MetricFilters,
  { prompts = 8, queries = 5 }: { prompts?: number; queries?: number } = {},
): Promise<FanOutPrompt[]> {
  return ask(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<Row>({
      name: 'metrics-fan-out-by-prompt',
      text,
      values: [...scopeValues(organizationId, filters), prompts, queries],
    });
    return rows.map((row) => ({
      ...row,
      queries: row.queries.map(({ named, ...query }) => ({ ...query, named: wilson(named, query.asked) })),
    }));
  });
}
