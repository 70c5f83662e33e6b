'use client';

import { RotateCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-client';
import { formatCount, formatPlural } from '#lib/format/numbers';
import { useAction } from '../../../../use-action';
import { retryFailedAction } from './actions';

interface AskAgainProps {
  projectId: string;
  runId: string;
  /** The id of the run begun from here. */
  newRunId: string;
  failed: number;
  /** What asking them costs, at most. */
  credits: number;
  creditsRemaining: CreditBalance;
}

/** Asks what failed once more, with what it costs; not while the credits do not pay for it. */
export function RetryFailed({
  projectId,
  runId,
  newRunId,
  failed,
  credits,
  creditsRemaining,
}: AskAgainProps) {
  const router = useRouter();
  const again = useAction(retryFailedAction, (id) => router.push(`/projects/${projectId}/runs/${id}`));
  const short = typeof creditsRemaining === 'number' && creditsRemaining < credits;
  return (
    <div className="mb-4 flex flex-col gap-3">
      {again.problem ? <Notice tone="danger">{again.problem.message}</Notice> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button busy={again.busy} disabled={short} onClick={() => again.run(projectId, runId, newRunId)}>
          <RotateCw aria-hidden />
          {failed === 1 ? 'Ask it again' : `Ask these ${formatCount(failed)} again`}
        </Button>
        <p className="text-xs text-muted">
          Costs {formatPlural(credits, 'credit')}, as a run of its own.
          {typeof creditsRemaining === 'string'
            ? ''
            : short
              ? ` Only ${formatCount(creditsRemaining)} are left this month; they renew on the first.`
              : ` ${formatCount(creditsRemaining)} are left this month.`}
        </p>
      </div>
    </div>
  );
}
