import { type SQL, sql } from 'drizzle-orm';
import { buildFilterSql, selectPeriods } from '#lib/dashboard/analytics/filters/filter-sql';
import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  BrandRuns,
  type MetricCounts,
  type MetricDay,
  zeroCounts,
} from '#lib/dashboard/analytics/segments/compute-metrics';
import type { ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { type Context, queryRows } from '#lib/db/client';

interface SegmentKey {
  promptId: string;
  engine: string;
  country: string;
}

/** The counts of a segment in one period: of all answers, and of one brand. */
export interface SegmentCounts extends MetricCounts {
  noAnswer: number;
}

/** A prompt × engine × country in the current and the previous period. */
export interface Segment extends SegmentKey {
  /** Engine and country. */
  place: string;
  isBrandedPrompt: boolean;
  isFictional: boolean;
  now: Readonly<SegmentCounts>;
  before: Readonly<SegmentCounts>;
}

/** All segments, by prompt, with the counts of one brand. */
export interface BrandSegments {
  segments: readonly Segment[];
  runs: BrandRuns;
}

/** Rows of a rollup, summed by segment (`day` is null), or by place and day (`promptId` is null). */
interface SummedRow {
  promptId: string | null;
  day: string | null;
  engine: string;
  country: string;
  isNow: boolean;
}

interface AnswerRow extends SummedRow {
  isBrandedPrompt: boolean;
  isFictional: boolean | null;
  counts: Pick<SegmentCounts, 'answers' | 'noAnswer' | 'citations'>;
}

interface BrandRow extends SummedRow {
  brandId: string;
  counts: Omit<SegmentCounts, 'answers' | 'noAnswer' | 'citations' | 'allMentioned'>;
}

/** Sum of squared ranks, from the number of answers at each rank; ranks below 10 count as 10. */
const rankSquares = sql.raw(
  Array.from(
    { length: 10 },
    (_, index) => `${(index + 1) ** 2} * coalesce(rank_histogram[${index + 1}], 0)`,
  ).join(' + '),
);

/**
 * Reads the counts of every tracked brand by segment, and by day if periods are compared. The size of the result does
 * not depend on the number of answers.
 * @returns by brand ID
 */
export async function readSegments(
  context: Context,
  filters: MetricFilters,
  { brands, selectedBrand, periods }: Pick<ProjectScope, 'brands' | 'selectedBrand' | 'periods'>,
): Promise<Map<string, BrandSegments>> {
  const view = buildFilterSql(context, filters);
  const sumBy = (table: string, columns: SQL, prefix: SQL) => sql`
    SELECT prompt_id AS "promptId", ${periods.previous ? sql`day::text` : sql`NULL`} AS day, engine, country,
      is_now AS "isNow", ${columns}
    FROM ${selectPeriods(table, view)}
    GROUP BY ${prefix} engine, country, is_now, ${periods.previous ? sql`GROUPING SETS (prompt_id, day)` : sql`prompt_id`}`;
  const [row] = await queryRows<{ answers: AnswerRow[]; brands: BrandRow[] }>(
    context.db,
    sql`
      WITH answer_counts AS (
        ${sumBy(
          'daily_answers',
          sql`bool_or(is_branded_prompt) AS "isBrandedPrompt",
            bool_and(fictional) FILTER (WHERE answered > 0) AS "isFictional",
            json_build_object('answers', sum(answered), 'noAnswer', sum(no_answer), 'citations', sum(citations)) AS counts`,
          sql``,
        )}
      ), brand_counts AS (
        ${sumBy(
          'daily_brands',
          sql`brand_id AS "brandId",
            json_build_object('mentioned', sum(mentioned), 'rankSum', sum(rank_sum), 'rankSquares', sum(${rankSquares}),
              'rankFirstCount', sum(rank_first_count), 'cited', sum(cited), 'ownCitations', sum(citations),
              'sentences', sum(positive + neutral + negative), 'sentimentSum', sum(positive - negative),
              'opinions', sum(positive + negative), 'positive', sum(positive), 'negative', sum(negative)) AS counts`,
          sql`brand_id,`,
        )}
      )
      SELECT (SELECT coalesce(json_agg(answer_counts), '[]') FROM answer_counts) AS answers,
        (SELECT coalesce(json_agg(brand_counts), '[]') FROM brand_counts) AS brands`,
  );
  const answers = toCells(row?.answers ?? []);
  const autocorrelation = periods.previous
    ? await readAutocorrelation(context, filters, selectedBrand.id)
    : 0;
  const mentioned = new Map<string, number>();
  const cellsByBrand = new Map(
    [...Map.groupBy(row?.brands ?? [], ({ brandId }) => brandId)].map(([id, rows]) => [id, toCells(rows)]),
  );
  for (const cells of cellsByBrand.values()) {
    for (const [key, { counts }] of cells) mentioned.set(key, (mentioned.get(key) ?? 0) + counts.mentioned);
  }
  return new Map(
    brands.map(({ id }) => {
      const cells = cellsByBrand.get(id);
      const getCounts = (key: string): SegmentCounts => ({
        ...noCounts,
        ...answers.get(key)?.counts,
        allMentioned: mentioned.get(key) ?? 0,
        ...cells?.get(key)?.counts,
      });
      const segments = joinSegments(answers.values(), getCounts);
      const runs = new BrandRuns(segments, joinDays(answers.values(), getCounts), { autocorrelation });
      return [id, { segments, runs }];
    }),
  );
}

/** The segments of a brand without any. */
export const noSegments: BrandSegments = {
  segments: [],
  runs: new BrandRuns([], [], { autocorrelation: 0 }),
};

const noCounts: SegmentCounts = { ...zeroCounts, noAnswer: 0 };

/** The counts of a segment, or of a place on one day, in one of the two periods. */
type Cell<T extends SummedRow> = T & { key: string; id: string; place: string };

function toCells<T extends SummedRow>(rows: readonly T[]): Map<string, Cell<T>> {
  return new Map(
    rows.map((row) => {
      const place = `${row.engine} ${row.country}`;
      const id = `${row.promptId ?? row.day} ${place}`;
      const key = `${row.isNow} ${id}`;
      return [key, { ...row, key, id, place }];
    }),
  );
}

function joinSegments(
  cells: Iterable<Cell<AnswerRow>>,
  getCounts: (key: string) => SegmentCounts,
): Segment[] {
  const segments = new Map<string, Segment>();
  for (const { promptId, engine, country, place, id, key, isNow, isBrandedPrompt, isFictional } of cells) {
    if (promptId === null) continue;
    const other = segments.get(id);
    const counts = getCounts(key);
    segments.set(id, {
      ...{ promptId, engine, country, place },
      isBrandedPrompt: isBrandedPrompt || (other?.isBrandedPrompt ?? false),
      isFictional: (isFictional ?? true) && (other?.isFictional ?? true),
      now: isNow ? counts : (other?.now ?? noCounts),
      before: isNow ? (other?.before ?? noCounts) : counts,
    });
  }
  return [...segments.values()].sort((a, b) =>
    a.promptId < b.promptId ? -1 : a.promptId > b.promptId ? 1 : 0,
  );
}

function joinDays(cells: Iterable<Cell<AnswerRow>>, getCounts: (key: string) => SegmentCounts): MetricDay[] {
  return [...cells].flatMap(({ day, place, key, isNow }) =>
    day === null ? [] : [{ day, place, isCurrent: isNow, counts: getCounts(key) }],
  );
}

/** Segments that the autocorrelation is estimated from, which is precise enough for the factor it is used for. */
const sampledSegments = 60;

/**
 * Returns how much a segment's answers resemble those of the day before: the correlation of consecutive days with
 * answers in the same period, averaged over some segments and corrected for its bias (Kendall, Biometrika 41, 1954).
 * @returns from 0 to 0.9; 0 when nothing is compared
 */
export async function readAutocorrelation(
  context: Context,
  filters: MetricFilters,
  brandId: string,
): Promise<number> {
  if (!getPeriods(filters).previous) return 0;
  const { rollups, isCurrent } = buildFilterSql(context, filters);
  const [row] = await queryRows<{ products: number; squares: number; days: number; series: number }>(
    context.db,
    sql`
      WITH sample AS MATERIALIZED (
        SELECT prompt_id, engine, country, day, ${isCurrent} AS is_current, sum(answered)::float8 AS answered,
          dense_rank() OVER (ORDER BY md5(prompt_id || engine || country)) AS segment
        FROM daily_answers WHERE ${rollups} AND answered > 0 GROUP BY prompt_id, engine, country, day
      ), shares AS (
        SELECT segment, is_current, day, coalesce(mentioned, 0) / answered AS share
        FROM sample LEFT JOIN (
          SELECT prompt_id, engine, country, day, sum(mentioned) AS mentioned
          FROM daily_brands WHERE ${rollups} AND brand_id = ${brandId} GROUP BY prompt_id, engine, country, day
        ) mentions USING (prompt_id, engine, country, day)
        WHERE segment <= ${sampledSegments}
      ), deviations AS (
        SELECT segment, is_current, day, share - avg(share) OVER (PARTITION BY segment, is_current) AS deviation
        FROM shares
      )
      SELECT coalesce(sum(deviation * previous), 0) AS products, coalesce(sum(deviation ^ 2), 0) AS squares,
        count(*)::int AS days, count(*) FILTER (WHERE previous IS NULL)::int AS series
      FROM (
        SELECT deviation, lag(deviation) OVER (PARTITION BY segment, is_current ORDER BY day) AS previous
        FROM deviations
      ) pairs`,
  );
  if (!row || row.squares === 0) return 0;
  const correlation = row.products / row.squares;
  const corrected = correlation + (1 + 3 * correlation) / (row.days / row.series);
  return Math.min(0.9, Math.max(0, corrected));
}
