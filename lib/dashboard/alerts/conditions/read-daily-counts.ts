import { sql } from 'drizzle-orm';
import { addDays, countDays, type Period } from '#lib/core/time';
import type { WatchedCondition } from '#lib/dashboard/alerts/conditions/watcher';
import { buildFilterSql } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getSegmentKey } from '#lib/dashboard/analytics/segments/read-answer-segments';
import { historyDays } from '#lib/dashboard/analytics/statistics/detect-shift';
import { getRankSumSql } from '#lib/dashboard/ingest/rank-sums';
import { withReportedCitationsSql } from '#lib/dashboard/ingest/reported-values';
import { isClassified, readSentimentAvailability } from '#lib/dashboard/sentiment/availability';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';
import { type Columns, selectColumns, toRows } from '#lib/db/select-columns';

/** The counts of one prompt × engine × country on one day. */
export interface DailyRow {
  day: string;
  promptId: string;
  engine: string;
  country: string;
  isBrandedPrompt: boolean;
  answers: number;
  /** Of these, answers with reported citations. */
  withReportedCitations: number;
  /** Answers that mention the brand. */
  mentioned: number;
  /** Of these, answers in which it has a rank. */
  ranked: number;
  /** The sum of the brand's ranks in them. */
  rankSum: number;
  /** Answers that cite a URL of the brand. */
  cited: number;
  /** Sentences that mention the brand, by sentiment. */
  positive: number;
  neutral: number;
  negative: number;
  /** The number of answers that mention a brand, summed over all tracked brands. */
  allMentioned: number;
}

const keyColumns = { day: 'day::text', promptId: 'prompt_id', engine: 'engine', country: 'country' };
const answerColumns = {
  ...keyColumns,
  isBrandedPrompt: 'is_branded_prompt',
  answers: 'answered',
  withReportedCitations: withReportedCitationsSql,
};
const sumForBrand = (column: string) => `coalesce(sum(${column}) FILTER (WHERE is_brand), 0)::int`;
const sumSentences = (column: string) =>
  `coalesce(sum(${column}) FILTER (WHERE is_brand AND is_classified), 0)::int`;
const brandColumns = {
  ...keyColumns,
  mentioned: sumForBrand('mentioned'),
  ranked: sumForBrand(getRankSumSql('ranked')),
  rankSum: sumForBrand('rank_sum'),
  cited: sumForBrand('cited'),
  positive: sumSentences('positive'),
  neutral: sumSentences('neutral'),
  negative: sumSentences('negative'),
  allMentioned: 'sum(mentioned)::int',
};

type Key = Pick<DailyRow, 'day' | 'promptId' | 'engine' | 'country'>;
type AnswerRow = Key & Pick<DailyRow, 'isBrandedPrompt' | 'answers' | 'withReportedCitations'>;
type BrandRow = Omit<DailyRow, 'isBrandedPrompt' | 'answers' | 'withReportedCitations'>;

/** Reads the daily counts of a brand. The period of the filters is ignored. */
async function readDailyCounts(
  context: Context,
  filters: MetricFilters,
  { period, brandId }: { period: Period; brandId: string },
): Promise<DailyRow[]> {
  const { rollups } = buildFilterSql(context, { ...filters, ...period, compare: 'none' });
  const sentiment = await readSentimentAvailability(context, filters.projectId);
  // Joined in code: PostgreSQL misestimates this join and takes seconds.
  const [row] = await queryRows<{ answers: Columns<AnswerRow>; brands: Columns<BrandRow> }>(
    context.db,
    sql`SELECT
      ${selectColumns(answerColumns, sql`daily_answers WHERE ${rollups} AND answered > 0`)} AS answers,
      ${selectColumns(
        brandColumns,
        sql`(SELECT *, brand_id = ${brandId} AS is_brand, ${isClassified(context, sentiment)} AS is_classified FROM daily_brands WHERE ${rollups}) brands
          GROUP BY day, prompt_id, engine, country`,
      )} AS brands`,
  );
  const getKey = (counts: Key) => `${counts.day} ${getSegmentKey(counts)}`;
  const brands = new Map(toRows(row?.brands).map((counts) => [getKey(counts), counts]));
  return toRows(row?.answers).map((answers) => ({
    ...noMentions,
    ...brands.get(getKey(answers)),
    ...answers,
  }));
}

