import { isBefore, isNow, rollupInScope, scopeValues } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { MetricCounts } from '#lib/dashboard/analytics/segments/metrics';
import type { ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import type { Context } from '#lib/db/context';

/** What one period of one cell counts. */
export interface SegmentCounts extends MetricCounts {
  noAnswer: number;
}

/** A prompt × engine × country, in the period and the one before it. */
export interface Segment {
  promptId: string;
  engine: string;
  country: string;
  branded: boolean;
  fictional: boolean;
  now: SegmentCounts;
  before: SegmentCounts;
}

/** What a brand counts over the cells of one prompt. */
export interface BrandCounts {
  mentioned: number;
  rankSum: number;
  first: number;
  cited: number;
  citations: number;
  sentences: number;
  tone: number;
  positive: number;
  negative: number;
}

export interface BrandPromptCounts {
  brandId: string;
  promptId: string;
  /** All cells of the period. */
  all: BrandCounts;
  /** The period and the one before, over the cells compared (`comparedCells`). */
  now: BrandCounts;
  before: BrandCounts;
}

export interface SegmentData {
  cells: Segment[];
  brandPrompts: BrandPromptCounts[];
}

const answerColumns = ['answered', 'no_answer', 'citations'];
const brandColumns = [
  'mentioned',
  'rank_sum',
  'rank_first_count',
  'cited',
  'citations',
  'positive',
  'neutral',
  'negative',
];
const total = (column: string, condition: string, as: string) =>
  `coalesce(sum(${column}) FILTER (WHERE ${condition}), 0)::int AS ${as}_${column}`;

const text = `
WITH asked AS MATERIALIZED (
  SELECT prompt_id, engine, country, bool_or(is_branded_prompt) AS branded,
    bool_and(fictional) FILTER (WHERE answered > 0) AS fictional,
    ${answerColumns.map((column) => total(column, isNow, 'now')).join(', ')},
    ${answerColumns.map((column) => total(column, isBefore, 'before')).join(', ')}
  FROM daily_answers WHERE ${rollupInScope} GROUP BY prompt_id, engine, country
), named AS MATERIALIZED (
  SELECT brand_id, prompt_id, engine, country, ${isNow} AS current, ${isBefore} AS earlier,
    ${brandColumns.map((column) => `sum(${column})::int AS ${column}`).join(', ')}
  FROM daily_brands WHERE ${rollupInScope} GROUP BY brand_id, prompt_id, engine, country, current, earlier
), own AS MATERIALIZED (
  SELECT prompt_id, engine, country,
    ${brandColumns.map((column) => total(column, 'current AND brand_id = $13', 'now_own')).join(', ')},
    ${brandColumns.map((column) => total(column, 'earlier AND brand_id = $13', 'before_own')).join(', ')},
    ${total('mentioned', 'current', 'now_all')}, ${total('mentioned', 'earlier', 'before_all')}
  FROM named GROUP BY prompt_id, engine, country
), cells AS MATERIALIZED (
  SELECT * FROM asked LEFT JOIN own USING (prompt_id, engine, country)
), brand_prompts AS MATERIALIZED (
  SELECT brand_id, prompt_id,
    ${brandColumns.map((column) => total(column, 'current', 'all')).join(', ')},
    ${brandColumns.map((column) => total(column, 'current AND compared', 'now')).join(', ')},
    ${brandColumns.map((column) => total(column, 'earlier AND compared', 'before')).join(', ')}
  FROM named JOIN (
    SELECT prompt_id, engine, country,
      paired AND (NOT changed OR NOT bool_or(paired AND NOT changed) OVER ()) AS compared
    FROM (
      SELECT prompt_id, engine, country, engine = ANY ($14::text[]) AS changed,
        now_answered > 0 AND before_answered > 0 AS paired
      FROM cells
    ) asked_cells
  ) pairs USING (prompt_id, engine, country)
  GROUP BY brand_id, prompt_id
)
SELECT (SELECT coalesce(json_agg(cells), '[]') FROM cells) AS cells,
  (SELECT coalesce(json_agg(brand_prompts), '[]') FROM brand_prompts) AS brand_prompts`;

interface CountColumns {
  [count: string]: unknown;
}
type SegmentRow = CountColumns & {
  prompt_id: string;
  engine: string;
  country: string;
  branded: boolean;
  fictional: boolean | null;
};
type BrandRow = CountColumns & { brand_id: string; prompt_id: string };

/**
 * The own brand's counts of every cell the filters speak of, and every tracked brand's by prompt: as much to
 * read however many answers there are.
 */
export async function readSegments(
  context: Context,
  filters: MetricFilters,
  { own, models }: Pick<ProjectScope, 'own' | 'models'>,
): Promise<SegmentData> {
  const changed = [...models].filter(([, model]) => model.changed).map(([engine]) => engine);
  const { rows } = await context.db.$client.query<{ cells: SegmentRow[]; brand_prompts: BrandRow[] }>({
    name: 'metrics-cells',
    text,
    values: [...scopeValues(context.organizationId, filters), own.id, changed],
  });
  return {
    cells: (rows[0]?.cells ?? []).map((row) => ({
      promptId: row.prompt_id,
      engine: row.engine,
      country: row.country,
      branded: row.branded,
      fictional: row.fictional ?? false,
      now: toSegmentCounts(row, 'now'),
      before: toSegmentCounts(row, 'before'),
    })),
    brandPrompts: (rows[0]?.brand_prompts ?? []).map((row) => ({
      brandId: row.brand_id,
      promptId: row.prompt_id,
      all: toBrandCounts(row, 'all'),
      now: toBrandCounts(row, 'now'),
      before: toBrandCounts(row, 'before'),
    })),
  };
}

/** A cell without any brand's row has nulls in its place. */
function getCount(row: CountColumns, name: string): number {
  const count = row[name];
  return typeof count === 'number' ? count : 0;
}

function toSegmentCounts(row: SegmentRow, period: 'now' | 'before'): SegmentCounts {
  return {
    answers: getCount(row, `${period}_answered`),
    noAnswer: getCount(row, `${period}_no_answer`),
    citations: getCount(row, `${period}_citations`),
    mentioned: getCount(row, `${period}_own_mentioned`),
    rankSum: getCount(row, `${period}_own_rank_sum`),
    first: getCount(row, `${period}_own_rank_first_count`),
    cited: getCount(row, `${period}_own_cited`),
    ownCitations: getCount(row, `${period}_own_citations`),
    allMentioned: getCount(row, `${period}_all_mentioned`),
    ...toSentenceCounts(row, `${period}_own`),
  };
}

function toBrandCounts(row: BrandRow, part: 'all' | 'now' | 'before'): BrandCounts {
  return {
    mentioned: getCount(row, `${part}_mentioned`),
    rankSum: getCount(row, `${part}_rank_sum`),
    first: getCount(row, `${part}_rank_first_count`),
    cited: getCount(row, `${part}_cited`),
    citations: getCount(row, `${part}_citations`),
    ...toSentenceCounts(row, part),
  };
}

function toSentenceCounts(row: CountColumns, prefix: string) {
  const positive = getCount(row, `${prefix}_positive`);
  const negative = getCount(row, `${prefix}_negative`);
  const sentences = positive + getCount(row, `${prefix}_neutral`) + negative;
  return { sentences, tone: positive - negative, positive, negative };
}
