'use client';

import { RotateCw } from 'lucide-react';
import { useFormDialog } from '#app/(dashboard)/use-form.ts';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { Select } from '#components/ui/select';
import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import type { EndpointListing } from '#lib/service/webhooks/endpoints';
import type { Recovery } from '#lib/service/webhooks/recover-deliveries';
import { recoverDeliveriesAction } from './actions';
import { formatLocalTime } from './local-time';

const dayMs = 86_400_000;
/** A select box needs a value for "all". */
const all = 'all';

interface RecoverDeliveriesProps {
  endpoints: readonly EndpointListing[];
  /** Reason why the member can't resend deliveries; null if they can. */
  denial: string | null;
}

/** Dialog that resends all deliveries since a chosen time that failed or were not sent. */
export function RecoverDeliveries({ endpoints, denial }: RecoverDeliveriesProps) {
  const toast = useToast();
  const form = useFormDialog({
    stored: { since: formatLocalTime(new Date(Date.now() - dayMs)), endpointId: all },
    save: ({ since, endpointId }) =>
      recoverDeliveriesAction({ since: new Date(since), ...(endpointId === all ? {} : { endpointId }) }),
    onSaved: (recovery) =>
      toast({
        title: recovery.recovered === 0 ? 'No deliveries to resend' : 'Resending deliveries',
        description: describeRecovery(recovery),
      }),
  });
  const enabled = endpoints.filter(({ disabledAt }) => disabledAt === null);
  return (
    <FormDialog
      {...form.dialog}
      title="Resend failed deliveries"
      description="Sends deliveries that failed or were never sent. Your endpoint may receive a task more than once: deduplicate on task.id."
      trigger={
        <Button size="small" Icon={RotateCw} denial={denial}>
          Resend failed deliveries
        </Button>
      }
      submitLabel="Resend failed deliveries"
    >
      <TextField
        {...form.field('since')}
        label="Failed or not sent since"
        hint="In your time zone. Older deliveries may have been deleted after their retention period."
        type="datetime-local"
        required
      />
      <Select
        label="Endpoint"
        options={[
          { value: all, label: 'All enabled endpoints' },
          ...enabled.map(({ id, label }) => ({ value: id, label })),
        ]}
        value={form.values.endpointId}
        onChange={(endpointId) => form.change({ endpointId })}
      />
    </FormDialog>
  );
}

const messages = defineMessages({
  sent: '{deliveries, plural, one {# delivery} other {# deliveries}} will be sent now.',
});

/** Describes how many deliveries are resent. */
export function describeRecovery({ recovered, isComplete }: Recovery): string {
  if (recovered === 0)
    return 'Since then, no deliveries to enabled endpoints have failed or remained unsent.';
  return joinSentences([
    messages.sent({ deliveries: recovered }),
    isComplete ? null : 'There are more. Resend again to send them.',
  ]);
}
