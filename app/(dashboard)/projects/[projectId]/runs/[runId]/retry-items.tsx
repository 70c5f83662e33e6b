'use client';

import { useRouter } from 'next/navigation';
import { retryItemsAction } from '#app/(dashboard)/projects/[projectId]/schedule/actions.ts';
import { RunButton } from '#app/(dashboard)/projects/[projectId]/schedule/run-button.tsx';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { ErrorNotice } from '#components/ui/notice';
import { formatPlural } from '#lib/core/numbers';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-credentials';

interface RetryItemsProps {
  projectId: string;
  runId: string;
  /** ID of the new run. */
  newRunId: string;
  /** Number of run items that failed or were not sent. */
  itemCount: number;
  /** Maximum cost of the new run. */
  credits: number;
  creditsRemaining: CreditBalance;
  /** Reason why the member can't start runs; null if they can. */
  denial: string | null;
}

/** Button that retries run items that failed or were not sent, disabled without enough credits. */
export function RetryItems({
  projectId,
  runId,
  newRunId,
  itemCount,
  credits,
  creditsRemaining,
  denial,
}: RetryItemsProps) {
  const router = useRouter();
  const retry = useAction(retryItemsAction, (id) => router.push(`/projects/${projectId}/runs/${id}`));
  const lacksCredits = typeof creditsRemaining === 'number' && creditsRemaining < credits;
  return (
    <div className="mb-8 flex flex-col gap-3">
      <ErrorNotice problem={retry.problem} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RunButton
          label={`Retry ${formatPlural(itemCount, 'run item')}`}
          credits={credits}
          creditsRemaining={creditsRemaining}
          denial={denial}
          busy={retry.busy}
          disabled={lacksCredits}
          isRetry
          onRun={() => retry.run({ projectId, runId, newRunId })}
        />
        <p className="text-xs text-muted">
          Starts a new run.
          {typeof creditsRemaining === 'string'
            ? ''
            : lacksCredits
              ? ` Only ${formatPlural(creditsRemaining, 'credit is', 'credits are')} left this month. Credits renew on the 1st.`
              : ` ${formatPlural(creditsRemaining, 'credit is', 'credits are')} left this month.`}
        </p>
      </div>
    </div>
  );
}
