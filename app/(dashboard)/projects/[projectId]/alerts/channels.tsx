'use client';

import { RotateSecret } from '#app/(dashboard)/rotate-secret.tsx';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { useFormDialog } from '#app/(dashboard)/use-form.ts';
import { ConfirmButton, FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { NoMailServer } from '#components/ui/no-mail-server';
import { EmptyState, ErrorNotice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import type { AlertChannel } from '#lib/dashboard/alerts/messages/channels';
import {
  deleteChannelAction,
  resendConfirmationAction,
  rotateChannelSecretAction,
  sendTestMessageAction,
  setQuietHoursAction,
} from './actions';
import { channelLabels } from './channel-dialog';
import { formatMinutes, QuietHoursFields, toQuietHours } from './quiet-hours-fields';

interface ChannelsProps {
  projectId: string;
  channels: readonly AlertChannel[];
  hasMailServer: boolean;
  /** Reason why the member can't change alerts; null if they can. */
  denial: string | null;
}

/** The channels that alerts are sent to, each with the time of its last message and its last error. */
export function Channels({ channels, hasMailServer, ...row }: ChannelsProps) {
  if (channels.length === 0) {
    return (
      <EmptyState kind="none yet" title="No channels yet">
        Alerts are shown here and in the history. Add a channel to get messages.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <NoMailServer hasMailServer={hasMailServer || channels.every(({ kind }) => kind !== 'email')} />
      <ul className="divide-y divide-hairline">
        {channels.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} hasMailServer={hasMailServer} {...row} />
        ))}
      </ul>
    </div>
  );
}

interface ChannelRowProps {
  projectId: string;
  channel: AlertChannel;
  hasMailServer: boolean;
  /** Reason why the member can't change alerts; null if they can. */
  denial: string | null;
}

const recipientNotes = {
  unconfirmed:
    'Not confirmed yet: nothing is sent until the recipient opens the link in the confirmation email.',
  unsubscribed:
    'Unsubscribed: nothing is sent. Only the recipient can change this, with the link in an earlier email.',
};

function ChannelRow({ projectId, channel, hasMailServer, denial }: ChannelRowProps) {
  const toast = useToast();
  const ids = { projectId, channelId: channel.id };
  const testing = useAction(sendTestMessageAction, () =>
    toast({ title: 'Test message queued', description: 'It should arrive within a minute.' }),
  );
  const deleting = useAction(deleteChannelAction);
  const asking = useAction(resendConfirmationAction, () =>
    toast({ title: 'Confirmation requested', description: 'The recipient gets another email with a link.' }),
  );
  const { recipientState } = channel;
  const problemState = hasMailServer && recipientState !== 'receives' ? recipientState : null;
  const { quietFrom, quietTo, timeZone, lastError, lastSentAt, previousUntil } = channel;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{channel.label}</p>
        <p className="text-xs text-muted">
          {channelLabels[channel.kind]}
          {quietFrom === null
            ? ''
            : ` · quiet from ${formatMinutes(quietFrom)} to ${formatMinutes(quietTo)} (${timeZone.replaceAll('_', ' ')})`}
          {lastSentAt ? (
            <>
              {' · last message '}
              <Time at={lastSentAt} />
            </>
          ) : null}
        </p>
        {previousUntil ? (
          <p className="text-xs text-muted">
            Previous secret valid until <Time at={previousUntil} />. Until then, messages are also signed with
            it in <code className="font-mono">X-Svc-Signature-Previous</code>.
          </p>
        ) : null}
        {problemState ? <p className="text-xs text-warning">{recipientNotes[problemState]}</p> : null}
        {lastError ? (
          <p className="text-xs text-danger">{lastError} Failed messages are retried for up to a day.</p>
        ) : null}
        <ErrorNotice problem={testing.problem ?? asking.problem ?? deleting.problem} className="mt-2" />
      </div>
      <div className="flex flex-wrap gap-1">
        {problemState === 'unconfirmed' ? (
          <Button
            size="small"
            kind="secondary"
            denial={denial}
            busy={asking.busy}
            onClick={() => asking.run(ids)}
          >
            Resend confirmation
          </Button>
        ) : null}
        {problemState === null ? (
          <Button
            size="small"
            kind="secondary"
            denial={denial}
            busy={testing.busy}
            onClick={() => testing.run(ids)}
          >
            Send test message
          </Button>
        ) : null}
        <QuietHoursDialog projectId={projectId} channel={channel} denial={denial} />
        {channel.kind === 'webhook' ? (
          <RotateSecret
            description="New messages are signed with the new secret immediately. During the overlap, they’re also signed with the previous secret, so endpoints that check both headers aren’t interrupted."
            trigger={
              <Button size="small" kind="quiet" denial={denial}>
                Rotate secret
              </Button>
            }
            rotate={(overlapDays) => rotateChannelSecretAction({ ...ids, overlapDays })}
            hasOverlap={previousUntil !== null}
          />
        ) : null}
        <ConfirmButton
          label="Delete"
          title="Delete this channel?"
          confirmLabel="Delete channel"
          denial={denial}
          busy={deleting.busy}
          onConfirm={() => deleting.run(ids)}
        >
          {channel.label} gets no more messages. Pending messages are discarded.
        </ConfirmButton>
      </div>
    </li>
  );
}

function QuietHoursDialog({ projectId, channel, denial }: Omit<ChannelRowProps, 'hasMailServer'>) {
  const form = useFormDialog({
    stored: {
      quietFrom: formatMinutes(channel.quietFrom),
      quietTo: formatMinutes(channel.quietTo),
      timeZone: channel.timeZone,
    },
    save: (values) => setQuietHoursAction({ projectId, channelId: channel.id, ...toQuietHours(values) }),
  });
  return (
    <FormDialog
      {...form.dialog}
      title="Quiet hours"
      trigger={
        <Button size="small" kind="quiet" denial={denial}>
          Quiet hours
        </Button>
      }
      submitLabel="Save quiet hours"
    >
      <QuietHoursFields field={form.field} />
    </FormDialog>
  );
}
