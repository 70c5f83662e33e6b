import { Link } from '#components/ui/link';
import { Notice } from '#components/ui/notice';
import { resumableHours } from '#lib/dashboard/runs/list-runs';
import { describeUnsent, type UnsentRun } from '#lib/format/summary-sentences';
import type { UnsentProgress } from './get-progress';

/** Adds the time until which a run can resume; null unless credits or a budget ran out. */
export function toUnsentRun({
  pauseReason,
  requestedAt,
  ...run
}: Omit<UnsentProgress, 'id'>): UnsentRun | null {
  if (pauseReason === null) return null;
  const resumableUntil = new Date(Date.parse(requestedAt) + resumableHours * 3_600_000);
  return { ...run, pauseReason, resumableUntil };
}

/** Says that items of the latest run were not sent because credits or a budget ran out, and what to do. */
export function UnsentNotice({ projectId, run }: { projectId: string; run: UnsentProgress | null }) {
  const unsent = run && toUnsentRun(run);
  if (!unsent) return null;
  const isBudget = run.pauseReason !== 'credits';
  return (
    <div className="pb-6">
      <Notice tone="warning">
        Latest run: {describeUnsent(unsent)}{' '}
        <Link
          href={isBudget ? `/projects/${projectId}/schedule` : '/developers/usage'}
          className="font-medium text-accent underline"
        >
          {isBudget ? 'Change the budget' : 'View usage'}
        </Link>{' '}
        <Link
          href={`/projects/${projectId}/runs/${run.id}`}
          prefetch={false}
          className="ml-2 font-medium text-accent underline"
        >
          View run
        </Link>
      </Notice>
    </div>
  );
}
