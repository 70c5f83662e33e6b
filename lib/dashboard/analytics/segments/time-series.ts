import { listDays, type Period } from '#lib/core/days';
import { computeRate, type Rate, type TrackedBrand } from '#lib/core/metric';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import { type DailyCounts, readDailyCounts } from '#lib/dashboard/analytics/segments/daily-counts';
import { type ProjectScope, readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import type { Context } from '#lib/db/context';

/** A brand's daily rates, one a day of `OverTime.days`; null on a day without answers, which is a gap. */
export interface BrandSeries {
  brand: TrackedBrand;
  points: readonly (Rate | null)[];
  /** The same of `OverTime.previousDays`, for the brand looked at only when compared; else null. */
  previous: readonly (Rate | null)[] | null;
}

export interface TimeSeries {
  /** UTC days as YYYY-MM-DD, without holes. */
  days: readonly string[];
  /** The days compared with, at most as many, each under the one in the same place; null when not compared. */
  previousDays: readonly string[] | null;
  /** The own brand first. */
  series: readonly BrandSeries[];
}

/** What share of a day belongs to a brand. */
type DailyRate = (counts: DailyCounts, brandId: string) => Rate;

/** Visibility: answers that mention the brand, of that day's answers. */
const visibilityRate: DailyRate = (counts, brandId) =>
  computeRate(counts.mentioned.get(brandId) ?? 0, counts.answers);

/** Share of voice: of the mentions of all tracked brands, counted by answers. */
const shareOfVoiceRate: DailyRate = ({ mentionedForVoice }, brandId) => {
  const all = [...mentionedForVoice.values()].reduce((sum, count) => sum + count, 0);
  return computeRate(mentionedForVoice.get(brandId) ?? 0, all);
};

/** Lays daily rates out over the days of the periods. Nothing is carried forward. */
function buildTimeSeries(
  market: ProjectScope,
  days: readonly DailyCounts[],
  rateOfDay: DailyRate,
): TimeSeries {
  const byDay = new Map(days.map((counts) => [counts.day, counts]));
  const pointsOf = (brandId: string, period: Period) =>
    listDays(period.from, period.to).map((day) => {
      const counts = byDay.get(day);
      const rate = counts && rateOfDay(counts, brandId);
      return rate && rate.value !== null ? rate : null;
    });
  const { current, previous } = market.periods;
  const shownDays = listDays(current.from, current.to);
  return {
    days: shownDays,
    previousDays: previous && listDays(previous.from, previous.to).slice(0, shownDays.length),
    series: market.brands.map(({ id, name, role, colorIndex }) => ({
      brand: { id, name, role, colorIndex },
      points: pointsOf(id, current),
      previous: previous && id === market.own.id ? pointsOf(id, previous).slice(0, shownDays.length) : null,
    })),
  };
}

/** The share of each day's answers that mentions each tracked brand. */
export function getVisibilityOverTime(context: Context, filters: MetricFilters): Promise<TimeSeries> {
  return withMetricsTransaction(context, async (scope) =>
    buildVisibilityOverTime(await readProjectScope(scope, filters), await readDailyCounts(scope, filters)),
  );
}

/** The same of days already read. */
export function buildVisibilityOverTime(market: ProjectScope, days: readonly DailyCounts[]): TimeSeries {
  return buildTimeSeries(market, days, visibilityRate);
}

/** How each day's mentions divide over the tracked brands; no series without competitors. */
export function getShareOfVoiceOverTime(context: Context, filters: MetricFilters): Promise<TimeSeries> {
  return withMetricsTransaction(context, async (scope) =>
    buildShareOfVoiceOverTime(await readProjectScope(scope, filters), await readDailyCounts(scope, filters)),
  );
}

/** The same of days already read. */
export function buildShareOfVoiceOverTime(market: ProjectScope, days: readonly DailyCounts[]): TimeSeries {
  const overTime = buildTimeSeries(market, days, shareOfVoiceRate);
  return market.brands.length < 2 ? { ...overTime, series: [] } : overTime;
}
