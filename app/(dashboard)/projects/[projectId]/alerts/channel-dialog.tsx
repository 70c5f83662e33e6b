'use client';

import { Plus } from 'lucide-react';
import { useFormDialog } from '#app/(dashboard)/use-form.ts';
import { FormDialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { CopySecret } from '#components/ui/copy-secret';
import { SelectField, TextField } from '#components/ui/field';
import { NoMailServer } from '#components/ui/no-mail-server';
import { createChannelAction } from './actions';
import { QuietHoursFields, toQuietHours } from './quiet-hours-fields';

interface ChannelDialogProps {
  projectId: string;
  hasMailServer: boolean;
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
export function ChannelDialog({ projectId, hasMailServer, denial }: ChannelDialogProps) {
  const form = useFormDialog({
    stored: {
      kind: 'email' as (typeof kinds)[number],
      target: '',
      quietFrom: '',
      quietTo: '',
      timeZone: '',
    },
    save: ({ kind, target, ...quietHours }) =>
      createChannelAction({ projectId, kind, target, ...toQuietHours(quietHours) }),
    showsResult: ({ secret }) => secret !== null,
  });
  const { kind } = form.values;
  const secret = form.saved?.value.secret;
  return (
    <FormDialog
      {...form.dialog}
      title="Add channel"
      trigger={
        <Button denial={denial} size="small" Icon={Plus}>
          Add channel
        </Button>
      }
      submitLabel="Add channel"
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
      {kind === 'email' ? <NoMailServer hasMailServer={hasMailServer} /> : null}
      {kind === 'email' ? (
        <TextField
          {...form.field('target')}
          label="Email address"
          type="email"
          required
          placeholder="team@acme.com"
          {...(hasMailServer && {
            hint: 'Unless it is the verified address of a member, its owner gets one email with a link, and alerts only after confirming.',
          })}
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
