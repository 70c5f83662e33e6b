'use client';

import { DeniedButton } from '#components/overlays/denied-button';
import { ConfirmButton, FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { EmptyState, ErrorNotice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import type { AlertChannel } from '#lib/dashboard/alerts/messages/channels';
import { RotateSecret } from '../../../rotate-secret';
import { useAction, useFormDialog } from '../../../use-action';
import {
  deleteChannelAction,
  rotateChannelSecretAction,
  sendTestMessageAction,
  setQuietHoursAction,
} from './actions';
import { channelLabels } from './channel-dialog';
import { ManageButton } from './manage-button';
import { formatMinutes, QuietHoursFields, toQuietHours } from './quiet-hours-fields';

interface ChannelsProps {
  projectId: string;
  channels: readonly AlertChannel[];
  /** Reason why the member can't change alerts; null if they can. */
  denial: string | null;
}

/** The channels that alerts are sent to, each with the time of its last message and its last error. */
export function Channels({ projectId, channels, denial }: ChannelsProps) {
  if (channels.length === 0) {
    return (
      <EmptyState kind="none yet" title="No channels yet">
        Alerts are shown here and in the history. Add a channel to get messages.
      </EmptyState>
    );
  }
  return (
    <ul className="divide-y divide-hairline">
      {channels.map((channel) => (
        <ChannelRow key={channel.id} projectId={projectId} channel={channel} denial={denial} />
      ))}
    </ul>
  );
}

interface ChannelRowProps {
  projectId: string;
  channel: AlertChannel;
  /** Reason why the member can't change alerts; null if they can. */
  denial: string | null;
}

function ChannelRow({ projectId, channel, denial }: ChannelRowProps) {
  const toast = useToast();
  const ids = { projectId, channelId: channel.id };
  const testing = useAction(sendTestMessageAction, () =>
    toast({ title: 'Test message queued', description: 'It should arrive within a minute.' }),
  );
  const deleting = useAction(deleteChannelAction);
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
        {lastError ? (
          <p className="text-xs text-danger">{lastError} Failed messages are retried for up to a day.</p>
        ) : null}
        <ErrorNotice problem={testing.problem ?? deleting.problem} className="mt-2" />
      </div>
      <div className="flex flex-wrap gap-1">
        <ManageButton
          size="small"
          kind="secondary"
          denial={denial}
          busy={testing.busy}
          onClick={() => testing.run(ids)}
        >
          Send test message
        </ManageButton>
        {denial === null ? (
          <>
            <QuietHoursDialog projectId={projectId} channel={channel} />
            {channel.kind === 'webhook' ? (
              <RotateSecret
                description="New messages are signed with the new secret immediately. During the overlap, they’re also signed with the previous secret, so endpoints that check both headers aren’t interrupted."
                trigger={
                  <Button size="small" kind="quiet">
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
              busy={deleting.busy}
              onConfirm={() => deleting.run(ids)}
            >
              {channel.label} gets no more messages. Pending messages are discarded.
            </ConfirmButton>
          </>
        ) : (
          ['Quiet hours', ...(channel.kind === 'webhook' ? ['Rotate secret'] : []), 'Delete'].map((label) => (
            <DeniedButton key={label} reason={denial} kind="quiet" size="small">
              {label}
            </DeniedButton>
          ))
        )}
      </div>
    </li>
  );
}

function QuietHoursDialog({ projectId, channel }: Pick<ChannelRowProps, 'projectId' | 'channel'>) {
  const saving = useAction(setQuietHoursAction, () => form.close());
  const form = useFormDialog(
    {
      quietFrom: formatMinutes(channel.quietFrom),
      quietTo: formatMinutes(channel.quietTo),
      timeZone: channel.timeZone,
    },
    [saving],
  );
  return (
    <FormDialog
      {...form.dialog}
      title="Quiet hours"
      trigger={
        <Button size="small" kind="quiet">
          Quiet hours
        </Button>
      }
      submitLabel="Save quiet hours"
      onSubmit={() => saving.run({ projectId, channelId: channel.id, quietHours: toQuietHours(form.values) })}
    >
      <QuietHoursFields field={form.field} />
    </FormDialog>
  );
}
