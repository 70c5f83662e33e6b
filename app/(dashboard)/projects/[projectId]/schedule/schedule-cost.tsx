import { Notice } from '#components/ui/notice';
import { formatShortDate } from '#lib/core/dates';
import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatCount, noValue } from '#lib/core/numbers';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-client';
import type { Budgets } from '#lib/dashboard/runs/budgets';
import { findUncoveredRun } from '#lib/dashboard/schedules/forecast-budget';
import { calculateScheduleCost, type ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { ServiceNotice } from '../progress/progress-banner';
import { BudgetNotice, describePausedRuns } from './budget-notice';

interface ScheduleCostProps {
  /** `enabled` is false for a single run. */
  draft: ScheduleDraft;
  promptCount: number;
  creditsRemaining: CreditBalance;
  budgets?: Budgets;
  now: Date;
}

const messages = defineMessages({
  margin: '± {margin, plural, one {# point} other {# points}}',
  cost: '{prompts, plural, one {# prompt} other {# prompts}} × {countries, plural, one {# country} other {# countries}}{samples, plural, =0 {} =1 {} other { × # samples}} × {credits, number} credits (all selected engines).',
  left: '{left, plural, one {# credit is} other {# credits are}} left this month{runs, plural, =0 {} one {, enough for # run} other {, enough for # runs}}.',
  wholeMonth:
    'The credits cover the remaining runs of this month; a whole month can cost {credits, plural, one {# credit} other {# credits}}.',
  uncovered: 'At this cadence, the credits don’t cover the run on {day}.',
  nextUncovered:
    'One run costs {missing, plural, one {# credit} other {# credits}} more than you have left this month. The run pauses when your credits are used up, and resumes if credits are available again within 24 hours. Choose fewer engines or countries.',
});

/** Cost per run and month, and the margin of error. */
export function ScheduleCost({ draft, promptCount, creditsRemaining, budgets, now }: ScheduleCostProps) {
  const cost = calculateScheduleCost({ ...draft, promptCount });
  const left = typeof creditsRemaining === 'number' ? creditsRemaining : null;
  const runsLeft = left === null || cost.creditsPerRun === 0 ? null : Math.floor(left / cost.creditsPerRun);
  const uncoveredRun =
    draft.enabled && left !== null
      ? findUncoveredRun(draft, { creditsPerRun: cost.creditsPerRun, creditsLeft: left, now })
      : null;
  const isNextRunUncovered = runsLeft === 0 && (uncoveredRun !== null || !draft.enabled);
  const coversOnlyRest = draft.enabled && !uncoveredRun && !!runsLeft && runsLeft < cost.runsPerMonth;
  const margin = cost.halfWidth === null ? null : Math.max(1, Math.round(cost.halfWidth * 100));
  const rows = [
    { label: 'Answers per run', value: formatCount(cost.answersPerRun) },
    { label: 'Credits per run', value: formatCount(cost.creditsPerRun) },
    { label: 'Maximum credits per month', value: formatCount(cost.creditsPerMonth), isTotal: true },
    {
      label: 'Margin of error per run',
      value: margin === null ? noValue : messages.margin({ margin }),
    },
  ];
  return (
    <div aria-live="polite" className="flex flex-col gap-4">
      <div>
        <dl className="flex flex-col">
          {rows.map(({ label, value, isTotal }) => (
            <div
              key={label}
              className="flex items-baseline justify-between gap-4 border-t py-2 first:border-t-0"
            >
              <dt className="text-muted">{label}</dt>
              <dd className={isTotal ? 'text-lg font-semibold' : 'font-medium tabular-nums'}>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-1 text-xs text-muted">
          The margin applies to a visibility of 50% and is narrower toward 0% and 100%. It assumes that all
          answers are independent. Answers to the same prompt are often alike, so the actual margin is usually
          wider.
        </p>
        <p className="mt-3 text-xs text-muted">
          {joinSentences([
            messages.cost({
              prompts: promptCount,
              countries: draft.countries.length,
              samples: draft.samples,
              credits: cost.creditsPerPrompt,
            }),
            left === null || (uncoveredRun && runsLeft) ? null : messages.left({ left, runs: runsLeft ?? 0 }),
            coversOnlyRest ? messages.wholeMonth({ credits: cost.creditsPerMonth }) : null,
          ])}
        </p>
      </div>
      {typeof creditsRemaining === 'string' ? <ServiceNotice state={creditsRemaining} /> : null}
      {uncoveredRun && runsLeft ? (
        <Notice tone="warning">
          {joinSentences([
            messages.left({ left: left ?? 0, runs: runsLeft }),
            messages.uncovered({ day: formatShortDate(uncoveredRun.dueAt, draft.timeZone) }),
            describePausedRuns(uncoveredRun, now),
            'Choose fewer engines or countries, or a less frequent cadence.',
          ])}
        </Notice>
      ) : null}
      {left !== null && isNextRunUncovered ? (
        <Notice tone="warning">{messages.nextUncovered({ missing: cost.creditsPerRun - left })}</Notice>
      ) : null}
      {budgets && draft.enabled ? (
        <BudgetNotice draft={draft} cost={cost} budgets={budgets} now={now} />
      ) : null}
    </div>
  );
}
