import type { MetricFilters } from '#lib/dashboard/metrics/filters';
import { rollupInScope, scopeValues } from '#lib/dashboard/metrics/scope';
import type { Context } from '#lib/database/context';

/** What a brand counts over the cells of one prompt. */
export interface BrandCounts {
  mentioned: number;
  rankSum: number;
  first: number;
  cited: number;
  citations: number;
}

export interface BrandPrompt {
  brandId: string;
  promptId: string;
  /** All cells of the period. */
  all: BrandCounts;
  /** The period and the one before, over cells asked in both. */
  now: BrandCounts;
  before: BrandCounts;
}

const columns = ['mentioned', 'rank_sum', 'first', 'cited', 'citations'];
const total = (column: string, as: string, condition: string) =>
  `coalesce(sum(${column}) FILTER (WHERE ${condition}), 0)::int AS ${as}_${column}`;

const text = `
WITH asked AS MATERIALIZED (
  SELECT prompt_id, engine, country, bool_or(branded) AS branded,
    coalesce(sum(answered) FILTER (WHERE day >= $4::date), 0) > 0
      AND coalesce(sum(answered) FILTER (WHERE day < $4::date), 0) > 0 AS in_both
  FROM daily_answers WHERE ${rollupInScope} GROUP BY prompt_id, engine, country
), named AS MATERIALIZED (
  SELECT brand_id, prompt_id, engine, country, day >= $4::date AS current,
    ${columns.map((column) => `sum(${column})::int AS ${column}`).join(', ')}
  FROM daily_brands WHERE ${rollupInScope} GROUP BY brand_id, prompt_id, engine, country, current
)
SELECT brand_id, prompt_id,
  ${columns.map((column) => total(column, 'all', 'current')).join(', ')},
  ${columns.map((column) => total(column, 'now', 'current AND in_both')).join(', ')},
  ${columns.map((column) => total(column, 'before', 'NOT current AND in_both')).join(', ')}
FROM named JOIN asked USING (prompt_id, engine, country)
WHERE (NOT $10::boolean OR branded)
GROUP BY brand_id, prompt_id`;

type Row = { brand_id: string; prompt_id: string } & { [count: string]: number };

/** The counts of every tracked brand by prompt. */
export async function readBrandPrompts(context: Context, filters: MetricFilters): Promise<BrandPrompt[]> {
  const { rows } = await context.connection.query<Row>({
    name: 'metrics-brand-prompts',
    text,
    values: [...scopeValues(context.organizationId, filters), filters.branded === 'only'],
  });
  return rows.map((row) => ({
    brandId: row.brand_id,
    promptId: row.prompt_id,
    all: countsOf(row, 'all'),
    now: countsOf(row, 'now'),
    before: countsOf(row, 'before'),
  }));
}

function countsOf(row: Row, part: 'all' | 'now' | 'before'): BrandCounts {
  const count = (name: string) => row[`${part}_${name}`] ?? 0;
  return {
    mentioned: count('mentioned'),
    rankSum: count('rank_sum'),
    first: count('first'),
    cited: count('cited'),
    citations: count('citations'),
  };
}
