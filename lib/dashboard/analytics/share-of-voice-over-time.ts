import { ask } from '#lib/dashboard/analytics/ask';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { type OverTime, overTimeOf, voiceOfDay } from '#lib/dashboard/analytics/over-time';
import { type DayCounts, readDays } from '#lib/dashboard/analytics/read-days';
import { type Market, readMarket } from '#lib/dashboard/analytics/read-market';
import type { Context } from '#lib/db/context';

/** How each day's mentions divide over the tracked brands; no series without competitors. */
export function shareOfVoiceOverTime(context: Context, filters: MetricFilters): Promise<OverTime> {
  return ask(context, async (scope) =>
    shareOfVoiceOverTimeOf(await readMarket(scope, filters), await readDays(scope, filters)),
  );
}

/** The same of days already read. */
export function shareOfVoiceOverTimeOf(market: Market, days: readonly DayCounts[]): OverTime {
  const overTime = overTimeOf(market, days, voiceOfDay);
  return market.brands.length < 2 ? { ...overTime, series: [] } : overTime;
}
