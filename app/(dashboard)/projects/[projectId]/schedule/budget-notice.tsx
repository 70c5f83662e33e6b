import { Notice } from '#components/ui/notice';
import { formatShortDate } from '#lib/core/dates';
import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
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

const messages = defineMessages({
  covered:
    'The {owner, select, schedule {schedule’s} project {project’s} other {}} budget of {credits, plural, one {# credit} other {# credits}} covers the remaining runs of this month; {left, plural, one {# credit is} other {# credits are}} left.',
  wholeMonth: 'A whole month can cost {credits, plural, one {# credit} other {# credits}}.',
  uncovered:
    'At this cadence, the {owner, select, schedule {schedule’s} project {project’s} other {}} budget of {credits, plural, one {# credit} other {# credits}} doesn’t cover the run on {day}.',
  left: '{left, plural, one {# credit is} other {# credits are}} left.',
  pause:
    '{sending, select, partly {That run pauses partway, and later runs of this month pause.} other {That run and later runs of this month pause.}} Prompts that are still waiting after 24 hours, or when the next run starts, aren’t sent. From {renewalDay} on, runs are sent as usual.',
});

/** Says whether the budgets cover the remaining runs of this month. */
export function BudgetNotice({ draft, cost, budgets, now }: BudgetNoticeProps) {
  const limits = [
    { owner: 'schedule', credits: budgets.scheduleCredits, used: budgets.scheduleUsed },
    { owner: 'project', credits: budgets.projectCredits, used: budgets.projectUsed },
  ] as const;
  const set = limits.flatMap(({ credits, ...limit }) => (credits === null ? [] : [{ ...limit, credits }]));
  const [tightest] = set.toSorted((a, b) => a.credits - a.used - (b.credits - b.used));
  if (!tightest) return null;
  const { owner, credits, used } = tightest;
  const creditsLeft = Math.max(0, credits - used);
  const uncovered = findUncoveredRun(draft, { creditsPerRun: cost.creditsPerRun, creditsLeft, now });
  if (!uncovered) {
    return (
      <p className="text-xs text-muted">
        {joinSentences([
          messages.covered({ owner, credits, left: creditsLeft }),
          credits < cost.creditsPerMonth ? messages.wholeMonth({ credits: cost.creditsPerMonth }) : null,
        ])}
      </p>
    );
  }
  const day = formatShortDate(uncovered.dueAt, draft.timeZone);
  return (
    <Notice tone="warning">
      {joinSentences([
        messages.uncovered({ owner, credits, day }),
        describePausedRuns(uncovered, now),
        messages.left({ left: creditsLeft }),
      ])}
    </Notice>
  );
}

/** Says what happens to the first run that credits do not cover, and to later runs. */
export function describePausedRuns({ isPartlySent }: { isPartlySent: boolean }, now: Date): string {
  const renewalDay = formatShortDate(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)));
  return messages.pause({ sending: isPartlySent ? 'partly' : 'other', renewalDay });
}
