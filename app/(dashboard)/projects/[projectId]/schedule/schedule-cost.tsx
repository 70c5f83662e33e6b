import { Notice } from '#components/ui/notice';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-client';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { scheduleCost } from '#lib/dashboard/schedules/schedule-cost';
import { ServiceNotice } from '../progress/service-notices';

interface ScheduleCostFiguresProps {
  /** Not `enabled` when only one run is to be made of it. */
  draft: ScheduleDraft;
  prompts: number;
  creditsRemaining: CreditBalance;
}

/** What the draft costs a run and a month, and the interval it buys. */
export function ScheduleCost({ draft, prompts, creditsRemaining }: ScheduleCostFiguresProps) {
  const cost = scheduleCost({ ...draft, prompts, countries: draft.countries.length });
  const left = typeof creditsRemaining === 'number' ? creditsRemaining : null;
  const runsLeft = left === null || cost.creditsPerRun === 0 ? null : Math.floor(left / cost.creditsPerRun);
  const endsEarly = draft.enabled && runsLeft !== null && runsLeft > 0 && runsLeft < cost.runsPerMonth;
  const number = (value: number) => value.toLocaleString('en');
  return (
    <div aria-live="polite">
      <dl className="flex flex-col">
        <Figure label="Answers a run" value={number(cost.cells)} />
        <Figure label="Credits a run" value={number(cost.creditsPerRun)} />
        <Figure label="Credits a month, at most" value={number(cost.creditsPerMonth)} strong />
        <Figure
          label="A figure of one run is sure to"
          value={
            cost.halfWidth === null
              ? '–'
              : `± ${Math.max(1, Math.round(cost.halfWidth * 100))} points at best`
          }
        />
      </dl>
      <p className="mt-1 text-xs text-muted">
        Answers to one prompt resemble one another, so a figure over several prompts is less sure than that.
      </p>
      <p className="mt-3 text-xs text-muted">
        {number(prompts)} {prompts === 1 ? 'prompt' : 'prompts'} × {draft.countries.length}{' '}
        {draft.countries.length === 1 ? 'country' : 'countries'}
        {draft.samples > 1 ? ` × ${draft.samples} times each` : ''}, at {cost.creditsPerPrompt} credits for
        all chosen engines.
        {left === null || endsEarly ? '' : ` ${creditsWords(left)} left this month${enoughFor(runsLeft)}.`}
      </p>
      {typeof creditsRemaining === 'string' ? (
        <div className="mt-4">
          <ServiceNotice state={creditsRemaining} />
        </div>
      ) : null}
      {endsEarly ? (
        <div className="mt-4">
          <Notice tone="notice">
            {creditsWords(left ?? 0)} left this month{enoughFor(runsLeft)} of at most{' '}
            {number(cost.runsPerMonth)}. Once they are used up, nothing is answered until they renew on the
            first. Choose fewer engines or countries, or ask less often.
          </Notice>
        </div>
      ) : null}
      {left !== null && runsLeft === 0 ? (
        <div className="mt-4">
          <Notice tone="notice">
            One run costs {number(cost.creditsPerRun - left)} credits more than are left this month; it stops
            when they are used up, and the rest can be asked again once they renew on the first. Choose fewer
            engines or countries.
          </Notice>
        </div>
      ) : null}
    </div>
  );
}

function creditsWords(credits: number): string {
  return `${credits.toLocaleString('en')} ${credits === 1 ? 'credit is' : 'credits are'}`;
}

/** How many runs the credits left pay for, as the sentence goes on; nothing where it is not even one. */
function enoughFor(runs: number | null): string {
  return runs !== null && runs > 0
    ? `, enough for ${runs.toLocaleString('en')} ${runs === 1 ? 'run' : 'runs'}`
    : '';
}

function Figure({ label, value, strong }: { label: string; value: string; strong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t py-2 first:border-t-0">
      <dt className="text-muted">{label}</dt>
      <dd className={strong ? 'text-lg font-semibold' : 'font-medium tabular-nums'}>{value}</dd>
    </div>
  );
}
