import { plans } from '#lib/contract/plans';
import { formatDate, formatShortDate } from '#lib/core/dates';
import { formatCount, formatPlural } from '#lib/core/numbers';
import type { UsageForecast } from '#lib/service/usage/forecast-usage';
import type { MonthlyUsage } from '#lib/service/usage/get-monthly-usage';

type UsageSummary = Pick<MonthlyUsage, 'used' | 'held' | 'available' | 'resetsAt' | 'forecast'>;

const dayMs = 86_400_000;

/** Summarizes the credits of this month: "1,200 credits used so far this month; 35,000 left." */
export function summarizeUsage({ used, held, available }: UsageSummary): string {
  const holds = held > 0 ? `, ${formatCount(held)} held for unfinished tasks and requests` : '';
  return `${formatPlural(used, 'credit')} used so far this month${holds}; ${formatCount(available)} left.`;
}

/** Says that the free credits are shared with other organizations; undefined if they are not. */
export function describeSharedCredits({
  plan,
  monthly,
}: Pick<MonthlyUsage, 'plan' | 'monthly'>): string | undefined {
  const total = plans.free.monthlyCredits;
  if (plan !== 'free' || monthly >= total) return undefined;
  return `The free organizations that one person creates share ${formatCount(total)} credits a month. This one gets ${formatCount(monthly)} of them.`;
}

/** Describes how many credits will be used by the end of the month; undefined without a forecast. */
export function describeForecast({ forecast, resetsAt }: UsageSummary): string | undefined {
  if (!forecast) return undefined;
  const { basedOnDays, expected, low, high } = forecast;
  const lastDay = new Date(resetsAt.getTime() - dayMs);
  const range = low === high ? '' : ` (${formatCount(low)} to ${formatCount(high)})`;
  return `At the pace of the last ${basedOnDays} days, a total of ${formatPlural(expected, 'credit')}${range} will be used by ${formatDate(lastDay)}.`;
}

/** Says whether the credits last until they renew; undefined if credits are left but there is no forecast. */
export function describeRunOut(
  { forecast, available, resetsAt }: UsageSummary,
  now: Date,
): string | undefined {
  const renewalDay = formatShortDate(resetsAt);
  if (available <= 0)
    return `No credits are left. Requests are rejected, and runs wait at most 24 hours for credits. Credits renew on ${renewalDay}.`;
  if (!forecast) return undefined;
  const { runsOutInDays, runsOutInDaysAtEarliest: earliest } = forecast;
  const formatDay = (days: number) => formatShortDate(new Date(now.getTime() + days * dayMs));
  if (runsOutInDays !== null) {
    const range = describeEarliestRunOut(forecast, formatDay);
    return `The credits are expected to run out on ${formatDay(runsOutInDays)}${range}. Requests are then rejected, and runs wait at most 24 hours for credits. Credits renew on ${renewalDay}.`;
  }
  if (earliest !== null) {
    return `The credits probably last until they renew on ${renewalDay}, but could run out as early as ${formatDay(earliest)}.`;
  }
  return `The credits last until they renew on ${renewalDay}.`;
}

function describeEarliestRunOut(
  { runsOutInDays, runsOutInDaysAtEarliest }: UsageForecast,
  formatDay: (days: number) => string,
) {
  if (runsOutInDaysAtEarliest === null || runsOutInDays === null) return '';
  const [earliest, expected] = [formatDay(runsOutInDaysAtEarliest), formatDay(runsOutInDays)];
  return earliest === expected ? '' : `, ${earliest} at the earliest`;
}
