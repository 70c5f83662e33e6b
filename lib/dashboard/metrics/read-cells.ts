import type { MetricFilters } from '#lib/dashboard/metrics/filters';
import { rollupInScope, scopeValues } from '#lib/dashboard/metrics/scope';
import type { Context } from '#lib/database/context';

/** What one period of one cell counts. */
export interface CellCounts {
  answers: number;
  noAnswer: number;
  /** Citations of any address. */
  citations: number;
  /** Answers that mention the own brand, the sum of its ranks in them, and those where it comes first. */
  mentioned: number;
  rankSum: number;
  first: number;
  /** Answers that cite an address of the own brand, and those citations. */
  cited: number;
  ownCitations: number;
  /** Sum over tracked brands of answers that mention them. */
  allMentioned: number;
}

/** A prompt × engine × country, in the period and the one before it. */
export interface Cell {
  promptId: string;
  engine: string;
  country: string;
  branded: boolean;
  fictional: boolean;
  now: CellCounts;
  before: CellCounts;
}

const answerColumns = ['answered', 'no_answer', 'citations'];
const brandColumns = ['mentioned', 'rank_sum', 'first', 'cited', 'citations'];
const ofPeriods = (column: string, as: string, condition = 'true') => `
    coalesce(sum(${column}) FILTER (WHERE ${condition} AND day >= $4::date), 0)::int AS now_${as},
    coalesce(sum(${column}) FILTER (WHERE ${condition} AND day < $4::date), 0)::int AS before_${as}`;

const text = `
WITH asked AS MATERIALIZED (
  SELECT prompt_id, engine, country, bool_or(branded) AS branded,
    bool_and(fictional) FILTER (WHERE answered > 0) AS fictional,
    ${answerColumns.map((column) => ofPeriods(column, column)).join(',')}
  FROM daily_answers WHERE ${rollupInScope} GROUP BY prompt_id, engine, country
), named AS MATERIALIZED (
  SELECT prompt_id, engine, country,
    ${brandColumns.map((column) => ofPeriods(column, `own_${column}`, 'brand_id = $10')).join(',')},
    ${ofPeriods('mentioned', 'all_mentioned')}
  FROM daily_brands WHERE ${rollupInScope} GROUP BY prompt_id, engine, country
)
SELECT * FROM asked LEFT JOIN named USING (prompt_id, engine, country)
WHERE (NOT $11::boolean OR branded)`;

type Row = {
  prompt_id: string;
  engine: string;
  country: string;
  branded: boolean;
  fictional: boolean | null;
} & {
  [count: string]: number | null;
};

/** The own brand's counts of every cell the filters speak of: one row a cell, however many answers it has. */
export async function readCells(
  context: Context,
  filters: MetricFilters,
  ownBrandId: string,
): Promise<Cell[]> {
  const { rows } = await context.connection.query<Row>({
    name: 'metrics-cells',
    text,
    values: [...scopeValues(context.organizationId, filters), ownBrandId, filters.branded === 'only'],
  });
  return rows.map((row) => ({
    promptId: row.prompt_id,
    engine: row.engine,
    country: row.country,
    branded: row.branded,
    fictional: row.fictional ?? false,
    now: countsOf(row, 'now'),
    before: countsOf(row, 'before'),
  }));
}

function countsOf(row: Row, period: 'now' | 'before'): CellCounts {
  const count = (name: string) => row[`${period}_${name}`] ?? 0;
  return {
    answers: count('answered'),
    noAnswer: count('no_answer'),
    citations: count('citations'),
    mentioned: count('own_mentioned'),
    rankSum: count('own_rank_sum'),
    first: count('own_first'),
    cited: count('own_cited'),
    ownCitations: count('own_citations'),
    allMentioned: count('all_mentioned'),
  };
}
