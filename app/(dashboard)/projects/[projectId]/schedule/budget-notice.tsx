import { Notice } from '#components/ui/notice';
import { formatShortDate } from '#lib/core/dates';
import { formatPlural } from '#lib/core/numbers';
import type { Budgets } from '#lib/dashboard/runs/budgets';
import { findUncoveredRun } from '#lib/dashboard/schedules/forecast-budget';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';

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
  const day = formatShortDate(uncovered.dueAt, draft.timeZone);
  return (
    <Notice tone="warning">
      At this cadence, {budget.replace('The', 'the')} doesn’t cover the run on {day}.{' '}
      {describePausedRuns(uncovered, now)} {formatPlural(creditsLeft, 'credit is', 'credits are')} left.
    </Notice>
  );
}

/** Says what happens to the first run that credits do not cover, and to later runs. */
export function describePausedRuns({ isPartlySent }: { isPartlySent: boolean }, now: Date): string {
  const pausing = isPartlySent
    ? 'That run pauses partway, and later runs of this month pause.'
    : 'That run and later runs of this month pause.';
  const renewalDay = formatShortDate(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)));
  return `${pausing} Prompts that are still waiting after 24 hours, or when the next run starts, aren’t sent. From ${renewalDay} on, runs are sent as usual.`;
}
