import { computeRate, type Rate, type TrackedBrand } from '#lib/core/metric';
import { listDays, type Period } from '#lib/dashboard/analytics/days';
import type { DailyCounts } from '#lib/dashboard/analytics/read-days';
import type { ProjectScope } from '#lib/dashboard/analytics/read-market';

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
export const visibilityRate: DailyRate = (counts, brandId) =>
  computeRate(counts.mentioned.get(brandId) ?? 0, counts.answers);

/** Share of voice: of the mentions of all tracked brands, counted by answers. */
export const shareOfVoiceRate: DailyRate = ({ mentionedForVoice }, brandId) => {
  const all = [...mentionedForVoice.values()].reduce((sum, count) => sum + count, 0);
  return computeRate(mentionedForVoice.get(brandId) ?? 0, all);
};

/** Lays daily rates out over the days of the periods. Nothing is carried forward. */
export function buildTimeSeries(
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
    series: market.brands.map(({ id, name, role, hue }) => ({
      brand: { id, name, role, hue },
      points: pointsOf(id, current),
      previous: previous && id === market.own.id ? pointsOf(id, previous).slice(0, shownDays.length) : null,
    })),
  };
}
