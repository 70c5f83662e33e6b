import { sql } from 'drizzle-orm';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { selectSums } from '#lib/dashboard/analytics/filters/period-sums';
import { DailyCounts } from '#lib/dashboard/analytics/segments/compute-metrics';
import {
  type MetricCounts,
  type MetricDay,
  zeroCounts,
} from '#lib/dashboard/analytics/segments/metric-definitions';
import type { ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import {
  countFictional,
  type FictionalAnswers,
} from '#lib/dashboard/analytics/segments/read-answer-segments';
import { readAutocorrelation } from '#lib/dashboard/analytics/segments/read-autocorrelation';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';
import { type Columns, selectColumns, toRows } from '#lib/db/select-columns';

interface SegmentKey {
  promptId: string;
  engine: string;
  country: string;
}

/** The counts of a segment in one period: of all answers, and of one brand. */
export interface SegmentCounts extends MetricCounts {
  noAnswer: number;
  /** Answers of the sandbox's fictional market. */
  fictionalAnswers: number;
}

/** The counts of a prompt × engine × country in the current and the previous period. */
export interface Segment extends SegmentKey {
  isBrandedPrompt: boolean;
  current: Readonly<SegmentCounts>;
  previous: Readonly<SegmentCounts>;
}

/** All segments with the counts of one brand, and its counts by day. */
export interface BrandSegments {
  segments: readonly Segment[];
  daily: DailyCounts;
  /** Null unless some but not all answers are fictional. */
  fictional: FictionalAnswers | null;
}

/** A sum over rows of a rollup, by segment (`day` is null) or by engine and day (`promptId` and `country` are null). */
interface SummedRow {
  promptId: string | null;
  country: string | null;
  day: string | null;
  engine: string;
  isCurrent: boolean;
}

interface AnswerRow
  extends SummedRow,
    Pick<SegmentCounts, 'answers' | 'noAnswer' | 'citations' | 'withReportedCitations' | 'fictionalAnswers'> {
  isBrandedPrompt: boolean;
}

interface BrandRow
  extends SummedRow,
    Pick<
      MetricCounts,
      | 'mentioned'
      | 'counted'
      | 'ranked'
      | 'rankSum'
      | 'rankSquares'
      | 'rankFirstCount'
      | 'cited'
      | 'subjectCitations'
      | 'positive'
      | 'negative'
    > {
  brandId: string;
  neutral: number;
}

const keyColumns = {
  promptId: 'prompt_id',
  country: 'country',
  day: 'day::text',
  engine: 'engine',
  isCurrent: 'is_current',
};
const answerColumns = {
  ...keyColumns,
  isBrandedPrompt: 'is_branded_prompt',
  answers: 'answered',
  noAnswer: 'no_answer',
  fictionalAnswers: 'fictional_answers',
  withReportedCitations: 'with_reported_citations',
  citations: 'citations',
};
const brandColumns = {
  ...keyColumns,
  brandId: 'brand_id',
  mentioned: 'mentioned',
  counted: 'counted',
  ranked: 'ranked_answers',
  rankSum: 'rank_sum',
  rankSquares: 'rank_squares',
  rankFirstCount: 'rank_first_count',
  cited: 'cited',
  subjectCitations: 'citations',
  positive: 'classified_positive',
  neutral: 'classified_neutral',
  negative: 'classified_negative',
};
const bySegmentAndDay = { by: ['segment', 'day'] } as const;

/**
 * Reads the counts of every tracked brand by segment and by day. The size of the result does not depend on the number
 * of answers.
 * @returns by brand ID
 */
export async function readSegments(
  context: Context,
  filters: MetricFilters,
  {
    brands,
    selectedBrand,
    summedMonths,
    sentiment,
  }: Pick<ProjectScope, 'brands' | 'selectedBrand' | 'summedMonths' | 'sentiment'>,
): Promise<Map<string, BrandSegments>> {
  const sumInput = { context, filters, summedMonths };
  const [row] = await queryRows<{ answers: Columns<AnswerRow>; brands: Columns<BrandRow> }>(
    context.db,
    sql`
      SELECT ${selectColumns(answerColumns, selectSums('answers', sumInput, bySegmentAndDay))} AS answers,
        ${selectColumns(brandColumns, selectSums('brands', sumInput, { ...bySegmentAndDay, sentiment }))} AS brands`,
  );
  const answers = toRowsByKey(toRows(row?.answers));
  const promptIds = joinSegments(answers.values(), () => noCounts).map(({ promptId }) => promptId);
  const autocorrelationPromise = readAutocorrelation(context, filters, {
    brandId: selectedBrand.id,
    promptIds,
  });
  // Computed while the database reads the autocorrelation.
  const brandRows = new Map(
    [...Map.groupBy(toRows(row?.brands), ({ brandId }) => brandId)].map(([id, rows]) => [
      id,
      toRowsByKey(rows),
    ]),
  );
  const allCounted = new Map<string, number>();
  for (const rows of brandRows.values()) {
    for (const [key, { counted }] of rows) allCounted.set(key, (allCounted.get(key) ?? 0) + counted);
  }
  const byBrand = brands.map(({ id }) => {
    const rows = brandRows.get(id);
    const getCounts = ({
      key,
      answers: count,
      noAnswer,
      citations,
      withReportedCitations,
      fictionalAnswers,
    }: PeriodRow<AnswerRow>): SegmentCounts => ({
      ...noCounts,
      answers: count,
      noAnswer,
      citations,
      withReportedCitations,
      fictionalAnswers,
      allCounted: allCounted.get(key) ?? 0,
      ...toBrandCounts(rows?.get(key), brands.length),
    });
    const segments = joinSegments(answers.values(), getCounts);
    const days = [...answers.values()].flatMap((row): MetricDay[] =>
      row.day === null
        ? []
        : [{ day: row.day, engine: row.engine, isCurrent: row.isCurrent, counts: getCounts(row) }],
    );
    return { id, segments, days };
  });
  const fictional = countFictional(answers.values());
  const autocorrelation = await autocorrelationPromise;
  return new Map(
    byBrand.map(({ id, segments, days }) => [
      id,
      { segments, daily: new DailyCounts(segments, days, { autocorrelation }), fictional },
    ]),
  );
}

/** Converts a row of a brand to counts. @param maxRank the number of tracked brands */
function toBrandCounts(row: BrandRow | undefined, maxRank: number) {
  if (!row) return undefined;
  const {
    mentioned,
    counted,
    ranked,
    rankSum,
    rankSquares,
    rankFirstCount,
    cited,
    subjectCitations,
    positive,
    neutral,
    negative,
  } = row;
  return {
    mentioned,
    counted,
    ranked,
    rankSum,
    // An upper bound: x² ≤ (1 + m)x − m for ranks from 1 to m. Names that are not tracked can make ranks larger, but the
    // sum of the squares of these ranks is known.
    rankSquares: Math.max(rankSquares, (1 + maxRank) * rankSum - maxRank * ranked),
    rankFirstCount,
    cited,
    subjectCitations,
    positive,
    negative,
    sentences: positive + neutral + negative,
    sentimentSum: positive - negative,
    opinions: positive + negative,
  };
}

/** The value for a brand that has no counts. */
export const noSegments: BrandSegments = {
  segments: [],
  daily: new DailyCounts([], [], { autocorrelation: 0 }),
  fictional: null,
};

const noCounts: SegmentCounts = { ...zeroCounts, noAnswer: 0, fictionalAnswers: 0 };

/** The row of a segment or day in one of the two periods. */
type PeriodRow<Row extends SummedRow> = Row & { key: string };

function toRowsByKey<Row extends SummedRow>(rows: readonly Row[]): Map<string, PeriodRow<Row>> {
  return new Map(
    rows.map((row) => {
      const key = `${row.isCurrent} ${row.promptId ?? row.day} ${row.engine} ${row.country ?? ''}`;
      return [key, { ...row, key }];
    }),
  );
}

function joinSegments(
  rows: Iterable<PeriodRow<AnswerRow>>,
  getCounts: (row: PeriodRow<AnswerRow>) => SegmentCounts,
): Segment[] {
  const segments = new Map<string, Segment>();
  for (const row of rows) {
    const { promptId, country, engine, isCurrent, isBrandedPrompt } = row;
    if (promptId === null || country === null) continue;
    const key = `${promptId} ${engine} ${country}`;
    const other = segments.get(key);
    segments.set(key, {
      promptId,
      engine,
      country,
      current: noCounts,
      previous: noCounts,
      ...other,
      isBrandedPrompt: isBrandedPrompt || (other?.isBrandedPrompt ?? false),
      [isCurrent ? 'current' : 'previous']: getCounts(row),
    });
  }
  return [...segments.values()];
}

/** Returns the sum of one count over the current period. */
export function sumCurrent(segments: readonly Segment[], count: keyof SegmentCounts): number {
  return segments.reduce((total, { current }) => total + current[count], 0);
}

/** Returns whether there are answers and all come from the sandbox's fictional market. */
export function isAllFictional(segments: readonly Segment[]): boolean {
  const periods = segments.flatMap(({ current, previous }) => [current, previous]);
  const sum = (count: 'answers' | 'fictionalAnswers') =>
    periods.reduce((total, counts) => total + counts[count], 0);
  return sum('answers') > 0 && sum('answers') === sum('fictionalAnswers');
}
