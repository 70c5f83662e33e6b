import Link from 'next/link';
import { Notice } from '#components/ui/notice';
import { resumableHours } from '#lib/dashboard/runs/pause-runs';
import { describeUnsent } from '#lib/format/summary-sentences';
import type { UnsentProgress } from './get-progress';

/** Describes how many items of a run were not sent and what happens next; null unless credits or a budget ran out. */
export function describeUnsentItems({
  pauseReason,
  requestedAt,
  ...run
}: Omit<UnsentProgress, 'id'>): string | null {
  if (pauseReason === null) return null;
  const resumableUntil = new Date(Date.parse(requestedAt) + resumableHours * 3_600_000);
  return describeUnsent({ ...run, pauseReason, resumableUntil });
}

/** Says that items of the latest run were not sent because credits or a budget ran out, and what to do. */
export function UnsentNotice({ projectId, run }: { projectId: string; run: UnsentProgress | null }) {
  const sentence = run && describeUnsentItems(run);
  if (!sentence) return null;
  const isBudget = run.pauseReason !== 'credits';
  return (
    <div className="pb-6">
      <Notice tone="warning">
        Latest run: {sentence}{' '}
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
