import { sql } from 'drizzle-orm';
import { addDays, countDays, type Period } from '#lib/core/time';
import type { WatchedCondition } from '#lib/dashboard/alerts/conditions/watcher';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { historyDays } from '#lib/dashboard/analytics/statistics/detect-shift';
import { readCounts } from '#lib/dashboard/counts/read-counts';
import { getSegmentKey } from '#lib/dashboard/counts/segment-key';
import { selectCounts } from '#lib/dashboard/counts/select-counts';
import { readSentimentAvailability } from '#lib/dashboard/sentiment/availability';
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

const key = ['day', 'promptId', 'engine', 'country'] as const;
type Key = Pick<DailyRow, (typeof key)[number]>;

/** Reads the daily counts of a brand. The period of the filters is ignored. */
async function readDailyCounts(
  context: Context,
  filters: MetricFilters,
  { period, brandId }: { period: Period; brandId: string },
): Promise<DailyRow[]> {
  const sentiment = await readSentimentAvailability(context, filters.projectId);
  const source = { filters, periods: { watched: period }, by: key } as const;
  const counts = await readCounts(context, {
    answers: { ...source, of: 'answers', counts: ['isBrandedPrompt', 'answers', 'withReportedCitations'] },
    brand: {
      ...source,
      of: 'brands',
      counts: ['mentioned', 'ranked', 'rankSum', 'cited', 'positive', 'neutral', 'negative'],
      where: { brandId },
      sentiment,
    },
    all: { ...source, of: 'brands', counts: ['mentioned'] },
  });
  const getKey = (row: Key) => `${row.day} ${getSegmentKey(row)}`;
  const brand = new Map(counts.brand.map((row) => [getKey(row), row]));
  const all = new Map(counts.all.map((row) => [getKey(row), row.mentioned]));
  return counts.answers
    .filter(({ answers }) => answers > 0)
    .map((row) => ({
      ...noMentions,
      ...brand.get(getKey(row)),
      allMentioned: all.get(getKey(row)) ?? 0,
      ...row,
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
  const counts = selectCounts(context, {
    of: 'domains',
    by: [...key, 'domain'],
    counts: ['cited'],
    filters,
    periods: { watched: period },
  });
  const [row] = await queryRows<{ days: Columns<DomainDay> }>(
    context.db,
    sql`WITH cited_days AS MATERIALIZED (SELECT * FROM ${counts} counts WHERE cited > 0), ranked AS (
        SELECT domain, (day - ${period.from}::date) / 28 AS span, sum(cited) AS cited
        FROM cited_days GROUP BY 1, 2
      ), top_domains AS (
        SELECT DISTINCT domain FROM (
          SELECT domain, rank() OVER (PARTITION BY span ORDER BY cited DESC) AS rank FROM ranked
        ) positions WHERE rank <= ${limit}
      )
      SELECT ${selectColumns(
        Object.fromEntries([...key, 'domain', 'cited'].map((column) => [column, `"${column}"`])),
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
export function getWatchedDays({ from, to }: Period): WatchedDays {
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
