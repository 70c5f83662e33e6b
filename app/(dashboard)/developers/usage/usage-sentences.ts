import { plans } from '#lib/contract/plans';
import { formatDate, formatShortDate } from '#lib/core/dates';
import { defineMessages } from '#lib/core/messages';
import type { MonthlyUsage } from '#lib/service/usage/get-monthly-usage';

type UsageSummary = Pick<MonthlyUsage, 'used' | 'held' | 'available' | 'resetsAt' | 'forecast'>;

const dayMs = 86_400_000;

const messages = defineMessages({
  used: '{used, plural, one {# credit} other {# credits}} used so far this month{held, plural, =0 {} other {, # held for unfinished tasks and requests}}; {available, number} left.',
  shared:
    'The free organizations that one person creates share {total, number} credits a month. This one gets {monthly, number} of them.',
  forecast:
    'At the pace of the last {days, number} days, a total of {expected, plural, one {# credit} other {# credits}}{range, select, none {} other { ({low, number} to {high, number})}} will be used by {lastDay}.',
  noneLeft:
    'No credits are left. Requests are rejected, and runs wait at most 24 hours for credits. Credits renew on {renewalDay}.',
  runOut:
    'The credits are expected to run out on {day}{range, select, none {} other {, {earliestDay} at the earliest}}. Requests are then rejected, and runs wait at most 24 hours for credits. Credits renew on {renewalDay}.',
  probablyLast:
    'The credits probably last until they renew on {renewalDay}, but could run out as early as {earliestDay}.',
  last: 'The credits last until they renew on {renewalDay}.',
});

/** Summarizes the credits of this month: "1,200 credits used so far this month; 35,000 left." */
export function summarizeUsage({ used, held, available }: UsageSummary): string {
  return messages.used({ used, held, available });
}

/** Says that the free credits are shared with other organizations; undefined if they are not. */
export function describeSharedCredits({
  plan,
  monthly,
}: Pick<MonthlyUsage, 'plan' | 'monthly'>): string | undefined {
  const total = plans.free.monthlyCredits;
  if (plan !== 'free' || monthly >= total) return undefined;
  return messages.shared({ total, monthly });
}

/** Describes how many credits will be used by the end of the month; undefined without a forecast. */
export function describeForecast({ forecast, resetsAt }: UsageSummary): string | undefined {
  if (!forecast) return undefined;
  const { basedOnDays, expected, low, high } = forecast;
  const lastDay = new Date(resetsAt.getTime() - dayMs);
  return messages.forecast({
    days: basedOnDays,
    expected,
    range: low === high ? 'none' : 'other',
    low,
    high,
    lastDay: formatDate(lastDay),
  });
}

/** Says whether the credits last until they renew; undefined if credits are left but there is no forecast. */
export function describeRunOut(
  { forecast, available, resetsAt }: UsageSummary,
  now: Date,
): string | undefined {
  const renewalDay = formatShortDate(resetsAt);
  if (available <= 0) return messages.noneLeft({ renewalDay });
  if (!forecast) return undefined;
  const { runsOutInDays, runsOutInDaysAtEarliest: earliest } = forecast;
  const formatDay = (days: number) => formatShortDate(new Date(now.getTime() + days * dayMs));
  if (runsOutInDays !== null) {
    const day = formatDay(runsOutInDays);
    const earliestDay = earliest === null ? day : formatDay(earliest);
    const range = earliestDay === day ? 'none' : 'other';
    return messages.runOut({ day, range, earliestDay, renewalDay });
  }
  if (earliest !== null) {
    return messages.probablyLast({ renewalDay, earliestDay: formatDay(earliest) });
  }
  return messages.last({ renewalDay });
}
