import { ask } from '#lib/dashboard/metrics/ask';
import type { MetricFilters } from '#lib/dashboard/metrics/filters';
import { type OverTime, overTimeOf, voiceOfDay } from '#lib/dashboard/metrics/over-time';
import { type DayCounts, readDays } from '#lib/dashboard/metrics/read-days';
import { type Market, readMarket } from '#lib/dashboard/metrics/read-market';
import type { Context } from '#lib/database/context';

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
