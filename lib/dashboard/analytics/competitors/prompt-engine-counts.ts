import { isNow, rollupInScope, scopeValues } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Context } from '#lib/db/context';

/** What a prompt's answers on one engine say of a brand. */
export interface BrandRankCounts {
  /** Answers that mention it, and mentions in them. */
  mentioned: number;
  mentions: number;
  /** Answers that cite an address of its own. */
  cited: number;
  /** Answers where it ranks 1, 2, … 9, and tenth or later. */
  places: number[];
}

/** A prompt asked of an engine: its answers, and what they say of brands by their ids. */
export interface PromptEngineCounts {
  promptId: string;
  prompt: string;
  engine: string;
  answers: number;
  brands: Map<string, BrandRankCounts>;
}

export const maxRank = 10;

const places = Array.from({ length: maxRank }, (_, at) => `coalesce(sum(rank_histogram[${at + 1}]), 0)::int`);

const text = `
WITH asked AS MATERIALIZED (
  SELECT prompt_id, engine, sum(answered)::int AS answers
  FROM daily_answers WHERE ${rollupInScope} AND ${isNow} GROUP BY prompt_id, engine
), named AS MATERIALIZED (
  SELECT prompt_id, engine, json_object_agg(brand_id, counts) AS brands FROM (
    SELECT prompt_id, engine, brand_id,
      ARRAY[sum(mentioned)::int, sum(mentions)::int, sum(cited)::int, ${places.join(', ')}] AS counts
    FROM daily_brands WHERE ${rollupInScope} AND ${isNow} GROUP BY prompt_id, engine, brand_id
  ) one GROUP BY prompt_id, engine
)
SELECT asked.prompt_id, prompts.text AS prompt, asked.engine, asked.answers, coalesce(named.brands, '{}') AS brands
FROM asked LEFT JOIN named USING (prompt_id, engine)
JOIN prompts ON prompts.organization_id = $1 AND prompts.project_id = $2 AND prompts.id = asked.prompt_id
WHERE asked.answers > 0 ORDER BY prompts.text, asked.prompt_id, asked.engine`;

interface Row {
  prompt_id: string;
  prompt: string;
  engine: string;
  answers: number;
  brands: Record<string, [mentioned: number, mentions: number, cited: number, ...places: number[]]>;
}

/** What every tracked brand counts by prompt and engine in the period, in a transaction already scoped. */
export async function readPromptEngines(
  context: Context,
  filters: MetricFilters,
): Promise<PromptEngineCounts[]> {
  const { rows } = await context.db.$client.query<Row>({
    name: 'metrics-prompt-engines',
    text,
    values: scopeValues(context.organizationId, filters),
  });
  return rows.map(({ prompt_id, prompt, engine, answers, brands }) => ({
    promptId: prompt_id,
    prompt,
    engine,
    answers,
    brands: new Map(
      Object.entries(brands).map(([id, [mentioned, mentions, cited, ...places]]) => [
        id,
        { mentioned, mentions, cited, places },
      ]),
    ),
  }));
}

/** Prompt–engine pairs by prompt, in the order given. */
export function groupByPrompt(pairs: readonly PromptEngineCounts[]): PromptEngineCounts[][] {
  const groups = new Map<string, PromptEngineCounts[]>();
  for (const pair of pairs) {
    const group = groups.get(pair.promptId);
    if (group) group.push(pair);
    else groups.set(pair.promptId, [pair]);
  }
  return [...groups.values()];
}