const noMentions = {
  mentioned: 0,
  ranked: 0,
  rankSum: 0,
  cited: 0,
  positive: 0,
  neutral: 0,
  negative: 0,
  allMentioned: 0,
};

/** The counts of a domain in one prompt × engine × country on one day. */
export interface DomainDay extends Pick<DailyRow, 'day' | 'promptId' | 'engine' | 'country'> {
  domain: string;
  /** Answers that cite it. */
  cited: number;
}

/**
 * Reads the daily counts of the domains that are among the `limit` most cited in any block of 28 days of the period.
 */
export async function readDomainDays(
  context: Context,
  filters: MetricFilters,
  { period, limit }: { period: Period; limit: number },
): Promise<DomainDay[]> {
  const { rollups } = buildFilterSql(context, { ...filters, ...period, compare: 'none' });
  const rows = sql`SELECT day, prompt_id, engine, country, domain, cited FROM daily_domains
    WHERE ${rollups} AND cited > 0`;
  const [row] = await queryRows<{ days: Columns<DomainDay> }>(
    context.db,
    sql`WITH cited_days AS MATERIALIZED (${rows}), ranked AS (
        SELECT domain, (day - ${period.from}::date) / 28 AS span, sum(cited) AS cited
        FROM cited_days GROUP BY 1, 2
      ), top_domains AS (
        SELECT DISTINCT domain FROM (
          SELECT domain, rank() OVER (PARTITION BY span ORDER BY cited DESC) AS rank FROM ranked
        ) positions WHERE rank <= ${limit}
      )
      SELECT ${selectColumns(
        { ...keyColumns, domain: 'domain', cited: 'cited' },
        sql`cited_days JOIN top_domains USING (domain)`,
      )} AS days`,
  );
  return toRows(row?.days);
}

/** The days that a series covers: the evaluated days, and enough days before them for changes and their baselines. */
export interface WatchedDays {
  /** Its first day is a Monday, so that weeks are the same whenever a series is read. */
  period: Period;
  dayCount: number;
  /** Returns the index of a day in the series; 0 for days before the first one. */
  getIndex(day: string): number;
  /** Returns the day at an index. */
  getDay(index: number): string;
}

const someMonday = '2018-01-01';

/** Returns the days that evaluations in a period need. */
function getWatchedDays({ from, to }: Period): WatchedDays {
  const start = addDays(from, -historyDays);
  const origin = addDays(start, -((countDays(someMonday, start) - 1) % 7));
  return {
    period: { from: origin, to },
    dayCount: countDays(origin, to),
    getIndex: (day) => Math.max(0, countDays(origin, day) - 1),
    getDay: (index) => addDays(origin, index),
  };
}

/** The counts and the days of a condition. */
export interface WatchedCounts {
  days: WatchedDays;
  /** The counts of the watched brand. */
  rows: DailyRow[];
  /** Reads the counts of another brand. */
  readBrand(brandId: string): Promise<DailyRow[]>;
}

/** Reads the daily counts that evaluations of a condition in a period need. */
export async function readWatchedCounts(
  context: Context,
  { filters, brandId }: Pick<WatchedCondition, 'filters' | 'brandId'>,
  evaluated: Period,
): Promise<WatchedCounts> {
  const days = getWatchedDays(evaluated);
  const readBrand = (id: string) => readDailyCounts(context, filters, { period: days.period, brandId: id });
  return { days, rows: await readBrand(brandId), readBrand };
}
