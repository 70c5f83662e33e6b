import {
  getPeriods,
  type MetricFilters,
  type Periods,
} from '#lib/dashboard/analytics/filters/metric-filters';
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
  getSegmentKey,
} from '#lib/dashboard/analytics/segments/read-answer-segments';
import { readAutocorrelation } from '#lib/dashboard/analytics/segments/read-autocorrelation';
import { type CountRow, readCounts } from '#lib/dashboard/counts/read-counts';
import type { Context } from '#lib/db/context';

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
  /** Answers of which it is known whether they are stored with structure; an earlier release did not count them. */
  withKnownStructure: number;
  /** Of these, answers that are stored without it, whose brands rank in text order. */
  withoutStructure: number;
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

/** The counts of all answers, and those of a brand. */
const answerCounts = [
  'isBrandedPrompt',
  'answers',
  'noAnswer',
  'fictionalAnswers',
  'withReportedCitations',
  'withKnownStructure',
  'withoutStructure',
  'citations',
] as const;
const brandCounts = [
  'mentioned',
  'counted',
  'ranked',
  'rankSum',
  'rankSquares',
  'rankFirstCount',
  'trackedRankSum',
  'cited',
  'citations',
  'positive',
  'neutral',
  'negative',
] as const;

const bySegment = ['promptId', 'engine', 'country'] as const;
const byDay = ['engine', 'day'] as const;

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
  const source = { filters, periods: getPeriods(filters), summedMonths };
  const answerSource = { ...source, of: 'answers', counts: answerCounts } as const;
  const brandSource = { ...source, of: 'brands', counts: brandCounts, sentiment } as const;
  const rows = await readCounts(context, {
    segments: { ...answerSource, by: bySegment },
    days: { ...answerSource, by: byDay },
    brandSegments: { ...brandSource, by: [...bySegment, 'brandId'] },
    brandDays: { ...brandSource, by: [...byDay, 'brandId'] },
  });
  const promptIds = joinSegments(rows.segments, () => noCounts).map(({ promptId }) => promptId);
  const autocorrelationPromise = readAutocorrelation(context, filters, {
    brandId: selectedBrand.id,
    promptIds,
  });
  // Computed while the database reads the autocorrelation.
  const getSegmentCounts = joinBrands<SegmentKey>(rows.brandSegments, getSegmentKey, brands.length);
  const getDayCounts = joinBrands<DayKey>(
    rows.brandDays,
    ({ day, engine }) => `${day} ${engine}`,
    brands.length,
  );
  const byBrand = brands.map(({ id }) => ({
    id,
    segments: joinSegments(rows.segments, (row) => getSegmentCounts(id, row)),
    days: rows.days.map(
      (row): MetricDay => ({
        day: row.day,
        engine: row.engine,
        isCurrent: row.period === 'current',
        counts: getDayCounts(id, row),
      }),
    ),
  }));
  const fictional = countFictional(rows.days);
  const autocorrelation = await autocorrelationPromise;
  return new Map(
    byBrand.map(({ id, segments, days }) => [
      id,
      { segments, daily: new DailyCounts(segments, days, { autocorrelation }), fictional },
    ]),
  );
}

type DayKey = Pick<MetricDay, 'day' | 'engine'>;
type PeriodName = keyof Periods;
type AnswerRow = CountRow<{ by: readonly []; counts: typeof answerCounts; periods: Periods }>;
type BrandRow = CountRow<{ by: readonly ['brandId']; counts: typeof brandCounts; periods: Periods }>;

/**
 * Returns a function that returns the counts of a brand in a segment or on a day.
 * @param maxRank the number of tracked brands
 */
function joinBrands<Key>(
  rows: readonly (Key & BrandRow)[],
  getName: (key: Key) => string,
  maxRank: number,
): (brandId: string, row: Key & AnswerRow) => SegmentCounts {
  const getKey = (row: Key & { period: PeriodName }) => `${row.period} ${getName(row)}`;
  const byBrand = new Map<string, Map<string, BrandRow>>();
  const allCounted = new Map<string, number>();
  for (const row of rows) {
    const key = getKey(row);
    const brandRows = byBrand.get(row.brandId) ?? new Map<string, BrandRow>();
    byBrand.set(row.brandId, brandRows.set(key, row));
    allCounted.set(key, (allCounted.get(key) ?? 0) + row.counted);
  }
  return (brandId, row) => {
    const key = getKey(row);
    return {
      ...noCounts,
      answers: row.answers,
      noAnswer: row.noAnswer,
      citations: row.citations,
      withReportedCitations: row.withReportedCitations,
      fictionalAnswers: row.fictionalAnswers,
      withKnownStructure: row.withKnownStructure,
      withoutStructure: row.withoutStructure,
      allCounted: allCounted.get(key) ?? 0,
      ...toBrandCounts(byBrand.get(brandId)?.get(key), maxRank),
    };
  };
}

/** Converts a row of a brand to counts. @param maxRank the number of tracked brands */
function toBrandCounts(row: BrandRow | undefined, maxRank: number) {
  if (!row) return undefined;
  const { ranked, rankSum, rankSquares, trackedRankSum, positive, neutral, negative } = row;
  return {
    mentioned: row.mentioned,
    counted: row.counted,
    ranked,
    rankSum,
    // An upper bound: x² ≤ (1 + m)x − m for ranks from 1 to m. Names that are not tracked can make ranks larger, but the
    // sum of the squares of these ranks is known.
    rankSquares: Math.max(rankSquares, (1 + maxRank) * rankSum - maxRank * ranked),
    rankFirstCount: row.rankFirstCount,
    trackedRankSum,
    trackedRankSquares: (1 + maxRank) * trackedRankSum - maxRank * ranked,
    cited: row.cited,
    subjectCitations: row.citations,
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

const noCounts: SegmentCounts = {
  ...zeroCounts,
  noAnswer: 0,
  fictionalAnswers: 0,
  withKnownStructure: 0,
  withoutStructure: 0,
};

function joinSegments<Row extends SegmentKey & AnswerRow>(
  rows: readonly Row[],
  getCounts: (row: Row) => SegmentCounts,
): Segment[] {
  const segments = new Map<string, Segment>();
  for (const row of rows) {
    const { promptId, country, engine, period, isBrandedPrompt } = row;
    const key = getSegmentKey(row);
    const other = segments.get(key);
    segments.set(key, {
      promptId,
      engine,
      country,
      current: noCounts,
      previous: noCounts,
      ...other,
      isBrandedPrompt: isBrandedPrompt || (other?.isBrandedPrompt ?? false),
      [period]: getCounts(row),
    });
  }
  return [...segments.values()];
}

/** Returns the sum of one count over the current period. */
export function sumCurrent(segments: readonly Segment[], count: keyof SegmentCounts): number {
  return segments.reduce((total, { current }) => total + current[count], 0);
}

/** Returns whether there are answers and all come from the sandbox's fictional market. */
export function isAllFictional(
  segments: readonly Record<'current' | 'previous', Pick<SegmentCounts, 'answers' | 'fictionalAnswers'>>[],
): boolean {
  const periods = segments.flatMap(({ current, previous }) => [current, previous]);
  const sum = (count: 'answers' | 'fictionalAnswers') =>
    periods.reduce((total, counts) => total + counts[count], 0);
  return sum('answers') > 0 && sum('answers') === sum('fictionalAnswers');
}
