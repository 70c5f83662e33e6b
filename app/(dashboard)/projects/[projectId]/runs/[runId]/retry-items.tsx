'use client';

import { useRouter } from 'next/navigation';
import { retryItemsAction } from '#app/(dashboard)/projects/[projectId]/schedule/actions.ts';
import { RunButton } from '#app/(dashboard)/projects/[projectId]/schedule/run-button.tsx';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { ErrorNotice } from '#components/ui/notice';
import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-client';

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

const messages = defineMessages({
  retry: 'Retry {items, plural, one {# run item} other {# run items}}',
  left: '{credits, plural, one {# credit is} other {# credits are}} left this month.',
  tooFew:
    'Only {credits, plural, one {# credit is} other {# credits are}} left this month. Credits renew on the 1st.',
});

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
          label={messages.retry({ items: itemCount })}
          credits={credits}
          creditsRemaining={creditsRemaining}
          denial={denial}
          busy={retry.busy}
          disabled={lacksCredits}
          isRetry
          onRun={() => retry.run({ projectId, runId, newRunId })}
        />
        <p className="text-xs text-muted">
          {joinSentences([
            'Starts a new run.',
            typeof creditsRemaining === 'string'
              ? null
              : (lacksCredits ? messages.tooFew : messages.left)({ credits: creditsRemaining }),
          ])}
        </p>
      </div>
    </div>
  );
}
