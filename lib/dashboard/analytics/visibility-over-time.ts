import { ask } from '#lib/dashboard/analytics/ask';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { type OverTime, overTimeOf, visibilityOfDay } from '#lib/dashboard/analytics/over-time';
import { type DayCounts, readDays } from '#lib/dashboard/analytics/read-days';
import { type Market, readMarket } from '#lib/dashboard/analytics/read-market';
import type { Context } from '#lib/db/context';

/** The share of each day's answers that mentions each tracked brand. */
export function visibilityOverTime(context: Context, filters: MetricFilters): Promise<OverTime> {
  return ask(context, async (scope) =>
    visibilityOverTimeOf(await readMarket(scope, filters), await readDays(scope, filters)),
  );
}

/** The same of days already read. */
export function visibilityOverTimeOf(market: Market, days: readonly DayCounts[]): OverTime {
  return overTimeOf(market, days, visibilityOfDay);
}
