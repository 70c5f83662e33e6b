'use client';

import { useState } from 'react';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { ConfirmButton } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { ErrorNotice, Notice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import { defineMessages } from '#lib/core/messages';
import type { Subscription } from '#lib/dashboard/subscriptions/subscriptions';
import { describeDueTime } from '#lib/format/due-time';
import {
  deleteSubscriptionAction,
  sendTestReportAction,
  setSubscriptionPausedAction,
} from '../subscription-actions';

interface SubscriptionItemProps {
  projectId: string;
  reportId: string;
  subscription: Subscription;
  onEdit: () => void;
}

const attachmentLabels = { none: 'no attachment', pdf: 'PDF attached', csv: 'CSV attached' };
const outcomeLabels = { sent: 'sent', unchanged: 'not sent, because nothing changed', failed: 'failed' };

const messages = defineMessages({
  attachment: '{attachment}{sending, select, changed {, skipped if nothing changed} other {}}',
});

/** A subscription with its recipients, the result of its last due time, and buttons to change it. */
export function SubscriptionItem({ projectId, reportId, subscription, onEdit }: SubscriptionItemProps) {
  const { id: subscriptionId, nextDueAt, lastRunAt, lastOutcome, lastError, recipients } = subscription;
  const ids = { projectId, reportId, subscriptionId };
  const pausing = useAction(setSubscriptionPausedAction);
  const deleting = useAction(deleteSubscriptionAction);
  const [testedAddress, setTestedAddress] = useState<string | null>(null);
  const testing = useAction(sendTestReportAction, ({ to }) => setTestedAddress(to));
  const isPaused = nextDueAt === null;
  return (
    <li className="flex flex-col gap-2 py-3">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {describeDueTime(subscription)} {isPaused ? <Chip>Paused</Chip> : null}
      </p>
      <p className="text-xs text-muted">
        {messages.attachment({
          attachment: attachmentLabels[subscription.attachment],
          sending: subscription.skipsUnchanged ? 'changed' : 'other',
        })}
        {nextDueAt ? (
          <>
            ; next email <Time at={nextDueAt} />
          </>
        ) : null}
        {lastRunAt && lastOutcome ? (
          <>
            ; last result <Time at={lastRunAt} />: {outcomeLabels[lastOutcome]}
          </>
        ) : null}
      </p>
      <ul className="text-xs">
        {recipients.map(({ id, email, receivesReport, unsubscribedAt }) => (
          <li key={id} className="wrap-anywhere">
            {email}
            {receivesReport ? null : (
              <span className="text-muted">
                {unsubscribedAt ? ' (unsubscribed)' : ' (not confirmed yet: nothing is sent)'}
              </span>
            )}
          </li>
        ))}
      </ul>
      {lastError ? <Notice tone="danger">{lastError}</Notice> : null}
      {testedAddress ? <Notice tone="warning">A test email to {testedAddress} is queued.</Notice> : null}
      <ErrorNotice problem={pausing.problem ?? deleting.problem ?? testing.problem} />
      <div className="flex flex-wrap gap-1">
        <Button size="small" busy={testing.busy} onClick={() => testing.run(ids)}>
          Send test email
        </Button>
        <Button size="small" onClick={onEdit}>
          Edit
        </Button>
        <Button size="small" busy={pausing.busy} onClick={() => pausing.run({ ...ids, isPaused: !isPaused })}>
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <ConfirmButton
          label="Delete"
          title="Delete this subscription?"
          confirmLabel="Delete subscription"
          busy={deleting.busy}
          onConfirm={() => deleting.run(ids)}
        >
          Its recipients get no further emails. The report is kept.
        </ConfirmButton>
      </div>
    </li>
  );
}
