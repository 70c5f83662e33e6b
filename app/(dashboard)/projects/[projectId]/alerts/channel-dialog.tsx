'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '#components/overlays/dialog';
import { CopySecret } from '#components/ui/copy-secret';
import { SelectField, TextField } from '#components/ui/field';
import { useAction, useFormDialog } from '../../../use-action';
import { createChannelAction } from './actions';
import { ManageButton } from './manage-button';
import { QuietHoursFields, toQuietHours } from './quiet-hours-fields';

interface ChannelDialogProps {
  projectId: string;
  /** Reason why the member can't change alerts; null if they can. */
  denial: string | null;
}

const kinds = ['email', 'webhook', 'slack'] as const;
export const channelLabels = {
  email: 'Email',
  webhook: 'Signed webhook',
  slack: 'Slack-compatible webhook',
} as const;

/** Dialog that adds a channel; the signing secret of a webhook is shown once. */
export function ChannelDialog({ projectId, denial }: ChannelDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const creating = useAction(createChannelAction, (created) => {
    if (created.secret === null) form.close();
    else setSecret(created.secret);
  });
  const form = useFormDialog(
    { kind: 'email' as (typeof kinds)[number], target: '', quietFrom: '', quietTo: '', timeZone: '' },
    [creating],
  );
  const { kind, target } = form.values;
  const trigger = (
    <ManageButton denial={denial} size="small" Icon={Plus}>
      Add channel
    </ManageButton>
  );
  if (denial !== null) return trigger;
  return (
    <FormDialog
      {...form.dialog}
      title="Add channel"
      onOpenChange={(open) => {
        form.dialog.onOpenChange(open);
        setSecret(null);
      }}
      trigger={trigger}
      submitLabel="Add channel"
      onSubmit={() => creating.run({ projectId, channel: { kind, target, ...toQuietHours(form.values) } })}
      outcome={
        secret ? (
          <CopySecret
            label="Signing secret"
            value={secret}
            note="It’s shown only once. Messages are signed like webhooks of the API: the X-Svc-Signature header is “v1=” followed by the HMAC-SHA256 of the timestamp, a dot and the body."
          />
        ) : null
      }
    >
      <SelectField
        label="Send to"
        value={kind}
        onChange={(event) => {
          const chosen = kinds.find((name) => name === event.target.value);
          if (chosen) form.change({ kind: chosen });
        }}
      >
        {kinds.map((name) => (
          <option key={name} value={name}>
            {channelLabels[name]}
          </option>
        ))}
      </SelectField>
      {kind === 'email' ? (
        <TextField
          {...form.field('target')}
          label="Email address"
          type="email"
          required
          placeholder="team@acme.com"
        />
      ) : (
        <TextField
          {...form.field('target')}
          label="URL"
          type="url"
          required
          placeholder={kind === 'slack' ? 'https://hooks.slack.com/services/…' : 'https://acme.com/alerts'}
          {...(kind === 'slack' && {
            hint: 'An incoming webhook of Slack, Mattermost or another compatible chat app.',
          })}
        />
      )}
      <QuietHoursFields field={form.field} />
    </FormDialog>
  );
}
