import { type SQL, sql } from 'drizzle-orm';
import { buildFilterSql, type FilterSql } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { MetricCounts } from '#lib/dashboard/analytics/segments/compute-metrics';
import type { ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { type Context, queryRows } from '#lib/db/client';

/** The counts of a segment in one period. */
export interface SegmentCounts extends MetricCounts {
  noAnswer: number;
}

interface SegmentKey {
  promptId: string;
  engine: string;
  country: string;
}

/** A prompt × engine × country in the current and the previous period. */
export interface Segment extends SegmentKey {
  isBrandedPrompt: boolean;
  isFictional: boolean;
  now: SegmentCounts;
  before: SegmentCounts;
}

type BrandCounts = Omit<MetricCounts, 'answers' | 'citations' | 'allMentioned'>;

export interface BrandPromptCounts {
  brandId: string;
  promptId: string;
  /** All segments of the current period. */
  all: BrandCounts;
  /** The two periods over the compared segments (`selectCompared`). */
  now: BrandCounts;
  before: BrandCounts;
}

export interface SegmentData {
  segments: Segment[];
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

/** Sums each column over the rows that meet a condition, as `prefix_column`. */
function sumColumns(columns: readonly string[], condition: SQL, prefix: string): SQL {
  const sums = columns.map(
    (column) =>
      sql`coalesce(sum(${sql.raw(column)}) FILTER (WHERE ${condition}), 0)::int AS ${sql.raw(`${prefix}_${column}`)}`,
  );
  return sql.join(sums, sql`, `);
}

function buildSegmentsQuery(
  { rollups, isCurrent, isPrevious }: FilterSql,
  { brandId, changedEngines }: { brandId: string; changedEngines: string[] },
): SQL {
  const isBrand = sql`brand_id = ${brandId}`;
  return sql`
    WITH answer_counts AS MATERIALIZED (
      SELECT prompt_id, engine, country, bool_or(is_branded_prompt) AS is_branded_prompt,
        bool_and(fictional) FILTER (WHERE answered > 0) AS is_fictional,
        ${sumColumns(answerColumns, isCurrent, 'now')}, ${sumColumns(answerColumns, isPrevious, 'before')}
      FROM daily_answers WHERE ${rollups} GROUP BY prompt_id, engine, country
    ), brand_counts AS MATERIALIZED (
      SELECT brand_id, prompt_id, engine, country, ${isCurrent} AS is_current, ${isPrevious} AS is_previous,
        ${sql.raw(brandColumns.map((column) => `sum(${column})::int AS ${column}`).join(', '))}
      FROM daily_brands WHERE ${rollups} GROUP BY brand_id, prompt_id, engine, country, is_current, is_previous
    ), selected_brand AS MATERIALIZED (
      SELECT prompt_id, engine, country,
        ${sumColumns(brandColumns, sql`is_current AND ${isBrand}`, 'now_own')},
        ${sumColumns(brandColumns, sql`is_previous AND ${isBrand}`, 'before_own')},
        ${sumColumns(['mentioned'], sql`is_current`, 'now_all')},
        ${sumColumns(['mentioned'], sql`is_previous`, 'before_all')}
      FROM brand_counts GROUP BY prompt_id, engine, country
    ), segments AS MATERIALIZED (
      SELECT * FROM answer_counts LEFT JOIN selected_brand USING (prompt_id, engine, country)
    ), brand_prompts AS MATERIALIZED (
      SELECT brand_id, prompt_id,
        ${sumColumns(brandColumns, sql`is_current`, 'all')},
        ${sumColumns(brandColumns, sql`is_current AND is_compared`, 'now')},
        ${sumColumns(brandColumns, sql`is_previous AND is_compared`, 'before')}
      FROM brand_counts JOIN (
        SELECT prompt_id, engine, country,
          is_paired AND (NOT has_changed OR NOT bool_or(is_paired AND NOT has_changed) OVER ()) AS is_compared
        FROM (
          SELECT prompt_id, engine, country, engine = ANY (${sql.param(changedEngines)}::text[]) AS has_changed,
            now_answered > 0 AND before_answered > 0 AS is_paired
          FROM segments
        ) paired
      ) compared USING (prompt_id, engine, country)
      GROUP BY brand_id, prompt_id
    )
    SELECT (SELECT coalesce(json_agg(segments), '[]') FROM segments) AS segments,
      (SELECT coalesce(json_agg(brand_prompts), '[]') FROM brand_prompts) AS "brandPrompts"`;
}

type CountColumns = Record<string, unknown>;
type SegmentRow = CountColumns & {
  prompt_id: string;
  engine: string;
  country: string;
  is_branded_prompt: boolean;
  is_fictional: boolean | null;
};
type BrandRow = CountColumns & { brand_id: string; prompt_id: string };

/**
 * Reads the selected brand's counts by segment and every tracked brand's by prompt. The size of the result does not
 * depend on the number of answers.
 */
export async function readSegments(
  context: Context,
  filters: MetricFilters,
  { selectedBrand, models }: Pick<ProjectScope, 'selectedBrand' | 'models'>,
): Promise<SegmentData> {
  const changedEngines = [...models].filter(([, model]) => model.changed).map(([engine]) => engine);
  const [row] = await queryRows<{ segments: SegmentRow[]; brandPrompts: BrandRow[] }>(
    context.db,
    buildSegmentsQuery(buildFilterSql(context, filters), { brandId: selectedBrand.id, changedEngines }),
  );
  return {
    segments: (row?.segments ?? []).map((segment) => ({
      promptId: segment.prompt_id,
      engine: segment.engine,
      country: segment.country,
      isBrandedPrompt: segment.is_branded_prompt,
      isFictional: segment.is_fictional ?? false,
      now: toSegmentCounts(segment, 'now'),
      before: toSegmentCounts(segment, 'before'),
    })),
    brandPrompts: (row?.brandPrompts ?? []).map((counts) => ({
      brandId: counts.brand_id,
      promptId: counts.prompt_id,
      all: toBrandCounts(counts, 'all'),
      now: toBrandCounts(counts, 'now'),
      before: toBrandCounts(counts, 'before'),
    })),
  };
}

function getCount(row: CountColumns, name: string): number {
  const count = row[name];
  return typeof count === 'number' ? count : 0;
}

function toSegmentCounts(row: SegmentRow, period: 'now' | 'before'): SegmentCounts {
  return {
    answers: getCount(row, `${period}_answered`),
    noAnswer: getCount(row, `${period}_no_answer`),
    citations: getCount(row, `${period}_citations`),
    allMentioned: getCount(row, `${period}_all_mentioned`),
    ...toBrandCounts(row, `${period}_own`),
  };
}

function toBrandCounts(row: CountColumns, prefix: string): BrandCounts {
  const positive = getCount(row, `${prefix}_positive`);
  const negative = getCount(row, `${prefix}_negative`);
  return {
    mentioned: getCount(row, `${prefix}_mentioned`),
    rankSum: getCount(row, `${prefix}_rank_sum`),
    rankFirstCount: getCount(row, `${prefix}_rank_first_count`),
    cited: getCount(row, `${prefix}_cited`),
    ownCitations: getCount(row, `${prefix}_citations`),
    sentences: positive + getCount(row, `${prefix}_neutral`) + negative,
    sentimentSum: positive - negative,
    positive,
    negative,
  };
}

/** Answers, and citations of any URL in them. */
export type AnswerCounts = Pick<MetricCounts, 'answers' | 'citations'>;

/** The answers to a prompt × engine × country in both periods, regardless of the selected brand. */
export interface AnswerSegment extends SegmentKey {
  now: AnswerCounts;
  before: AnswerCounts;
}

interface Row extends SegmentKey, AnswerCounts {
  isCurrent: boolean;
  isPrevious: boolean;
}

/** Reads the segments without brands; `readSegments` returns the same counts and more. */
export async function readAnswerSegments(context: Context, filters: MetricFilters): Promise<AnswerSegment[]> {
  const view = buildFilterSql(context, filters);
  const rows = await queryRows<Row>(
    context.db,
    sql`
      SELECT prompt_id AS "promptId", engine, country,
        ${view.isCurrent} AS "isCurrent", ${view.isPrevious} AS "isPrevious",
        sum(answered)::int AS answers, sum(citations)::int AS citations
      FROM daily_answers WHERE ${view.rollups} GROUP BY prompt_id, engine, country, "isCurrent", "isPrevious"`,
  );
  const segments = new Map<string, AnswerSegment>();
  for (const { promptId, engine, country, isCurrent, isPrevious, ...counts } of rows) {
    const key = getSegmentKey({ promptId, engine, country });
    const segment = segments.get(key) ?? {
      promptId,
      engine,
      country,
      now: { answers: 0, citations: 0 },
      before: { answers: 0, citations: 0 },
    };
    if (isCurrent) addAnswerCounts(segment.now, counts);
    if (isPrevious) addAnswerCounts(segment.before, counts);
    segments.set(key, segment);
  }
  return [...segments.values()];
}

/** Returns the key that identifies a segment. */
export function getSegmentKey({ promptId, engine, country }: SegmentKey): string {
  return `${promptId} ${engine} ${country}`;
}

/** Whether a segment was answered in both periods, so that its change can be measured. */
export function isPaired({ now, before }: AnswerSegment): boolean {
  return now.answers > 0 && before.answers > 0;
}

/** Sums the counts of the current period. */
export function sumAnswerCounts(segments: readonly AnswerSegment[]): AnswerCounts {
  const sum = { answers: 0, citations: 0 };
  for (const { now } of segments) addAnswerCounts(sum, now);
  return sum;
}

export function addAnswerCounts(sum: AnswerCounts, { answers, citations }: AnswerCounts): void {
  sum.answers += answers;
  sum.citations += citations;
}
