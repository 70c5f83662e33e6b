import { Notice } from '#components/ui/notice';
import type { Budgets } from '#lib/dashboard/runs/budgets';
import { findUncoveredRun } from '#lib/dashboard/schedules/forecast-budget';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { formatShortDate } from '#lib/format/dates';
import { formatPlural } from '#lib/format/numbers';

interface BudgetNoticeProps {
  draft: ScheduleDraft;
  /** The cost of the draft. */
  cost: { creditsPerRun: number; creditsPerMonth: number };
  budgets: Budgets;
  now: Date;
}

/** Says whether the budgets cover the remaining runs of this month. */
export function BudgetNotice({ draft, cost, budgets, now }: BudgetNoticeProps) {
  const limits = [
    { name: 'schedule’s', credits: budgets.scheduleCredits, used: budgets.scheduleUsed },
    { name: 'project’s', credits: budgets.projectCredits, used: budgets.projectUsed },
  ].flatMap(({ credits, ...limit }) => (credits === null ? [] : [{ ...limit, credits }]));
  const [tightest] = limits.toSorted((a, b) => a.credits - a.used - (b.credits - b.used));
  if (!tightest) return null;
  const { name, credits, used } = tightest;
  const creditsLeft = Math.max(0, credits - used);
  const uncovered = findUncoveredRun(draft, { creditsPerRun: cost.creditsPerRun, creditsLeft, now });
  const budget = `The ${name} budget of ${formatPlural(credits, 'credit')}`;
  if (!uncovered) {
    return (
      <p className="text-xs text-muted">
        {budget} covers the remaining runs of this month;{' '}
        {formatPlural(creditsLeft, 'credit is', 'credits are')} left.
        {credits < cost.creditsPerMonth
          ? ` A whole month can cost ${formatPlural(cost.creditsPerMonth, 'credit')}.`
          : ''}
      </p>
    );
  }
  const { timeZone } = draft;
  const day = formatShortDate(uncovered.dueAt, timeZone);
  const renewalDay = formatShortDate(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)));
  return (
    <Notice tone="warning">
      At this cadence, {budget.replace('The', 'the')} is used up by the run on {day}.{' '}
      {uncovered.isPartlySent
        ? 'That run pauses partway, and prompts of later runs'
        : 'Prompts of that run and of later runs'}{' '}
      aren’t sent until {renewalDay}. {formatPlural(creditsLeft, 'credit is', 'credits are')} left.
    </Notice>
  );
}
