'use client';

import { useAction } from '#app/(dashboard)/use-action.ts';
import { ConfirmButton } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { TableView } from '#components/sections/table-view';
import { Progress } from '#components/ui/loading';
import { ErrorNotice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import { queueTable } from '#lib/contract/tables/usage';
import { formatRelative } from '#lib/core/dates';
import { defineMessages } from '#lib/core/messages';
import { formatCount, formatPlural } from '#lib/core/numbers';
import type { QueueDetails } from '#lib/service/tasks/queue';
import { clearQueueAction } from './actions';

interface QueueProps {
  queue: QueueDetails;
  /** Reason why the member can't clear the queue; null if they can. */
  denial: string | null;
  now: Date;
}

const messages = defineMessages({
  deleted: '{tasks, plural, one {# task} other {# tasks}} deleted',
});

/** The queued tasks by priority, the concurrency in use, and a button that clears the queue. */
export function Queue({ queue, denial, now }: QueueProps) {
  const { queued, processing, maxConcurrency, queuedCredits, priorities } = queue;
  const toast = useToast();
  const clear = useAction(clearQueueAction, (count) =>
    toast({
      title: messages.deleted({ tasks: count }),
      description: 'The credits held for deleted tasks are available again.',
    }),
  );
  const tasks = formatPlural(queued, 'queued task');
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <Progress
        label="Tasks in progress"
        done={processing}
        total={maxConcurrency}
        text={`${formatCount(processing)} of ${formatCount(maxConcurrency)} concurrent tasks`}
      />
      {queued === 0 ? (
        <p className="text-muted">No tasks are queued.</p>
      ) : (
        <>
          <TableView
            table={queueTable}
            rows={priorities}
            getKey={({ priority }) => String(priority)}
            views={{
              oldestAt: {
                className: 'text-right',
                cell: ({ oldestAt }) => (
                  <span title={formatRelative(oldestAt, now)}>
                    <Time at={oldestAt} />
                  </span>
                ),
              },
            }}
          />
          <ErrorNotice problem={clear.problem} />
          <div>
            <ConfirmButton
              label="Clear queue"
              title={`Delete ${tasks}?`}
              confirmLabel="Clear queue"
              denial={denial}
              size="medium"
              busy={clear.busy}
              onConfirm={() => clear.run()}
            >
              Queued tasks won’t be answered and can’t be restored. Tasks that belong to a run count as
              failed; you can retry them from the run.{' '}
              {formatPlural(queuedCredits, 'held credit is', 'held credits are')} released. Tasks in progress
              continue.
            </ConfirmButton>
          </div>
        </>
      )}
    </div>
  );
}
