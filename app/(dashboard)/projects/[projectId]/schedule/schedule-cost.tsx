import { Notice } from '#components/ui/notice';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-credentials';
import { calculateScheduleCost, type ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { ServiceNotice } from '../progress/live-progress';

interface ScheduleCostProps {
  /** `enabled` is false for a single run. */
  draft: ScheduleDraft;
  prompts: number;
  creditsRemaining: CreditBalance;
}

/** Cost per run and month, and the margin of error. */
export function ScheduleCost({ draft, prompts, creditsRemaining }: ScheduleCostProps) {
  const cost = calculateScheduleCost({ ...draft, prompts, countries: draft.countries.length });
  const left = typeof creditsRemaining === 'number' ? creditsRemaining : null;
  const runsLeft = left === null || cost.creditsPerRun === 0 ? null : Math.floor(left / cost.creditsPerRun);
  const endsEarly = draft.enabled && runsLeft !== null && runsLeft > 0 && runsLeft < cost.runsPerMonth;
  const number = (value: number) => value.toLocaleString('en');
  return (
    <div aria-live="polite">
      <dl className="flex flex-col">
        <CostRow label="Answers per run" value={number(cost.answersPerRun)} />
        <CostRow label="Credits per run" value={number(cost.creditsPerRun)} />
        <CostRow label="Maximum credits per month" value={number(cost.creditsPerMonth)} strong />
        <CostRow
          label="Margin of error per run"
          value={
            cost.halfWidth === null
              ? '–'
              : `± ${Math.max(1, Math.round(cost.halfWidth * 100))} points or more`
          }
        />
      </dl>
      <p className="mt-1 text-xs text-muted">
        Answers to the same prompt are correlated, so the actual margin is wider.
      </p>
      <p className="mt-3 text-xs text-muted">
        {number(prompts)} {prompts === 1 ? 'prompt' : 'prompts'} × {draft.countries.length}{' '}
        {draft.countries.length === 1 ? 'country' : 'countries'}
        {draft.samples > 1 ? ` × ${draft.samples} samples` : ''}, at {cost.creditsPerPrompt} credits for all
        selected engines.
        {left === null || endsEarly
          ? ''
          : ` ${formatCredits(left)} left this month${formatAffordableRuns(runsLeft)}.`}
      </p>
      {typeof creditsRemaining === 'string' ? (
        <div className="mt-4">
          <ServiceNotice state={creditsRemaining} />
        </div>
      ) : null}
      {endsEarly ? (
        <div className="mt-4">
          <Notice tone="notice">
            {formatCredits(left ?? 0)} left this month{formatAffordableRuns(runsLeft)} out of{' '}
            {number(cost.runsPerMonth)} per month. Runs stop when credits are used up, until they renew on the
            1st. Choose fewer engines or countries, or a lower frequency.
          </Notice>
        </div>
      ) : null}
      {left !== null && runsLeft === 0 ? (
        <div className="mt-4">
          <Notice tone="notice">
            One run costs {number(cost.creditsPerRun - left)} more credits than you have left this month. It
            will stop when credits are used up; you can retry the rest when they renew on the 1st. Choose
            fewer engines or countries.
          </Notice>
        </div>
      ) : null}
    </div>
  );
}

function formatCredits(credits: number): string {
  return `${credits.toLocaleString('en')} ${credits === 1 ? 'credit is' : 'credits are'}`;
}

/** Describes how many runs the remaining credits pay for; empty if less than one. */
function formatAffordableRuns(runs: number | null): string {
  return runs !== null && runs > 0
    ? `, enough for ${runs.toLocaleString('en')} ${runs === 1 ? 'run' : 'runs'}`
    : '';
}

function CostRow({ label, value, strong }: { label: string; value: string; strong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t py-2 first:border-t-0">
      <dt className="text-muted">{label}</dt>
      <dd className={strong ? 'text-lg font-semibold' : 'font-medium tabular-nums'}>{value}</dd>
    </div>
  );
}
