import { Notice } from '#components/ui/notice';
import type { CreditsLeft } from '#lib/dashboard/connections/credits-left';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { scheduleCost } from '#lib/dashboard/schedules/schedule-cost';
import { ServiceNotice } from './service-notice';

interface ScheduleCostFiguresProps {
  draft: ScheduleDraft;
  prompts: number;
  creditsRemaining: CreditsLeft;
}

/** What the draft costs a run and a month, and the interval it buys. */
export function ScheduleCostFigures({ draft, prompts, creditsRemaining }: ScheduleCostFiguresProps) {
  const cost = scheduleCost({ ...draft, prompts, countries: draft.countries.length });
  const number = (value: number) => value.toLocaleString('en');
  return (
    <div aria-live="polite">
      <dl className="flex flex-col">
        <Figure label="Answers a run" value={number(cost.cells)} />
        <Figure label="Credits a run" value={number(cost.creditsPerRun)} />
        <Figure label="Credits a month, at most" value={number(cost.creditsPerMonth)} strong />
        <Figure
          label="A figure of one run is sure to"
          value={cost.halfWidth === null ? '–' : `± ${Math.max(1, Math.round(cost.halfWidth * 100))} points`}
        />
      </dl>
      <p className="mt-3 text-xs text-muted">
        {number(prompts)} {prompts === 1 ? 'prompt' : 'prompts'} × {draft.countries.length}{' '}
        {draft.countries.length === 1 ? 'country' : 'countries'}
        {draft.samples > 1 ? ` × ${draft.samples} times each` : ''}, at {cost.creditsPerPrompt} credits for
        all chosen engines.
        {typeof creditsRemaining === 'string'
          ? ''
          : ` ${number(creditsRemaining)} ${creditsRemaining === 1 ? 'credit is' : 'credits are'} left this month${enoughFor(cost.creditsPerRun, creditsRemaining)}.`}
      </p>
      {typeof creditsRemaining === 'string' ? (
        <div className="mt-4">
          <ServiceNotice state={creditsRemaining} />
        </div>
      ) : null}
      {typeof creditsRemaining === 'number' && cost.creditsPerRun > creditsRemaining ? (
        <div className="mt-4">
          <Notice tone="notice">
            One run costs {number(cost.creditsPerRun - creditsRemaining)} credits more than are left this
            month; it stops when they are used up, and the rest can be asked again once they renew on the
            first. Choose fewer engines or countries.
          </Notice>
        </div>
      ) : null}
    </div>
  );
}

/** How many runs the credits left pay for, as the sentence goes on; nothing where it is not even one. */
function enoughFor(creditsPerRun: number, creditsRemaining: number): string {
  const runs = creditsPerRun > 0 ? Math.floor(creditsRemaining / creditsPerRun) : 0;
  return runs > 0 ? `, enough for ${runs.toLocaleString('en')} ${runs === 1 ? 'run' : 'runs'}` : '';
}

function Figure({ label, value, strong }: { label: string; value: string; strong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t py-2 first:border-t-0">
      <dt className="text-muted">{label}</dt>
      <dd className={strong ? 'text-lg font-semibold' : 'font-medium'}>{value}</dd>
    </div>
  );
}
